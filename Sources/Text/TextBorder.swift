public import GalleyPrimitives

/// A rounded rectangle around text: a fill, and a stroke that lies outside of it.
public struct TextBorder: Hashable, Sendable, Codable {
  /// How heavy the stroke is.
  public var lineWeight: LineWeight = .single
  /// How the stroke is interrupted.
  public var linePattern: LinePattern = .solid
  /// How wide the stroke is, 0…256 layout units; 0 for none.
  public var strokeWidth = 0.0
  /// The stroke's colour; `nil` for the text's.
  public var strokeColor: Color?
  /// How the stroke's sides meet.
  public var lineJoin: LineJoin = .miter
  /// Distances inwards from the text's own box to the fill's edges, −4,096…4,096 layout units;
  /// negative ones make the border larger than the text.
  public var insets: EdgeInsets = .zero
  /// The radii of the fill's corners, 0…4,096 layout units.
  public var cornerRadii: CornerRadii = .zero
  /// The shadow of fill and stroke.
  public var shadow: TextShadow?
  /// The colour within; `nil` for none.
  public var fillColor: Color?

  /// A border of a stroke.
  public init(
    strokeWidth: Double, strokeColor: Color? = nil, lineWeight: LineWeight = .single,
    linePattern: LinePattern = .solid, cornerRadii: CornerRadii = .zero
  ) {
    self.strokeWidth = strokeWidth
    self.strokeColor = strokeColor
    self.lineWeight = lineWeight
    self.linePattern = linePattern
    self.cornerRadii = cornerRadii
  }

  /// A border that is a fill, two units higher and wider than the text, as YYText presets it.
  public init(fillColor: Color, cornerRadius: Double = 0) {
    self.fillColor = fillColor
    self.cornerRadii = CornerRadii(all: cornerRadius)
    self.insets = EdgeInsets(top: -2, left: 0, bottom: 0, right: -2)
  }
}
