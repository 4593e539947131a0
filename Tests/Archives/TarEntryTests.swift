import Foundation
import GalleyArchives
import TestSupport
import Testing

@Suite("Tar archives", .timeLimit(.minutes(15)))
struct TarEntryTests {
  private static let python = ["/usr/bin/env", "python3"]

  /// Runs a Python program, and returns its standard output; `nil` if there is no Python.
  private static func run(_ program: String, _ arguments: [String]) throws -> [UInt8]? {
    let run = try runProgram(python[0], [python[1], "-c", program] + arguments)
    return run.status == 127 ? nil : run.output
  }

  private static let header = """
    import sys, tarfile
    info = tarfile.TarInfo(sys.argv[1])
    info.size, info.mode = int(sys.argv[2]), 0o644
    sys.stdout.buffer.write(info.tobuf(tarfile.USTAR_FORMAT))
    """

  @Test(
    "headers are those of Python's tarfile",
    arguments: [
      ("a", 0), ("00000012.png", 511), ("a/b/c.png", 512), ("ü.png", 8_589_934_591),
      (String(repeating: "x", count: 100), 1),
      (String(repeating: "y", count: 155) + "/" + String(repeating: "x", count: 100), 7),
      (String(repeating: "dir/", count: 30) + "name.png", 77),
    ])
  func headers(name: String, byteCount: Int) throws {
    let entry = try TarEntry(name: name, byteCount: byteCount)
    guard let known = try Self.run(Self.header, [name, "\(byteCount)"]) else { return }
    #expect(Self.withoutDevice(entry.header) == Self.withoutDevice(known))
    #expect(entry.header.count == 512)
    #expect(entry.storedByteCount == 512 + (byteCount + 511) / 512 * 512)
  }

  /// A header without the numbers of a device, which some versions of Python leave empty, and without the sum.
  private static func withoutDevice(_ header: [UInt8]) -> [UInt8] {
    Array(header[..<148] + header[156..<329] + header[345...])
  }

  @Test(
    "names that the format cannot hold are refused",
    arguments: [
      String(repeating: "x", count: 101), String(repeating: "y", count: 156) + "/x", "",
      "a\u{0}b", String(repeating: "y", count: 156) + "/" + String(repeating: "x", count: 100),
    ])
  func refusals(name: String) {
    #expect(throws: TarError.nameTooLong(name)) { try TarEntry(name: name, byteCount: 1) }
  }

  /// Writes files of random sizes, and returns them.
  private func write(
    _ count: Int, to archives: ArchiveSet, seed: UInt64, interruptedAt stops: [Int] = []
  ) throws -> [(name: String, bytes: [UInt8], slice: ArchiveSlice)] {
    var files: [(name: String, bytes: [UInt8], slice: ArchiveSlice)] = []
    var writer = ArchiveWriter(archives, durable: false)
    for index in 0..<count {
      if stops.contains(index) {
        // What the buffer has is written; a row more is in the file than the later process is told.
        _ = try writer.append("lost", [1, 2, 3])
        try writer.flush()
        writer = ArchiveWriter(archives, durable: false)
        for file in files {
          let isFound = writer.pass(file.slice, name: file.name)
          #expect(isFound)
        }
        try writer.resume()
      }
      let size = Int((seed &* 7919 &+ UInt64(index) &* 104_729) % 3000)
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* (index + 1)) }
      let name = "\(index).bin"
      files.append((name, bytes, try writer.append(name, bytes)))
    }
    try writer.finish()
    return files
  }

  @Test("a row of archives is read back, and is the same after interruptions")
  func readsBack() throws {
    let (folder, other) = (try TestFolder(), try TestFolder())
    let archives = try #require(ArchiveSet(folder.path("x-{archive:03}.tar"), byteLimit: 20_000))
    let files = try write(100, to: archives, seed: 3)
    for file in files {
      let bytes = try TestFolder.bytes(at: file.slice.archive)
      let end = file.slice.offset + file.slice.byteCount
      #expect(Array(bytes[file.slice.offset..<end]) == file.bytes)
    }
    let names = try folder.names()
    #expect(names.count > 5)
    #expect(names.last == "x-index.json")
    for name in names.dropLast() { #expect(try folder.bytes(name).count <= 20_000) }
    let listed = try Self.run(
      """
      import glob, sys, tarfile
      for path in sorted(glob.glob(sys.argv[1] + '/*.tar')):
        for member in tarfile.open(path):
          print(member.name, member.size, member.mtime, member.uid, oct(member.mode))
      """, [folder.path])
    if let listed {
      let lines = String(decoding: listed, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(lines == files.map { "\($0.name) \($0.bytes.count) 0 0 0o644" })
    }
    let again = try #require(ArchiveSet(other.path("x-{archive:03}.tar"), byteLimit: 20_000))
    _ = try write(100, to: again, seed: 3, interruptedAt: [1, 2, 17, 50, 51, 99])
    #expect(try other.names() == names)
    for name in names { #expect(try other.bytes(name) == folder.bytes(name), "\(name)") }
  }

  @Test("an archive without a file is empty, and a file larger than the limit has one of its own")
  func extremes() throws {
    let folder = try TestFolder()
    var writer = ArchiveWriter(try #require(ArchiveSet(folder.path("a.tar"))), durable: true)
    try writer.finish()
    #expect(try folder.bytes("a.tar") == [UInt8](repeating: 0, count: 1024))
    let small = try #require(ArchiveSet(folder.path("b{archive}.tar"), byteLimit: 1024))
    var second = ArchiveWriter(small, durable: false)
    for name in ["x", "y"] { _ = try second.append(name, [UInt8](repeating: 7, count: 2000)) }
    #expect(try folder.names().contains("b1.tar.part"))
    try second.finish()
    #expect(try folder.names() == ["a.tar", "b0.tar", "b1.tar", "bindex.json"])
  }
}
