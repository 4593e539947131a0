/// The bands of the table in which the pictures of very high rows are wanted.
///
/// A very high row is never wanted as a whole.
package struct PartBands: Sendable {
  /// The visible band, and the distance that the viewport moves until the next requests.
  package let visible: Range<Int>
  /// The band to prepare.
  package let display: Range<Int>

  /// Makes the bands around the visible one.
  package init(visible: Range<Int>, display: Range<Int>) {
    // Until the next requests, the viewport moves by less than 256 pixel rows.
    self.visible = visible.lowerBound - 256..<visible.upperBound + 256
    self.display =
      min(display.lowerBound, visible.lowerBound) - 256..<max(
        display.upperBound, visible.upperBound) + 256
  }

  /// Returns the picture of a row, or the visible pictures of a very high one.
  package func seen(_ row: DemandInput.Row) -> PictureID.Parts {
    guard row.height > PictureID.maximumRowCount else {
      return PictureID.covering(0..<row.height, of: row.key, height: row.height)
    }
    return PictureID.covering(visible.shifted(by: -row.y), of: row.key, height: row.height)
  }

  /// Returns the pictures of a very high row near the viewport, visible ones included.
  package func near(_ row: DemandInput.Row) -> PictureID.Parts {
    PictureID.covering(display.shifted(by: -row.y), of: row.key, height: row.height)
  }
}

extension Range<Int> {
  /// Returns this range, moved by a distance.
  package func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
