public import GalleyPrimitives

/// A blurred copy of a text or border in one colour.
public struct TextShadow: Hashable, Sendable, Codable {
  /// The colour.
  public var color: Color
  /// The offset of the shadow, in layout units, y down, −4,096…4,096.
  public var offset: Point
  /// The extent of the blur, 0…256 layout units: twice the standard deviation.
  public var radius: Double
  /// The blend mode with which the shadow is composited.
  public var blendMode: BlendMode

  /// Makes a shadow of a colour.
  public init(
    color: Color, offset: Point = .zero, radius: Double = 0, blendMode: BlendMode = .normal
  ) {
    self.color = color
    self.offset = offset
    self.radius = radius
    self.blendMode = blendMode
  }
}
