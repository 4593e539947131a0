public import GalleyLayout

/// A layout whose font sizes were multiplied by a factor, so that the text fits.
public struct ShrunkLayout: Hashable, Sendable {
  /// The layout.
  public var layout: TextLayout
  /// The factor of the font sizes.
  public var factor: Double
}
