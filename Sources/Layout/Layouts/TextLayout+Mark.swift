public import GalleyPrimitives

extension TextLayout {
  /// Returns the container origin that centres a mark, such as initials, in `box`.
  ///
  /// Letters are centred by the height of capitals, as they look centred to the eye. Right-to-left
  /// scripts, which reach below the baseline, are centred by their line.
  public func origin(ofMarkIn box: Rect) -> Point {
    let bounds = boundingRect
    let middle =
      if let line = lines.first, !line.isRightToLeft {
        line.origin.y - Self.capitalHeight * (fonts.map(\.size).max() ?? 0) / 2
      } else {
        (bounds.minY + bounds.maxY) / 2
      }
    return Point(
      x: box.minX + (box.width - bounds.width) / 2 - bounds.minX,
      y: (box.minY + box.maxY) / 2 - middle)
  }

  /// The height of capitals in Noto Sans, in ems; other fonts have about the same.
  private static let capitalHeight = 0.714
}
