import Foundation
import Galley
import GalleyCellRendering
import GalleyFiles
import TestSupport
import Testing

@Suite("Cells of several types", .timeLimit(.minutes(15)))
struct CellModesTests {
  private static let trees = Entry.feed(32).compactMap(\.tree)

  private static func options(_ mode: RenderMode, workerCount: Int) -> RenderOptions {
    PictureRendererTests.options(scale: 1, mode: mode, workerCount: workerCount)
  }

  @Test("workers draw the bytes of one thread, in order")
  func workers() async throws {
    let renderer = try PictureRenderer(Self.options(.sync, workerCount: 1))
    let expected = try Self.trees.map { try renderer.png(of: $0) }
    for workerCount in [1, 2, 3, 8] {
      let feed = try FeedRenderer(Self.options(.async, workerCount: workerCount))
      var found: [[UInt8]] = []
      for try await cell in feed.pictures(of: Self.trees) {
        #expect(cell.index == found.count && cell.warnings.isEmpty)
        found.append(cell.bytes)
      }
      #expect(found == expected, "\(workerCount) workers")
    }
  }

  @Test("cells are written to files with their numbers")
  func files() async throws {
    let folder = try TestFolder()
    let pattern = try #require(PathPattern(folder.path("{index:03}.png"), name: "index"))
    let feed = try FeedRenderer(Self.options(.async, workerCount: 2))
    let cells = (0..<20).map { NoteCell(text: "number \($0)") }
    #expect(try await feed.render(cells: cells, to: pattern) == 20)
    let renderer = try PictureRenderer(Self.options(.sync, workerCount: 1))
    #expect(try folder.bytes("019.png") == renderer.png(of: cells[19]))
  }

  @Test(
    "a full disk has whole files and no others",
    .enabled(if: SmallDisk.isAvailable, "mounting a tmpfs takes root"))
  func fullDisk() async throws {
    let disk = try SmallDisk(size: "64k")
    let pattern = try #require(PathPattern(disk.folder.path("{index:03}.png"), name: "index"))
    let feed = try FeedRenderer(Self.options(.async, workerCount: 2))
    let cells = Self.trees + Self.trees
    var expected: [[UInt8]] = []
    for try await cell in feed.pictures(of: cells) { expected.append(cell.bytes) }
    await #expect(throws: PNGError.self) { try await feed.render(cells: cells, to: pattern) }
    let names = try disk.folder.names()
    #expect(!names.isEmpty && names.count < cells.count)
    #expect(names.sorted() == names.indices.map { pattern.path($0) }.map { String($0.suffix(7)) })
    for (number, name) in names.sorted().enumerated() {
      #expect(try disk.folder.bytes(name) == expected[number], "\(name)")
    }
  }

  @Test("files replace no image that a cell shows, no input and no pipe")
  func inputs() async throws {
    let folder = try TestFolder()
    let image = try Data(contentsOf: URL(fileURLWithPath: Repository.assets + "/mara.png"))
    try image.write(to: folder.url.appendingPathComponent("1.png"))
    let pattern = try #require(PathPattern(folder.path("{index}.png"), name: "index"))
    var options = Self.options(.sync, workerCount: 1)
    options.assets = folder.path
    let cells = (0..<3).map { _ in Image("1.png").frame(width: 20, height: 20) }
    await #expect(throws: RenderError.replacesInput(path: pattern.path(1))) {
      try await FeedRenderer(options).render(cells: cells, to: pattern)
    }
    #expect(try folder.bytes("1.png") == [UInt8](image))
    options.assets = nil
    options.inputs = [try #require(FileIdentity(path: folder.path("1.png")))]
    await #expect(throws: RenderError.replacesInput(path: pattern.path(1))) {
      try await FeedRenderer(options).render(cells: [Text("a"), Text("b")], to: pattern)
    }
    #expect(mkfifo(folder.path("2.png"), 0o600) == 0)
    options.inputs = []
    await #expect(throws: PNGError.self) {
      try await FeedRenderer(options).render(
        items: (0..<3).map { FeedItem(title: "\($0)") }, to: pattern)
    }
    #expect(try folder.names().sorted() == ["0.png", "1.png", "2.png"])
  }

  @Test("a cell that cannot be drawn ends the pictures with its place and type")
  func failures() async throws {
    struct BadCell: Cell {
      var size: Double
      var body: some Element { Text("x").fontSize(size) }
    }
    let feed = try FeedRenderer(Self.options(.async, workerCount: 2))
    var count = 0
    do {
      for try await _ in feed.pictures(of: [14, 14, .nan].map { BadCell(size: $0) }) { count += 1 }
      Issue.record("all cells are drawn")
    } catch let failure as RowFailure {
      #expect(failure.index == 2 && failure.message.contains("BadCell"))
    }
  }

  @Test("a table shows cells of three types, with headers, and async frames equal those of sync")
  @MainActor
  func tables() async throws {
    var frames: [[UInt8]] = []
    let entries = Entry.feed(36)
    for mode in [RenderMode.sync, .async] {
      for workerCount in mode == .sync ? [1] : [1, 8] {
        let options = try ScrollOptions(
          rendering: Self.options(mode, workerCount: workerCount), viewportHeight: 500)
        let view = try await TableView<Entry>(options) { $0.cell }
        try view.reloadData(
          rowCounts: [24, 12], row: { entries[$0.section * 24 + $0.row] },
          header: { .note("Section \($0)") })
        try await view.layOutRows()
        var bytes: [UInt8] = []
        for offset in [0.0, 700, view.contentHeight] {
          view.offset = offset
          bytes += try await view.settle().png().bytes
        }
        frames.append(bytes)
        let cells = view.statistics.cells
        #expect(Set(cells.keys) == ["card", "PostCell", "NoteCell"])
        #expect(cells.values.reduce(0) { $0 + $1.rowCount } == 38)
        let reused = cells.values.reduce(0) { $0 + $1.reusedCount }
        let different = Set(entries).count + 2
        #expect(reused == 38 - different, "\(mode), \(workerCount) workers")
        #expect(view.statistics.failures.isEmpty)
        await view.close()
      }
    }
    #expect(frames.dropFirst().allSatisfy { $0 == frames[0] })
  }
}
