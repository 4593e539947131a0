import Foundation
import GalleyFiles
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@Suite("AtomicFile", .timeLimit(.minutes(15)))
struct AtomicFileTests {
  @Test("buffers small writes and passes large ones on, in order", arguments: [0, 1, 70, 300])
  func ordersWrites(count: Int) throws {
    let folder = try TestFolder()
    var random = SeededGenerator(seed: UInt64(count))
    var file = try AtomicFile(folder.path("a"))
    var expected: [UInt8] = []
    for _ in 0..<count {
      let size = [0, 3, 1000, 30_000, 33_000, 70_000].randomElement(using: &random) ?? 0
      let bytes = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: size)
      try file.write(bytes)
      expected += bytes
      #expect(file.byteCount == expected.count)
      if expected.count > 10, Bool.random(using: &random) {
        let offset = Int.random(in: 0...expected.count - 4, using: &random)
        try file.overwrite([1, 2, 3, 4], at: offset)
        expected.replaceSubrange(offset..<offset + 4, with: [1, 2, 3, 4])
      }
    }
    try file.commit(durable: false)
    #expect(try folder.bytes("a") == expected, "seed \(count)")
  }

  @Test("keeps the permissions of the file it replaces, and follows a link to it")
  func keepsPermissions() throws {
    let folder = try TestFolder()
    let target = folder.path("target")
    try Data([1]).write(to: URL(fileURLWithPath: target))
    chmod(target, 0o640)
    symlink("target", folder.path("link"))
    var file = try AtomicFile(folder.path("link"))
    try file.write([2])
    try file.commit(durable: true)
    #expect(try folder.names() == ["link", "target"])
    #expect(try folder.bytes("target") == [2])
    var status = stat()
    lstat(folder.path("link"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    stat(target, &status)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test("an interruption leaves no temporary, and open files cannot be committed")
  func abandons() throws {
    let folder = try TestFolder()
    let temporaries = TemporaryFiles()
    try Data([1]).write(to: URL(fileURLWithPath: folder.path("a")))
    var first = try AtomicFile(folder.path("a"), temporaries: temporaries)
    let second = try AtomicFile(folder.path("b"), temporaries: temporaries)
    try first.write([2])
    #expect(temporaries.count == 2)
    temporaries.abandonAll()
    #expect(temporaries.count == 0)
    #expect(try folder.names() == ["a"])
    do throws(FileError) {
      try first.commit(durable: false)
      Issue.record("the temporary is gone")
    } catch {
      #expect(error == .writeFailed(path: folder.path("a"), errno: ECANCELED))
    }
    #expect(throws: FileError.cannotCreate(path: folder.path("c"), errno: ECANCELED)) {
      _ = try AtomicFile(folder.path("c"), temporaries: temporaries)
    }
    #expect(second.byteCount == 0)
    #expect(try folder.names() == ["a"])
    #expect(try folder.bytes("a") == [1])
  }

  @Test("an interruption ends the process before another thread learns of it")
  func endsUnderLock() {
    let temporaries = TemporaryFiles()
    let (started, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var isLate = false
    temporaries.abandonAll {
      Thread.detachNewThread {
        started.signal()
        _ = temporaries.count
        finished.signal()
      }
      #expect(started.wait(timeout: .now() + .seconds(60)) == .success)
      isLate = finished.wait(timeout: .now() + .milliseconds(100)) == .timedOut
    }
    #expect(isLate)
    #expect(finished.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test("after an interruption at any moment, each file present is complete")
  func abandonsConcurrently() async throws {
    let folder = try TestFolder()
    let content = [UInt8](repeating: 7, count: 100_000)
    for round in 0..<20 {
      let temporaries = TemporaryFiles()
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          let path = folder.path("\(round)-\(task)")
          group.addTask {
            guard var file = try? AtomicFile(path, temporaries: temporaries) else { return }
            guard (try? file.write(content)) != nil else { return }
            _ = try? file.commit(durable: false)
          }
        }
        group.addTask { temporaries.abandonAll() }
      }
    }
    for name in try folder.names() {
      #expect(!name.hasPrefix("."))
      #expect(try folder.bytes(name) == content)
    }
  }
}
