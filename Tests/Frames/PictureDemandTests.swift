import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
import Testing

/// Complete pictures of 40 bytes, and layouts.
private struct Present: PresentPictures {
  var pictures: Set<PictureID> = []
  var layouts: Set<ContentKey> = []

  func byteCount(of id: PictureID) -> Int? { pictures.contains(id) ? 40 : nil }

  func hasLayout(of key: ContentKey) -> Bool { layouts.contains(key) }
}

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

/// Rows of 10 by 10 pixels with one glyph each, of which a worker lays out one in 2 ms and draws it in 3 ms.
private struct Table {
  var rows: [DemandInput.Row]
  var visible = 2..<4
  var display = 1..<6
  var preload = 0..<8
  var direction = ScrollDirection.forward
  var time = Duration.milliseconds(10)

  init(keys: [Int] = Array(0..<8), heights: [Int] = []) {
    var y = 0
    rows = keys.enumerated().map { place, number in
      let height = place < heights.count ? heights[place] : 10
      defer { y += height }
      return DemandInput.Row(
        key: key(number), y: y, height: height, work: WorkAmount(glyphs: 1))
    }
  }

  /// A row of the table, as the start of `visible` is the viewport's top.
  var input: DemandInput {
    func band(_ range: Range<Int>) -> Range<Int> {
      guard let last = rows[range].last else { return 0..<0 }
      return rows[range.lowerBound].y..<last.y + last.height
    }
    var input = DemandInput(
      visible: visible, display: display, preload: preload, visibleBand: band(visible),
      displayBand: band(display), direction: direction, time: time)
    input.rows = Array(rows[preload])
    return input
  }

  func wanted(
    byteLimit: Int = 1 << 20, isCapped: Bool = false, workerCount: Int = 1,
    present: Present = Present()
  ) -> PictureDemand.Wanted {
    var model = CostModel()
    model.layout.perGlyph = 2e6
    model.raster.perGlyph = 3e6
    let demand = PictureDemand(
      width: 10, byteLimit: byteLimit, isCapped: isCapped, workerCount: workerCount, model: model)
    return demand.wanted(input, present: present)
  }

  func id(_ row: Int, part: Int = 0) -> PictureID {
    let all = PictureID.covering(
      0..<rows[row].height, of: rows[row].key, height: rows[row].height)
    return all[part]
  }
}

extension PictureDemand.Wanted {
  fileprivate var rows: [Int] { pictures.map(\.row) }
}

@Suite("PictureDemand", .timeLimit(.minutes(15)))
struct PictureDemandTests {
  @Test(
    "visible pictures come first, then those ahead, then those behind, then the layouts beyond",
    arguments: [
      (ScrollDirection.forward, [2, 3, 4, 5, 1], [6, 7, 0]),
      (.backward, [3, 2, 1, 4, 5], [0, 6, 7]),
    ])
  func order(direction: ScrollDirection, pictures: [Int], layouts: [Int]) {
    var table = Table()
    table.direction = direction
    let wanted = table.wanted()
    #expect(wanted.rows == pictures && wanted.layouts == layouts)
    #expect(wanted.byteCount == 5 * 400)
  }

  @Test("equal rows want one picture, which counts once, and no layout besides")
  func equalRows() {
    let table = Table(keys: [5, 1, 2, 2, 1, 5, 5, 8])
    let wanted = table.wanted(byteLimit: 3 * 400)
    #expect(wanted.rows == [2, 4, 5] && wanted.byteCount == 1200)
    #expect(wanted.layouts == [7])
    // Two visible rows of the same content leave the worker the time for a third.
    var others = Table(keys: [0, 1, 2, 2, 2, 3, 6, 7])
    others.visible = 2..<6
    others.rows[3].work.glyphs = 9
    #expect(others.wanted().rows == [2, 5, 1])
  }

  @Test(
    "pictures are left out from the first one that does not fit, but visible ones only with a cap",
    arguments: [
      (0, false, [2, 3]), (800, false, [2, 3]), (1300, false, [2, 3, 4]), (0, true, []),
      (700, true, [2]), (1300, true, [2, 3, 4]), (-1, true, []),
    ])
  func byteLimit(limit: Int, isCapped: Bool, rows: [Int]) {
    let wanted = Table().wanted(byteLimit: limit, isCapped: isCapped)
    #expect(wanted.rows == rows)
    #expect(wanted.rows + wanted.refused == [2, 3, 4, 5, 1])
  }

  @Test("a cap leaves out the same visible pictures in each direction")
  func cap() {
    var table = Table()
    table.direction = .backward
    #expect(table.wanted(byteLimit: 400, isCapped: true).rows == [2])
  }

  @Test("visible pictures that can be complete in time precede the others")
  func deadlines() {
    var table = Table()
    table.visible = 1..<4
    table.rows[1].work.glyphs = 3
    // A worker has the time for two rows; row 1 takes longer than there is.
    #expect(table.wanted().rows == [2, 3, 1, 4, 5])
    // Without its layout, row 1 takes 9 ms.
    #expect(table.wanted(present: Present(layouts: [key(1)])).rows == [1, 2, 3, 4, 5])
    // Complete pictures follow the missing ones.
    #expect(
      table.wanted(present: Present(pictures: [table.id(2)], layouts: [key(2)])).rows
        == [3, 1, 2, 4, 5])
  }

  @Test("rows without a layout want one, most urgent first, and no picture")
  func unknownHeights() {
    var table = Table()
    for row in [0, 2, 5, 6] { table.rows[row].isLaidOut = false }
    let wanted = table.wanted()
    #expect(wanted.rows == [3, 4, 1] && wanted.layouts == [7])
    #expect(wanted.unknown == [2, 5, 6, 0])
  }

  @Test("nothing is wanted but layouts if the display range is empty")
  func lowMemory() {
    var table = Table()
    table.display = 2..<2
    let wanted = table.wanted()
    #expect(wanted.pictures.isEmpty && wanted.layouts.sorted() == Array(0..<8))
  }

  @Test("of a very high row, the visible pictures are wanted with the visible rows, others later")
  func tallRows() {
    let tall = 10 * PictureID.maximumRowCount
    var table = Table(heights: [10, 10, 10, tall, 10, 10, 10, 10])
    var input = table.input
    // Row 3 is visible from its third picture on; one more screen is prepared.
    let top = table.rows[3].y + 2 * PictureID.maximumRowCount + 512
    func wanted(_ direction: ScrollDirection) -> [Range<Int>] {
      input.visible = 3..<4
      input.display = 3..<4
      input.visibleBand = top..<top + 1024
      input.displayBand = top - 512..<top + 2048
      input.direction = direction
      return PictureDemand(
        width: 1, byteLimit: 1 << 30, isCapped: false, workerCount: 1, model: CostModel()
      ).wanted(input, present: Present()).pictures.map(\.id.rows)
    }
    func parts(_ numbers: [Int]) -> [Range<Int>] {
      numbers.map { table.id(3, part: $0).rows }
    }
    #expect(wanted(.forward) == parts([2, 3, 1, 4]))
    #expect(wanted(.backward) == parts([2, 3, 4, 1]))
    // The near pictures of a row that is not visible follow all other rows.
    table.visible = 1..<3
    table.display = 1..<6
    let rows = table.wanted().pictures
    #expect(rows.prefix(2).map(\.row) == [1, 2])
    #expect(rows.dropFirst(2).first?.id == table.id(3))
    #expect(rows.dropFirst(3).prefix(2).map(\.row) == [4, 5])
    #expect(rows.dropFirst(5).allSatisfy { $0.row == 3 } && rows.count == 5 + 9)
  }

  @Test("the older pictures of edited rows are kept if they are complete, after the visible ones")
  func olderPictures() {
    var table = Table()
    table.rows[3].older = DemandInput.Older(key: key(33), height: 7)
    table.rows[2].older = DemandInput.Older(key: key(22), height: 7)
    let old = PictureID(key: key(33), rows: 0..<7)
    let wanted = table.wanted(byteLimit: 0, present: Present(pictures: [old]))
    #expect(wanted.pictures.map(\.id) == [table.id(2), table.id(3), old])
    #expect(wanted.byteCount == 840)
  }

  @Test("random demands are unique, fit, and hold all visible pictures, or the topmost with a cap")
  func random() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let count = 1 + random.below(20)
      var table = Table(
        keys: (0..<count).map { _ in random.below(15) },
        heights: (0..<count).map { _ in random.below(8) == 0 ? 3_000 : 1 + random.below(40) })
      for row in table.rows.indices {
        table.rows[row].height =
          table.rows.first { $0.key == table.rows[row].key }?.height ?? 0
      }
      var y = 0
      for row in table.rows.indices {
        table.rows[row].y = y
        y += table.rows[row].height
      }
      let edges = (0..<6).map { _ in random.below(count + 1) }.sorted()
      (table.preload, table.display, table.visible) = (
        edges[0]..<edges[5], edges[1]..<edges[4], edges[2]..<edges[3]
      )
      table.direction = random.below(2) == 0 ? .forward : .backward
      let present = Present(
        pictures: Set(
          (0..<10).map { number in
            PictureID(key: key(number), rows: 0..<1 + random.below(40))
          }), layouts: [key(1), key(2)])
      let limit = random.below(20_000)
      for isCapped in [false, true] {
        let wanted = table.wanted(byteLimit: limit, isCapped: isCapped, present: present)
        #expect(Set(wanted.pictures.map(\.id)).count == wanted.pictures.count)
        #expect(wanted.byteCount == wanted.pictures.reduce(0) { $0 + $1.byteCount })
        let visible = table.input.visibleBand
        let seen = table.visible.flatMap { row in
          let row = table.rows[row]
          return Array(
            PictureID.covering(visible.shifted(by: -row.y), of: row.key, height: row.height))
        }
        let ids = Set(wanted.pictures.map(\.id))
        if isCapped {
          #expect(wanted.byteCount <= limit)
          // Neither the direction nor complete pictures change the choice of visible pictures.
          var other = table
          other.direction = table.direction == .forward ? .backward : .forward
          let others = other.wanted(byteLimit: limit, isCapped: true).pictures.map(\.id)
          #expect(ids.intersection(seen) == Set(others).intersection(seen))
        } else {
          #expect(seen.allSatisfy { ids.contains($0) })
        }
      }
    }
  }
}
