/// How an image fits its box; the excess is clipped.
public enum ImageFit: String, Hashable, Sendable, Codable, CaseIterable {
  /// As small as covers the box, with its proportions kept.
  case cover
  /// As large as fits in the box, with its proportions kept.
  case contain
  /// Stretched to fill the box.
  case fill
  /// In its own size: one layout unit per pixel of its file.
  case none
}

/// A point of an image, in fractions of its width and height from the top left.
public struct FocalPoint: Hashable, Sendable, Codable {
  /// The fraction of the width, 0…1.
  public var x: Double
  /// The fraction of the height, 0…1.
  public var y: Double

  /// Makes a point of fractions.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle.
  public static let center = FocalPoint(x: 0.5, y: 0.5)
}
