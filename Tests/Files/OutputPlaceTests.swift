import Foundation
import GalleyFiles
import TestSupport
import Testing

@Suite("Places of outputs", .timeLimit(.minutes(15)))
struct OutputPlaceTests {
  @Test("missing folders appear with the file, and never without it")
  func makesFolders() throws {
    let folder = try TestFolder()
    var file = try AtomicFile(folder.path("a/b//c/d.txt"))
    try file.write([1, 2])
    #expect(try !folder.names().contains("a"))
    try file.commit(durable: true)
    #expect(try folder.bytes("a/b/c/d.txt") == [1, 2])
    #expect(try folder.names() == ["a"])
    _ = try AtomicFile(folder.path("x/y.txt"))
    try checkOutput(folder.path("x/y.txt"))
    try checkOutputFolder(folder.path("x/y"))
    #expect(try folder.names() == ["a"])
  }

  @Test("two files of one missing folder both appear")
  func shareFolder() throws {
    let folder = try TestFolder()
    let first = try AtomicFile(folder.path("new/1"))
    let second = try AtomicFile(folder.path("new/2"))
    try first.commit(durable: false)
    try second.commit(durable: false)
    #expect(try folder.bytes("new/1").isEmpty)
    #expect(try folder.bytes("new/2").isEmpty)
  }

  @Test("a path that cannot be a file is refused before anything is written")
  func refusals() throws {
    let folder = try TestFolder()
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    symlink("nowhere", folder.path("broken"))
    let long = String(repeating: "n", count: 300)
    for (name, code) in [
      ("file/a", ENOTDIR), ("broken/a", ENOENT), (long, ENAMETOOLONG),
      ("new/" + long, ENAMETOOLONG),
      (long + "/a", ENAMETOOLONG), ("", EISDIR), ("new/", ENOENT),
    ] {
      let path = folder.path + "/" + name
      #expect(throws: FileError.cannotCreate(path: path, errno: code), "\(name.prefix(20))") {
        try checkOutput(path)
      }
    }
    #expect(throws: FileError.cannotCreate(path: folder.path("file"), errno: ENOTDIR)) {
      try checkOutputFolder(folder.path("file"))
    }
    #expect(throws: FileError.cannotCreate(path: "/proc/self/fd/x", errno: ENOENT)) {
      try checkOutput("/proc/self/fd/x")
    }
    #expect(try folder.names() == ["broken", "file"])
  }

  @Test("paths of one file have one identity, those of two files have two")
  func identities() throws {
    let folder = try TestFolder()
    for name in ["a", "b"] { try Data().write(to: URL(fileURLWithPath: folder.path(name))) }
    symlink("a", folder.path("symbolic"))
    link(folder.path("a"), folder.path("hard"))
    symlink(".", folder.path("here"))
    func identity(_ name: String) -> FileIdentity? {
      FileIdentity(path: folder.path + "/" + name)
    }
    for name in ["symbolic", "hard", "./a", "here/a"] {
      #expect(identity(name) == identity("a"))
    }
    #expect(identity("a") != identity("b"))
    #expect(identity("new") == identity("here/new"))
    #expect(identity("x/new") == identity("here/x//new"))
    #expect(identity("new") != identity("old") && identity("new") != nil)
    #expect(FileIdentity(path: "/dev/null") == nil)
    let open = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("a")))
    #expect(FileIdentity(descriptor: open.fileDescriptor) == identity("hard"))
  }
}
