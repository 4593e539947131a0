public import GalleyPrimitives

/// A blurred copy of what throws it, in one colour.
public struct TextShadow: Hashable, Sendable, Codable {
  /// The colour.
  public var color: Color
  /// How far the shadow is moved, in layout units, y down, −4,096…4,096.
  public var offset: Point
  /// How far the blur reaches, 0…256 layout units: twice the standard deviation.
  public var radius: Double
  /// How the shadow is put over what is below it.
  public var blendMode: BlendMode

  /// A shadow of a colour.
  public init(
    color: Color, offset: Point = .zero, radius: Double = 0, blendMode: BlendMode = .normal
  ) {
    self.color = color
    self.offset = offset
    self.radius = radius
    self.blendMode = blendMode
  }
}
