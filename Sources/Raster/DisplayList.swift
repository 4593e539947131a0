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
  /// With `isSquare` the ground is the circle's square, for something else to make round.
  public mutating func appendInitials(
    _ text: TextLayout, in circle: Rect, background: Color, isSquare: Bool = false
  ) {
    let radius = isSquare ? 0 : min(circle.width, circle.height) / 2
    append(.roundedRect(circle, radii: CornerRadii(all: radius), fill: background))
    append(.text(text, origin: Self.originOfInitials(text, in: circle)))
  }

  /// Where the container of initials has its origin, so that they stand in the middle of `circle`.
  ///
  /// Letters are centred by the height of capitals, as the eye does; those of a script that reads
  /// from right to left, which reach below the baseline, by their line.
  public static func originOfInitials(_ text: TextLayout, in circle: Rect) -> Point {
    let bounds = text.boundingRect
    let middle =
      if let line = text.lines.first, !line.isRightToLeft {
        line.origin.y - capitalHeight * (text.fonts.map(\.size).max() ?? 0) / 2
      } else {
        (bounds.minY + bounds.maxY) / 2
      }
    return Point(
      x: circle.minX + (circle.width - bounds.width) / 2 - bounds.minX,
      y: (circle.minY + circle.maxY) / 2 - middle)
  }

  /// How high capitals are in Noto Sans, in ems; in other fonts it is about the same.
  private static let capitalHeight = 0.714
}

/// One thing to draw.
public enum DisplayItem: Hashable, Sendable {
  /// A rectangle of one colour.
  case fill(Rect, Color)
  /// A rectangle with round corners; its border lies inside it and follows the corners.
  ///
  /// Where it is square, fill and border reach into the corners, for pieces or a mask to take away;
  /// the border's inner edge follows them nevertheless.
  case roundedRect(
    Rect, radii: CornerRadii, fill: Color?, border: Border? = nil, isSquare: Bool = false)
  /// A text, its container's top-left corner at `origin`.
  case text(TextLayout, origin: Point)
  /// An image that fills a rectangle: scaled until it covers it, its middle shown.
  case image(ImageReference, Rect, radii: CornerRadii = .zero)
  /// What a rectangle's corners lack of being square, in the colour of what lies beneath it.
  case cornerPieces(Rect, radii: CornerRadii, color: Color)
  /// Items that are flattened to one surface, and put over the rest as one.
  case group(DisplayGroup)
}

/// A part of a drawing that is drawn onto a surface of its own.
public struct DisplayGroup: Hashable, Sendable {
  /// What is drawn, first to last, in the coordinates of the whole drawing.
  public var items: [DisplayItem]
  /// Where the group is; nothing of it is seen outside.
  public var rect: Rect
  /// The corners to which the flattened surface is cut.
  public var radii: CornerRadii
  /// How opaque the flattened surface is put over the rest, 0…1; beyond, as the nearer of them.
  ///
  /// Where items overlap, what lies below does not shine through those above, as it would if each
  /// item were translucent.
  public var opacity: Double
  /// Whether the surface is kept, and cut when a frame is composited.
  ///
  /// Such groups lie above all other items of their list, in their order among themselves.
  public var isMasked: Bool

  /// A group of `items` within `rect`.
  public init(
    _ items: [DisplayItem], in rect: Rect, radii: CornerRadii = .zero, opacity: Double = 1,
    isMasked: Bool = false
  ) {
    self.items = items
    self.rect = rect
    self.radii = radii
    self.opacity = opacity
    self.isMasked = isMasked
  }
}

/// A line along the inside of a shape's edge, which follows each corner with its own radius.
public struct Border: Hashable, Sendable, Codable {
  /// The line's width in layout units; 0 stands for one device pixel.
  ///
  /// Drawn as whole device pixels, rounded down, at least one, and at most half of the shape.
  public var width: Double
  /// The line's colour; where it is translucent, the fill shows through.
  public var color: Color
  /// Lengths along the middle of the line, in layout units, that are drawn and left free in turn;
  /// none for a whole line.
  ///
  /// They begin with the left end of the top edge, after its corner, and go round clockwise; their
  /// ends are straight. An odd number of them is taken twice. The line is whole where one is negative
  /// or not finite, where there are more than 64, where all of them together are shorter than a device pixel, and where the line
  /// leaves no room between the corners. A corner less round than the line is wide counts as sharp.
  public var dashes: [Double]
  /// How far into the dashes the line begins, in layout units.
  public var phase: Double

  /// A border of `width` layout units.
  public init(width: Double, color: Color, dashes: [Double] = [], phase: Double = 0) {
    self.width = width
    self.color = color
    self.dashes = dashes
    self.phase = phase
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
