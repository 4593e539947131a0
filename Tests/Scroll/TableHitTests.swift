import Foundation
import Galley
import GalleyCellRendering
import GalleyFeedItems
import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

@testable import GalleyLive

@MainActor
@Suite("Hits in a live table", .timeLimit(.minutes(15)))
struct TableHitTests {
  @Test("a point has its row by any offset, and none beside the rows", arguments: [1.0, 2, 3])
  func rows(scale: Double) async throws {
    let view = try await FeedView(viewOptions { $0.rendering.template.scale = scale })
    #expect(view.row(at: Point(x: 1, y: 1)) == nil)
    try await view.insertLaidOut(items(0..<40), at: 0)
    for offset in [0.0, 333, 1000] {
      view.offset = offset
      _ = try await view.settle()
      var row = -1
      for y in stride(from: 0.0, to: 240, by: 4) {
        let hit = try #require(view.row(at: Point(x: 10, y: y)))
        guard case .row(let path) = hit.place else {
          Issue.record("\(hit.place)")
          return
        }
        #expect(view.id(at: path) == hit.row)
        #expect(hit.point.x == 10 && hit.point.y >= 0)
        if row >= 0 { #expect(path.row == row || path.row == row + 1) }
        row = path.row
      }
    }
    for point in [(-1.0, 1.0), (320, 1), (1, -1), (1, 240), (.nan, 1), (1, .infinity)] {
      #expect(view.row(at: Point(x: point.0, y: point.1)) == nil)
    }
    await view.close()
  }

  @Test("while a frame waits for its pictures, a point has the row that the last frame shows there")
  func waiting() async throws {
    let isOpen = Monitor(false)
    let rows = items(0..<400)
    let view = try await TableView<Int>(viewOptions { $0.policy = .wait }) { number in
      if number >= 100 { isOpen.wait { $0 ? () : nil } }
      return RowCell(rows[number])
    }
    try view.insert(Array(0..<200), at: 0)
    view.offset = 1500
    _ = try await view.settle()
    let points = stride(from: 2.0, to: 240, by: 6).map { Point(x: 10, y: $0) }
    let before = points.map { view.row(at: $0) }
    let last = try #require(before.last ?? nil)
    view.offset = 9000
    #expect(try view.makeFrame() == nil && view.pinnedOffset != nil)
    func check(without removed: RowID? = nil) {
      for (point, old) in zip(points, before) {
        let hit = view.row(at: point)
        #expect(hit?.row == (old?.row == removed ? nil : old?.row), "at \(point.y)")
        if let hit {
          #expect(hit.point == old?.point && hit.place == view.place(of: hit.row))
        }
      }
    }
    check()
    // Above, between and below the rows of the frame.
    let middle = try #require(view.place(of: last.row)?.path.row)
    try view.insert([300, 301, 302], at: 0)
    check()
    try view.insert([303, 304], at: middle)
    check()
    try view.remove(0..<2)
    view.remove([last.row])
    check(without: last.row)
    isOpen.notifyingWithLock { $0 = true }
    _ = try await view.settle()
    await view.close()
  }

  @Test("a hit has the areas of the row at the point", arguments: [RenderMode.sync, .async])
  func areas(mode: RenderMode) async throws {
    let view = try await FeedView(
      viewOptions(mode) { $0.rendering.assets = Repository.url("Samples/Assets").path })
    let item = FeedItem(title: "A ferry", body: "It runs.", author: "Mara", avatar: "mara.png")
    try await view.insertLaidOut([item] + items(0..<5), at: 0)
    _ = try await view.settle()
    var kinds: Set<String> = []
    for y in stride(from: 0.0, to: 80, by: 8) {
      for x in stride(from: 0.0, to: 320, by: 8) {
        let hit = try await view.hit(at: Point(x: x, y: y))
        for area in hit?.areas ?? [] {
          let point = try #require(hit?.point)
          #expect(
            area.rects.contains { rect in
              rect.minX <= point.x && point.x < rect.maxX && rect.minY <= point.y
                && point.y < rect.maxY
            })
          kinds.insert(area.part?.rawValue ?? "")
        }
      }
    }
    #expect(kinds.contains("avatar"), "\(kinds)")
    #expect(try await view.hit(at: Point(x: 400, y: 0)) == nil)
    await view.close()
  }
}
