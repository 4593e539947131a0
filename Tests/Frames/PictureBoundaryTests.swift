import GalleyPrimitives
import GalleyRandomness
import Testing

@testable import GalleyFrames

private func key(_ number: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(number)) }

private func makeRow(height: Int, y: Int = 0) -> DemandInput.Row {
  DemandInput.Row(key: key(0), y: y, height: height, work: WorkAmount())
}

/// Complete pictures of one byte.
private struct Present: PresentPictures {
  var pictures: Set<PictureID>

  func byteCount(of id: PictureID) -> Int? { pictures.contains(id) ? 1 : nil }

  func hasLayout(of key: ContentKey) -> Bool { false }
}

@Suite("Bounds of wanted pictures", .timeLimit(.minutes(15)))
struct PictureBoundaryTests {
  @Test("bands reach 256 pixel rows beyond the visible ones, and beyond the ones to prepare")
  func bands() {
    let around = PartBands(visible: 5000..<6000, display: 4000..<8000)
    #expect(around.visible == 4744..<6256 && around.display == 3744..<8256)
    // The visible band is prepared too, even if the other one does not contain it.
    #expect(PartBands(visible: 5000..<6000, display: 5500..<8000).display == 4744..<8256)
    #expect(PartBands(visible: 5000..<6000, display: 4000..<5500).display == 3744..<6256)
  }

  @Test("a row of one picture is wanted as a whole, and a higher one where it is visible")
  func heights() {
    let bands = PartBands(visible: 9000..<9100, display: 9000..<9100)
    #expect(bands.seen(makeRow(height: 1024)).map(\.rows) == [0..<1024])
    #expect(bands.seen(makeRow(height: 1025)).isEmpty)
    #expect(bands.near(makeRow(height: 1025)).isEmpty)
  }

  @Test("the pictures of random high rows are those that have a pixel row of the band")
  func randomParts() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1000 {
      let row = makeRow(height: 1025 + random.below(9000), y: random.below(20_000))
      let (top, start) = (random.below(30_000), random.below(30_000))
      let bands = PartBands(
        visible: top..<top + random.below(3000), display: start..<start + random.below(9000))
      let parts = stride(from: 0, to: row.height, by: 1024).map { first in
        first..<min(first + 1024, row.height)
      }
      func expected(_ band: Range<Int>) -> [Range<Int>] {
        parts.filter { part in
          row.y + part.lowerBound < band.upperBound && row.y + part.upperBound > band.lowerBound
        }
      }
      #expect(bands.seen(row).map(\.rows) == expected(bands.visible))
      #expect(bands.near(row).map(\.rows) == expected(bands.display))
    }
  }

  @Test("a limit of no bytes, or of less, admits no byte", arguments: [0, -1, Int.min])
  func noBytes(limit: Int) {
    var budget = PictureBudget(byteLimit: limit, keptCount: 0)
    let isAdmitted = budget.admits(1)
    #expect(!isAdmitted)
  }

  @Test("rows are prepared nearest first where no visible row is among them")
  func invisibleRows() {
    for direction in ScrollDirection.allCases {
      func rows(_ visible: Range<Int>) -> [Int] {
        RowUrgency(visible: visible, prepared: 2..<5, direction: direction).rows
      }
      #expect(rows(9..<9) == [4, 3, 2] && rows(0..<0) == [2, 3, 4])
    }
  }

  @Test("visible rows that are not prepared are refused")
  func unpreparedRows() async {
    await #expect(processExitsWith: .failure) {
      _ = RowUrgency(visible: 0..<5, prepared: 1..<7, direction: .forward)
    }
    await #expect(processExitsWith: .failure) {
      _ = RowUrgency(visible: 3..<8, prepared: 1..<7, direction: .forward)
    }
  }

  @Test("pixel rows are there if each picture with one of them is")
  func presentRows() {
    let parts = PictureID.covering(0..<2500, of: key(0), height: 2500)
    let present = Present(pictures: [parts[0], parts[1]])
    func has(_ rows: Range<Int>) -> Bool { present.has(rows, of: key(0), height: 2500) }
    #expect(has(0..<1) && has(0..<2048) && has(1024..<1025) && has(7..<7))
    #expect(!has(0..<2049) && !has(2048..<2500) && !has(0..<2500))
  }

  @Test(
    "several missing pictures come before complete ones, and a single one keeps its place",
    arguments: [
      ([1], [0, 1]), ([0], [0, 1]), ([0, 1], [0, 1]), ([0, 2], [1, 3, 0, 2]),
      ([0, 1, 3], [0, 1, 2, 3]), ([], [0, 1]),
    ])
  func missing(complete: [Int], expected: [Int]) {
    var model = CostModel()
    model.raster.fixed = 1e6
    let rows = 0..<expected.count
    let band = 0..<10 * rows.count
    var input = DemandInput(
      visible: rows, display: rows, preload: rows, visibleBand: band, displayBand: band,
      direction: .forward, time: .seconds(1))
    input.rows = rows.map {
      DemandInput.Row(key: key($0), y: 10 * $0, height: 10, work: WorkAmount())
    }
    let present = Present(pictures: Set(complete.map { PictureID(key: key($0), rows: 0..<10) }))
    let demand = PictureDemand(
      width: 1, byteLimit: 0, isCapped: false, workerCount: 1, model: model)
    #expect(demand.wanted(input, present: present).pictures.map(\.row) == expected)
  }
}
