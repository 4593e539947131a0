public import GalleyPrimitives

/// The picture of a row at its place in the table, in device pixels.
public struct Placement: Hashable, Sendable {
  /// The row's index.
  public var row: Int
  /// What the row's current picture depends on: equal keys are equal pixels.
  public var key: ContentKey
  /// The y in the table of the picture's top.
  public var y: Int
  /// The picture's height.
  public var height: Int

  /// A placement of the picture `key` for `row`.
  public init(row: Int, key: ContentKey, y: Int, height: Int) {
    self.row = row
    self.key = key
    self.y = y
    self.height = height
  }

  /// The pixel rows of the table that the picture covers.
  public var band: Range<Int> { y..<(y + height) }
}

/// What there is to show around the viewport: placements, and the page colour where there are none.
public struct Scene: Hashable, Sendable {
  /// The placements from top to bottom.
  public let placements: [Placement]

  /// A scene of `placements`.
  ///
  /// - Precondition: They are ordered from top to bottom and do not overlap; no height is negative.
  public init(_ placements: [Placement]) {
    var bottom = Int.min
    for placement in placements {
      precondition(
        placement.height >= 0 && placement.y >= bottom,
        "row \(placement.row) at \(placement.band) overlaps what ends at \(bottom)")
      bottom = placement.band.upperBound
    }
    self.placements = placements
  }
}

/// What the compositor can show for a placement.
public enum Availability: Hashable, Sendable {
  /// Its current picture.
  case ready
  /// Its current picture, 1…254 of 255 opaque, over what stands where there is none.
  case fading(opacity: UInt8)
  /// An older picture of the row, to keep until the current one is there.
  case outdated(ContentKey, height: Int)
  /// Nothing yet: a placeholder.
  case missing
}
