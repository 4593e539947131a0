/// The bands of the table within which parts of very high rows are requested.
///
/// A very high row is never requested as a whole.
struct PartBands {
  /// The visible band, and the distance that the viewport moves until the next requests.
  let visible: Range<Int>
  /// The band to prepare.
  let display: Range<Int>

  init(visible: Range<Int>, display: Range<Int>) {
    // Until the next requests, the viewport moves by less than 256 pixel rows.
    self.visible = visible.lowerBound - 256..<visible.upperBound + 256
    self.display =
      min(display.lowerBound, visible.lowerBound) - 256..<max(
        display.upperBound, visible.upperBound) + 256
  }
}

extension Range<Int> {
  /// Returns this range, moved by a distance.
  func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
