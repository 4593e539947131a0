public import GalleyLayout
public import GalleyPrimitives

/// A recorded drawing: what a painter draws, first to last, each over what came before.
///
/// Coordinates are layout units, y down, from the picture's top-left corner. Rectangles are snapped
/// to whole device pixels edge by edge; text keeps quarters of a pixel along x.
public struct DisplayList: Hashable, Sendable {
  /// What is drawn, first to last.
  public var items: [DisplayItem]

  /// A list of `items`.
  public init(_ items: [DisplayItem] = []) { self.items = items }

  /// Adds an item over the others.
  public mutating func append(_ item: DisplayItem) { items.append(item) }

  /// Adds a round avatar without a picture: `text`, say two initials, in the middle of `circle`.
  ///
  /// Letters are centred by the height of capitals, as the eye does; those of a script that reads
  /// from right to left, which reach below the baseline, by their line.
  public mutating func appendInitials(
    _ text: TextLayout, in circle: Rect, background: Color
  ) {
    let radius = min(circle.width, circle.height) / 2
    append(.roundedRect(circle, radii: CornerRadii(all: radius), fill: background))
    let bounds = text.boundingRect
    let middle =
      if let line = text.lines.first, !line.isRightToLeft {
        line.origin.y - Self.capitalHeight * (text.fonts.map(\.size).max() ?? 0) / 2
      } else {
        (bounds.minY + bounds.maxY) / 2
      }
    let origin = Point(
      x: circle.minX + (circle.width - bounds.width) / 2 - bounds.minX,
      y: (circle.minY + circle.maxY) / 2 - middle)
    append(.text(text, origin: origin))
  }

  /// How high capitals are in Noto Sans, in ems; in other fonts it is about the same.
  private static let capitalHeight = 0.714
}

/// One thing to draw.
public enum DisplayItem: Hashable, Sendable {
  /// A rectangle of one colour.
  case fill(Rect, Color)
  /// A rectangle with round corners; its border lies inside it and follows the corners.
  case roundedRect(Rect, radii: CornerRadii, fill: Color?, border: Border? = nil)
  /// A text, its container's top-left corner at `origin`.
  case text(TextLayout, origin: Point)
  /// An image that fills a rectangle: scaled until it covers it, its middle shown.
  case image(ImageReference, Rect, radii: CornerRadii = .zero)
}

/// A line along the inside of a shape's edge.
public struct Border: Hashable, Sendable, Codable {
  /// The line's width in layout units; 0 stands for one device pixel.
  ///
  /// Drawn as whole device pixels, rounded down, at least one.
  public var width: Double
  /// The line's colour; where it is translucent, the fill shows through.
  public var color: Color

  /// A border of `width` layout units.
  public init(width: Double, color: Color) {
    self.width = width
    self.color = color
  }

  /// A border of one device pixel.
  public static func hairline(_ color: Color) -> Border { Border(width: 0, color: color) }
}

/// An image by its name in the assets folder.
public struct ImageReference: Hashable, Sendable, Codable {
  /// The name, with or without an extension.
  public var name: String

  /// The image called `name`.
  public init(name: String) { self.name = name }
}
