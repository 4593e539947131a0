import Foundation
import Galley
import GalleySnapshots
import Testing
import Timeline

private let assets = URL(fileURLWithPath: #filePath)
  .appendingPathComponent("../../../../Assets").standardized.path

private func options(_ mode: RenderMode, _ workerCount: Int = 1) -> RenderOptions {
  RenderOptions(assets: assets, mode: mode, workerCount: workerCount)
}

/// A table of two sections with titles, 60 rows each: posts, and an item of a feed in every fourth row.
@MainActor
private func table(_ options: RenderOptions) async throws -> TableView<Entry> {
  let scroll = try ScrollOptions(rendering: options, viewportHeight: 600)
  let view = try await TableView<Entry>(scroll) { $0.cell }
  try view.register(PostCell.self)
  try view.register(TitleCell.self)
  let entries = Timeline.entries(60)
  try view.reloadData(
    rowCounts: [60, 60], row: { entries[$0.row] },
    header: { .title($0 == 0 ? "Today" : "Yesterday") })
  try await view.layOutRows()
  return view
}

@Suite("A timeline of cells of its own", .timeLimit(.minutes(5)))
@MainActor
struct TimelineTests {
  @Test("a post is a PNG in one line")
  func picture() throws {
    guard case .post(let post) = Timeline.entries(1)[0] else { return }
    let renderer = try PictureRenderer(options(.sync))
    let png = try renderer.png(of: PostCell(post))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let areas = try renderer.layout(of: PostCell(post)).hitAreas
    let roles = Set(areas.compactMap { $0.part?.rawValue })
    #expect(roles == ["post", "avatar", "author", "message", "picture"])
    #expect(renderer.takeWarnings().isEmpty)
  }

  @Test("posts are drawn as their golden pictures show them")
  func snapshots() throws {
    let renderer = try PictureRenderer(options(.sync))
    for (number, entry) in Timeline.entries(3).enumerated() {
      guard case .post(let post) = entry else { continue }
      let cell = PostCell(post)
      try Snapshots().check(
        renderer.png(of: cell), layout: renderer.layout(of: cell), named: "post-\(number)")
    }
  }

  @Test("a table counts the rows of each type of cell, and those of a known height")
  func heights() async throws {
    let view = try await table(options(.async, 2))
    let cells = view.statistics.cells
    // Three different posts, one item, and two titles.
    #expect(cells[PostCell.reuseIdentifier]?.rowCount == 90)
    #expect(cells[PostCell.reuseIdentifier]?.reusedCount == 87)
    #expect(cells[TitleCell.reuseIdentifier]?.rowCount == 2)
    #expect(cells[TitleCell.reuseIdentifier]?.reusedCount == 0)
    #expect(cells["card"]?.rowCount == 30 && cells["card"]?.reusedCount == 29)
    #expect(Set(cells.filter(\.value.isRegistered).keys) == ["PostCell", "TitleCell"])
    // A row that is loaded again with the same post finds its height.
    try view.reload(RowPath(section: 0, row: 0), with: Timeline.entries(1)[0])
    try await view.layOutRows()
    #expect(view.statistics.cells[PostCell.reuseIdentifier]?.reusedCount == 88)
    await view.close()
  }

  @Test("frames of mode async equal those of mode sync, with 1 to 8 workers")
  func modes() async throws {
    func frames(_ options: RenderOptions) async throws -> [[UInt8]] {
      let view = try await table(options)
      var frames: [[UInt8]] = []
      for offset in [0, 2_000, view.contentHeight / 2, view.contentHeight] {
        view.offset = offset
        frames.append(try await view.settle().png().bytes)
      }
      await view.close()
      return frames
    }
    let expected = try await frames(options(.sync))
    #expect(Set(expected).count == 4)
    for workerCount in 1...8 {
      let found = try await frames(options(.async, workerCount))
      #expect(found == expected, "\(workerCount) workers")
    }
  }

  @Test("a point of the table has a row, and the elements there with their roles")
  func hits() async throws {
    let view = try await table(options(.async, 2))
    _ = try await view.settle()
    func roles(_ x: Double, _ y: Double) async throws -> (TablePlace, [String])? {
      try await view.hit(at: Point(x: x, y: y)).map { hit in
        (hit.place, hit.areas.compactMap { $0.part?.rawValue })
      }
    }
    let title = try #require(try await roles(20, 10))
    #expect(title == (.header(section: 0), []))
    // The areas of a post, from the top of the table: its title is above.
    guard case .post(let post) = Timeline.entries(1)[0] else { return }
    let layout = try PictureRenderer(options(.sync)).layout(of: PostCell(post))
    let top = try PictureRenderer(options(.sync)).layout(of: TitleCell("Today")).size.height
    for part in layout.parts where part.kind.rawValue != "post" {
      let (x, y) = (part.rect.minX + part.rect.width / 2, part.rect.minY + part.rect.height / 2)
      let found = try #require(try await roles(x, top + y), "\(part.kind)")
      #expect(found.0 == .row(RowPath(section: 0, row: 0)))
      #expect(found.1.last == "post")
      #expect(found.1.contains(part.kind.rawValue) || ["box", "text"].contains(part.kind.rawValue))
    }
    // Beside the card there is the row, without an element.
    #expect(try #require(try await roles(2, top + 40)).1 == [])
    #expect(try await roles(-1, 10) == nil)
    await view.close()
  }

  @Test("on a slow machine, mode sync drops frames, and async presents the same without")
  func bench() async throws {
    var scroll = try ScrollOptions(
      rendering: options(.async), script: .fling(), duration: .seconds(1), viewportHeight: 600)
    scroll.costModel.throttle = 150
    let comparison = try await Timeline.compareModes(scroll, workerLimit: 4)
    #expect(comparison.isEqual && comparison.offsets.count == 12)
    #expect(comparison.async.map(\.summary.workerCount) == Array(1...4))
    let (sync, async) = (comparison.sync, comparison.async[3])
    #expect(sync.summary.frames.droppedCount > async.summary.frames.droppedCount)
    #expect(sync.blankShare == 0 && async.blankShare > 0 && async.blankShare < 1)
    let (slow, fast) = (sync.summary.mainTimes, async.summary.mainTimes)
    #expect(try #require(slow.percentile(99)) > #require(fast.percentile(99)))
    let lines = "\(comparison)".split(separator: "\n")
    #expect(lines.count == 7 + comparison.refusals.count)
  }
}
