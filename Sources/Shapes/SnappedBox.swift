package import GalleyPrimitives

/// A rectangle of whole device pixels.
package struct SnappedBox: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  /// Snaps `rect` at `scale` to the nearest pixels; a negative extent gives an empty box.
  ///
  /// `nil` if an edge is not a number or too far away.
  package init?(_ rect: Rect, scale: Double) {
    func snap(_ coordinate: Double) -> Int? {
      let pixels = (coordinate * scale + 0.5).rounded(.down)
      return abs(pixels) <= Self.bound ? Int(pixels) : nil
    }
    guard let left = snap(rect.minX), let top = snap(rect.minY), let right = snap(rect.maxX),
      let bottom = snap(rect.maxY)
    else { return nil }
    (self.left, self.top) = (left, top)
    (self.right, self.bottom) = (max(left, right), max(top, bottom))
  }

  package var width: Int { right - left }
  package var height: Int { bottom - top }

  // Cells can be tall: a million rows of a thousand pixels are valid.
  private static let bound = Double(1 << 40)
}
