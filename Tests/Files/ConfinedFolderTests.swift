import Glibc
import TestSupport
import Testing

@testable import GalleyFiles

/// The names of files in a folder, with openat2 and without it.
@Suite("Confined folders", .timeLimit(.minutes(15)))
struct ConfinedFolderTests {
  private let outer: TestFolder
  private let folder: ConfinedFolder

  init() throws {
    outer = try TestFolder()
    for name in ["in", "in/sub", "in/sub/deep"] { mkdir(outer.path(name), 0o777) }
    _ = try outer.write("secret", to: "secret")
    _ = try outer.write("a", to: "in/a")
    _ = try outer.write("b", to: "in/sub/deep/b")
    symlink("../secret", outer.path("in/out"))
    symlink("sub", outer.path("in/link"))
    mkfifo(outer.path("in/pipe"), 0o666)
    folder = try ConfinedFolder(path: outer.path("in"))
  }

  /// The bytes, or the error number, of both ways to open a file.
  private func read(_ name: String) -> (Result<[UInt8], ReadFailure>, Result<[UInt8], ReadFailure>)
  {
    (
      Result { () throws(ReadFailure) in try folder.read(name, byteLimit: 100) },
      Result { () throws(ReadFailure) in try folder.readByComponents(name, byteLimit: 100) }
    )
  }

  @Test(
    "find a file with openat2 and without it",
    arguments: [("a", "a"), ("./a", "a"), ("sub/deep/b", "b"), ("sub//./deep/b", "b")])
  func found(name: String, content: String) throws {
    let (direct, walked) = read(name)
    #expect(try direct.get() == Array(content.utf8))
    #expect(try walked.get() == Array(content.utf8))
  }

  @Test(
    "refuse names that lead out, links and pipes with openat2 and without it",
    arguments: [
      "../secret", "sub/../../secret", "/etc/passwd", "/", "", "..", "out", "pipe", "none", "sub",
      "a/b", "a/", String(repeating: "n", count: 300), "sub/" + String(repeating: "n", count: 300),
    ])
  func refused(name: String) {
    let (direct, walked) = read(name)
    #expect(throws: ReadFailure.self) { try direct.get() }
    #expect(throws: ReadFailure.self) { try walked.get() }
  }

  @Test("follow a link to a folder of the same folder only with openat2")
  func link() throws {
    let (direct, walked) = read("link/deep/b")
    #expect(try direct.get() == [UInt8(ascii: "b")])
    #expect(throws: ReadFailure.self) { try walked.get() }
  }

  @Test("leave no descriptor open after long and refused names")
  func descriptors() throws {
    func next() throws -> Int32 {
      let number = open("/dev/null", O_RDONLY)
      try #require(number >= 0)
      close(number)
      return number
    }
    let before = try next()
    for name in [
      "sub/deep/none", "sub/..", "sub/deep/b/c", "sub/" + String(repeating: "n", count: 300),
    ] {
      for _ in 0..<100 { _ = read(name) }
    }
    // Other tests of the process open files, too, but not a hundred.
    #expect(try next() < before + 100)
  }
}
