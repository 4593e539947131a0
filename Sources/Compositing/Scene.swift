public import GalleyPrimitives

/// The picture of a row at its offset in the table, in device pixels.
public struct Placement: Hashable, Sendable {
  /// The row's index.
  public var row: Int
  /// The content key of the row's current picture: equal keys mean equal pixels.
  public var key: ContentKey
  /// The y in the table of the picture's top.
  public var y: Int
  /// The picture's height.
  public var height: Int

  /// Makes a placement of the picture `key` for `row`.
  public init(row: Int, key: ContentKey, y: Int, height: Int) {
    self.row = row
    self.key = key
    self.y = y
    self.height = height
  }

  /// The pixel rows of the table that the picture covers.
  public var band: Range<Int> { y..<(y + height) }
}

/// The placements around the viewport; the page colour fills the areas without any.
public struct Scene: Hashable, Sendable {
  /// The placements from top to bottom.
  public let placements: [Placement]

  /// Makes a scene of `placements`.
  ///
  /// - Precondition: The placements are sorted from top to bottom and do not overlap; no height is
  ///   negative.
  public init(_ placements: [Placement]) {
    var bottom = Int.min
    for placement in placements {
      precondition(
        placement.height >= 0 && placement.y >= bottom,
        "row \(placement.row) at \(placement.y), \(placement.height) high, overlaps the one that ends at \(bottom)"
      )
      bottom = placement.band.upperBound
    }
    self.placements = placements
  }
}

/// The state of a placement's picture.
public enum Availability: Hashable, Sendable {
  /// The current picture is ready.
  case ready
  /// The current picture, at an opacity of 1…254 over its placeholder.
  case fading(opacity: UInt8)
  /// An older picture of the row, usable until the current one is ready.
  case outdated(ContentKey, height: Int)
  /// No picture yet: a placeholder.
  case missing
}
