import Foundation
import TestSupport
import Testing

@testable import GalleyFiles

@Suite("Files that grow", .timeLimit(.minutes(5)))
struct AppendedFileTests {
  @Test("of two writers of one name each has the file for itself, until it has its last name")
  func excludes() async throws {
    let folder = try TestFolder()
    let path = folder.path("x")
    try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in UInt8(1)...3 {
        group.addTask {
          let payload = [UInt8](repeating: writer, count: 1000)
          var count = 0
          while count < 300 {
            do throws(FileError) {
              var file = try AppendedFile(path + ".part", .emptied, followsLinks: false)
              try file.append(payload)
              _ = try file.finish(renamedTo: path, durable: false)
            } catch {
              guard case .cannotCreate(_, FileError.inUse) = error else { throw error }
              try Task.checkCancellation()
              await Task.yield()
              continue
            }
            count += 1
            // A writer that opened the file under its former name would have emptied this one.
            let found = try TestFolder.bytes(at: path)
            #expect(found.count == 1000 && Set(found).count == 1, "\(found.count) bytes")
          }
          return count
        }
      }
      for try await count in group { #expect(count == 300) }
    }
  }

  @Test("a link is followed or refused as asked, and one that leads nowhere makes no file")
  func links() throws {
    let folder = try TestFolder()
    _ = try folder.write("abc", to: "target")
    #expect(symlink("target", folder.path("link")) == 0)
    #expect(symlink("missing", folder.path("broken")) == 0)
    #expect(try AppendedFile(folder.path("link"), .continued).byteCount == 3)
    for name in ["link", "broken"] {
      let path = folder.path(name)
      #expect(throws: FileError.cannotCreate(path: path, errno: FileError.notRegular)) {
        _ = try AppendedFile(path, .emptied, followsLinks: false)
      }
    }
    #expect(throws: FileError.self) { _ = try AppendedFile(folder.path("broken"), .emptied) }
    #expect(try folder.names() == ["broken", "link", "target"])
    #expect(try folder.bytes("target") == Array("abc".utf8))
  }
}
