import Foundation
import Galley
import TestSupport
import Testing

@testable import GalleyScrolling

@Suite("Folders of frames", .timeLimit(.minutes(15)))
struct FrameFolderTests {
  private let everyday = Repository.feed("everyday.jsonl")

  private func scroll(_ folder: String, seconds: Double = 0.1) throws -> CommandOutput {
    try GalleyRunner.scroll([everyday, "--seconds", "\(seconds)", "--frames", folder, "--quiet"])
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("lose the frames of an earlier scroll, and nothing else")
  func staleFrames() throws {
    let folder = try TestFolder()
    let others = ["frame-1.png", "notes.png", "frame-00000x.png", "frame-009999.png"]
    for name in others { try write("mine", to: folder.path(name)) }
    try FileManager.default.createDirectory(
      atPath: folder.path("frame-000500.png"), withIntermediateDirectories: false)
    try write("mine", to: folder.path("frame-000500.png/notes"))
    #expect(try scroll(folder.path, seconds: 0.3).status == 0)
    let longer = try folder.visibleNames().count
    // A file that took a frame's place is none of that scroll's.
    try write("mine", to: folder.path("frame-000012.png"))
    #expect(try scroll(folder.path).status == 0)
    let names = try folder.visibleNames()
    #expect(names.contains("frame-000000.png") && names.count < longer)
    for name in others + ["frame-000012.png", "frame-000500.png/notes"] {
      #expect(try folder.bytes(name) == Array("mine".utf8), "\(name)")
    }
  }

  @Test("are left as they are by a run whose feed is missing or broken")
  func noFeed() throws {
    let (folder, input) = (try TestFolder(), try TestFolder())
    try write("[{\"title\":", to: input.path("broken"))
    #expect(try scroll(folder.path).status == 0)
    let names = try folder.names()
    for feed in ["missing", "broken"] {
      for frames in [folder.path, folder.path("new")] {
        let run = try GalleyRunner.scroll([input.path(feed), "--from", "fd", "--frames", frames])
        #expect([65, 66].contains(run.status), "\(run.errors)")
        #expect(try folder.names() == names)
      }
    }
  }

  @Test("keep a file that has a frame's name: the run ends with 73 and names it")
  func nameIsTaken() throws {
    for name in ["frame-000000.png", "frame-000002.png"] {
      let folder = try TestFolder()
      try write("mine", to: folder.path(name))
      let run = try scroll(folder.path)
      #expect(run.status == 73)
      #expect(run.errors.contains(name), "\(run.errors)")
      #expect(try folder.bytes(name) == Array("mine".utf8))
    }
  }

  @Test("have each frame in their list before there is its file")
  func listComesFirst() throws {
    let folder = try TestFolder()
    func list() throws -> String {
      String(decoding: try folder.bytes(".galley-frames"), as: UTF8.self)
    }
    var frames = FrameFolder(folder.path)
    var lists: [String] = []
    for number in 0..<2 {
      try frames.write(number, byteCount: 4) { path in
        lists.append(try list())
        try write("made", to: path)
      }
    }
    let lines = ["frame-000000.png 4\n", "frame-000001.png 4\n"]
    #expect(lists == [lines[0], lines[0] + lines[1]])
    do {
      try frames.write(2, byteCount: 4) { _ in throw CancellationError() }
    } catch is CancellationError {}
    #expect(try list().hasSuffix("frame-000002.png 4\n"))
    #expect(try scroll(folder.path).status == 0)
  }

  @Test("that are made for the first frame have no frame that is not in their list")
  func newFolder() throws {
    let folder = try TestFolder()
    var frames = FrameFolder(folder.path("new"))
    var isRefused = false
    do {
      try frames.write(0, byteCount: 4) { path in
        // The list's name is taken.
        try FileManager.default.createDirectory(
          atPath: folder.path("new/.galley-frames"), withIntermediateDirectories: true)
        try write("made", to: path)
      }
    } catch { isRefused = true }
    #expect(isRefused)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new/frame-000000.png")))
  }

  @Test("may have a list that names other files, which stay")
  func forgedList() throws {
    let folder = try TestFolder()
    for name in ["victim", "frame-000009.png"] { try write("mine", to: folder.path(name)) }
    let names = ["victim", "../victim", folder.path("victim"), "frame-000009.png"]
    try write(
      names.map { "\($0) \($0.hasSuffix("9.png") ? 5 : 4)" }.joined(separator: "\n") + "\n\u{1}",
      to: folder.path(".galley-frames"))
    #expect(try scroll(folder.path).status == 0)
    #expect(try folder.bytes("victim") == Array("mine".utf8))
    #expect(try folder.bytes("frame-000009.png") == Array("mine".utf8))
  }
}
