import Foundation
import Galley
import TestSupport
import Testing

@Suite("FeedRenderer", .timeLimit(.minutes(15)))
struct FeedRendererTests {
  private static let feed = FeedInput.bytes(
    Array((0..<400).map { #"{"title":"Row \#($0)","body":"Some words."}"# + "\n" }.joined().utf8))

  @Test(
    "leaves no tall picture and no temporary file when it is cancelled, but whole pages",
    arguments: RenderMode.allCases)
  func cancels(mode: RenderMode) async throws {
    let folder = try TestFolder()
    let renderer = try FeedRenderer(RenderOptions(mode: mode, workerCount: 2))
    let pattern = try #require(PathPattern(folder.path("page-{page}.png"), name: "page"))
    for output in [
      RenderOutput.tall(path: folder.path("tall.png")), .pages(height: 200, pattern: pattern),
    ] {
      let task = Task {
        try await renderer.render(Self.feed, to: output) { element in
          guard case .row(let row) = element, row.index == 40 else { return }
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let names = try folder.names()
    #expect(names.count > 10)
    for name in names {
      #expect(name.hasPrefix("page-"))
      #expect(try DecodedPNG(folder.bytes(name)).height == 400)
    }
  }

  @Test("renders two feeds at once to the bytes of each alone", arguments: RenderMode.allCases)
  func rendersTwo(mode: RenderMode) async throws {
    let folder = try TestFolder()
    let options = RenderOptions(mode: mode, workerCount: 2)
    let names = ["right-to-left.jsonl", "journal.json"]
    for name in names {
      try await FeedRenderer(options).render(
        .path(Repository.feed(name)), to: .tall(path: folder.path(name)))
    }
    let renderer = try FeedRenderer(options)
    let paths = ["0", "1", "2", "3", "same", "same"].map { folder.path($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, path) in paths.enumerated() {
        group.addTask {
          try await renderer.render(
            .path(Repository.feed(names[index % 2])), to: .tall(path: path))
        }
      }
      try await group.waitForAll()
    }
    let alone = try names.map { try folder.bytes($0) }
    for number in 0..<4 {
      #expect(try folder.bytes("\(number)") == alone[number % 2], "render \(number)")
    }
    // Of two renders to one path, one is there as a whole.
    #expect(alone.contains(try folder.bytes("same")))
    #expect(try folder.names() == (["0", "1", "2", "3", "same"] + names).sorted())
  }
}
