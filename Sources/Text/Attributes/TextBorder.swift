public import GalleyPrimitives

/// A rounded rectangle around text: a fill, and a stroke outside it.
public struct TextBorder: Hashable, Sendable, Codable {
  /// The weight of the stroke.
  public var lineWeight: LineWeight = .single
  /// The pattern of the stroke.
  public var linePattern: LinePattern = .solid
  /// The width of the stroke, 0…256 layout units; 0 for none.
  public var strokeWidth = 0.0
  /// The stroke's colour; `nil` for the text's colour.
  public var strokeColor: Color?
  /// The join between the stroke's sides.
  public var lineJoin: LineJoin = .miter
  /// The distances inwards from the text's own box to the fill's edges, −4,096…4,096 layout units;
  /// negative distances make the border larger than the text.
  public var insets: EdgeInsets = .zero
  /// The radii of the fill's corners, 0…4,096 layout units.
  public var cornerRadii: CornerRadii = .zero
  /// The shadow of fill and stroke.
  public var shadow: TextShadow?
  /// The fill's colour; `nil` for none.
  public var fillColor: Color?

  /// Makes a border with a stroke.
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

  /// Makes a border with only a fill, two units taller and wider than the text, as YYText's preset.
  public init(fillColor: Color, cornerRadius: Double = 0) {
    self.fillColor = fillColor
    self.cornerRadii = CornerRadii(all: cornerRadius)
    self.insets = EdgeInsets(top: -2, left: 0, bottom: 0, right: -2)
  }
}
