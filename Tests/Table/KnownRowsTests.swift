import GalleyPrimitives
import GalleyTable
import Testing

/// 100 rows of 10 pixels.
private let tens = TableRows(heights: [Array(repeating: 10, count: 100)])

/// 200 rows of 5 pixels: a table with other answers, which shows whether a look-up reads the table.
private let fives = TableRows(heights: [Array(repeating: 5, count: 200)])

@Suite("Rows known in advance", .timeLimit(.minutes(15)))
struct KnownRowsTests {
  /// The rows around a band of 40 pixels, which are those of 80 pixels: 38 to 45.
  private func known() -> NearbyRows {
    var nearby = NearbyRows(of: tens)
    _ = nearby.rows(in: 400..<440, of: tens)
    return nearby
  }

  @Test(
    "cover half of the band's height on both sides, where a band needs no look-up",
    arguments: [
      (380..<460, false), (380..<420, false), (381..<382, false), (420..<460, false),
      (379..<420, true), (420..<461, true), (460..<470, true), (370..<380, true),
    ])
  func margins(band: Range<Int>, isRead: Bool) {
    var nearby = known()
    let expected = isRead ? fives.rows(in: band) : tens.rows(in: band)
    #expect(nearby.rows(in: band, of: fives) == expected)
  }

  @Test(
    "give their edges without a look-up, from the first to the last",
    arguments: [
      (38..<46, false), (38..<39, false), (40..<44, false), (45..<46, false),
      (37..<40, true), (44..<47, true), (37..<47, true), (46..<47, true), (0..<0, true),
    ])
  func edges(rows: Range<Int>, isRead: Bool) {
    var nearby = known()
    let places = VisibleRows(rows: rows, of: isRead ? fives : tens)
    #expect(nearby.places(of: rows, of: fives) == places)
    // The edges of the same rows are kept.
    #expect(nearby.places(of: rows, of: tens) == places)
  }

  @Test("end at the table's ends")
  func ends() {
    var nearby = NearbyRows(of: tens)
    #expect(nearby.rows(in: 0..<40, of: tens) == 0..<4)
    #expect(nearby.rows(in: 20..<60, of: fives) == 2..<6)
    #expect(nearby.places(of: 0..<2, of: fives).edges == [0, 10, 20])
    #expect(nearby.places(of: 0..<0, of: fives).edges == [])
    #expect(nearby.rows(in: 960..<2000, of: tens) == 96..<100)
    #expect(nearby.rows(in: 999..<1000, of: fives) == 99..<100)
    #expect(nearby.places(of: 99..<100, of: fives).edges == [990, 1000])
  }

  @Test(
    "follow an insertion above all of them, and refuse another one",
    arguments: [
      (0, 40..<44, true), (38, 40..<44, true), (39, 40..<44, false), (44, 40..<44, false),
      // Rows whose edges were asked for last may begin above the others.
      (30, 30..<44, true), (31, 30..<44, false), (38, 30..<44, false),
    ])
  func follows(row: Int, shown: Range<Int>, isKept: Bool) throws {
    var nearby = known()
    _ = nearby.places(of: shown, of: tens)
    var table = tens
    _ = try table.insertRows([3, 4, 0, 4, 4], at: RowPath(section: 0, row: row))
    let isFollowed = nearby.follow(insertionAt: row, count: 5, height: 15)
    #expect(isFollowed == isKept)
    #expect(nearby.totalHeight == (isKept ? 1015 : 1000))
    guard isKept else { return }
    // All answers are those of the table after the insertion, and need no look-up.
    let moved = shown.lowerBound + 5..<shown.upperBound + 5
    #expect(nearby.places(of: moved, of: fives) == VisibleRows(rows: moved, of: table))
    let all = nearby.rows(in: 395..<475, of: fives)
    #expect(all == 43..<51 && all == table.rows(in: 395..<475))
    #expect(nearby.places(of: all, of: fives) == VisibleRows(rows: all, of: table))
  }

  @Test("follow an insertion at the top before the first look-up")
  func followsFirst() throws {
    var nearby = NearbyRows(of: tens)
    var table = tens
    _ = try table.insertRows([20], at: RowPath(section: 0, row: 0))
    let isFollowed = nearby.follow(insertionAt: 0, count: 1, height: 20)
    #expect(isFollowed && nearby.totalHeight == 1020)
    #expect(nearby.rows(in: 0..<30, of: table) == 0..<2)
    #expect(nearby.rows(in: 1010..<1020, of: table) == 100..<101)
  }
}
