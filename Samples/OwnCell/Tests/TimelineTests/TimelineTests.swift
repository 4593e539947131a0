import Foundation
import Galley
import Testing
import Timeline

private let assets = URL(fileURLWithPath: #filePath)
  .appendingPathComponent("../../../../Assets").standardized.path

private func options(_ mode: RenderMode, _ workerCount: Int) -> RenderOptions {
  RenderOptions(assets: assets, mode: mode, workerCount: workerCount)
}

@Suite("A timeline of cells of its own", .timeLimit(.minutes(5)))
@MainActor
struct TimelineTests {
  @Test("a post is a PNG in one line")
  func picture() throws {
    guard case .post(let post) = Timeline.entries(1)[0] else { return }
    let renderer = try PictureRenderer(options(.sync, 1))
    let png = try renderer.png(of: PostCell(post))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let areas = try renderer.layout(of: PostCell(post)).hitAreas
    let roles = Set(areas.compactMap { $0.part?.rawValue })
    #expect(roles == ["post", "avatar", "author", "message", "picture"])
    #expect(renderer.takeWarnings().isEmpty)
  }

  @Test("a table of three types of cells finds the heights of equal rows, in all modes the same")
  func table() async throws {
    var frames: [[UInt8]] = []
    for (mode, workerCount) in [(RenderMode.sync, 1), (.async, 1), (.async, 8)] {
      let scroll = try ScrollOptions(rendering: options(mode, workerCount), viewportHeight: 600)
      let view = try await TableView<Entry>(scroll) { $0.cell }
      let entries = Timeline.entries(80)
      try view.reloadData(
        rowCounts: [80], row: { entries[$0.row] }, header: { _ in .title("Today") })
      try await view.layOutRows()
      var bytes = try await view.settle().png().bytes
      view.offset = 2_000
      bytes += try await view.settle().png().bytes
      frames.append(bytes)
      let cells = view.statistics.cells
      #expect(cells["PostCell"]?.rowCount == 60 && cells["PostCell"]?.reusedCount == 57)
      #expect(cells["card"]?.rowCount == 20 && cells["card"]?.reusedCount == 19)
      #expect(cells["TitleCell"]?.rowCount == 1)
      await view.close()
    }
    #expect(frames[1] == frames[0] && frames[2] == frames[0])
  }
}
