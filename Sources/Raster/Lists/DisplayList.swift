public import GalleyLayout
public import GalleyPrimitives
public import GalleyText

/// A recorded drawing: items that a painter draws in order, each over the ones before it.
///
/// Coordinates are layout units, y down, from the picture's top-left corner. Rectangles are snapped
/// to whole device pixels edge by edge; text keeps quarters of a pixel along x.
public struct DisplayList: Hashable, Sendable {
  /// The items, in drawing order.
  public var items: [DisplayItem]

  /// A list of `items`.
  public init(_ items: [DisplayItem] = []) { self.items = items }

  /// Adds an item on top of the others.
  public mutating func append(_ item: DisplayItem) { items.append(item) }

  /// Adds a round avatar without a picture: `text`, for example two initials, centred in `circle`.
  ///
  /// With `isSquare` the background fills the circle's bounding square, for a mask to round off.
  public mutating func appendInitials(
    _ text: TextLayout, in circle: Rect, background: Color, isSquare: Bool = false
  ) {
    let radius = isSquare ? 0 : min(circle.width, circle.height) / 2
    append(.roundedRect(circle, radii: CornerRadii(all: radius), fill: background))
    append(.text(text, origin: text.origin(ofMarkIn: circle)))
  }
}

/// One item of a drawing.
public enum DisplayItem: Hashable, Sendable {
  /// A rectangle in one colour.
  case fill(Rect, Color)
  /// A rectangle with round corners; its border lies inside and follows the corners.
  ///
  /// If `isSquare`, fill and border cover the corners too, for corner pieces or a mask to remove;
  /// the border's inner edge stays round.
  case roundedRect(
    Rect, radii: CornerRadii, fill: Color?, border: Border? = nil, isSquare: Bool = false)
  /// A text whose container has its top-left corner at `origin`.
  case text(TextLayout, origin: Point)
  /// The shadow of a rectangle with round corners; the rectangle itself is not drawn.
  case shadow(Rect, radii: CornerRadii = .zero, TextShadow)
  /// An image in a rectangle; it covers the rectangle unless the reference says otherwise.
  case image(ImageReference, Rect, radii: CornerRadii = .zero)
  /// The areas between a rectangle's round corners and its square ones, in the colour of the ground
  /// beneath.
  case cornerPieces(Rect, radii: CornerRadii, color: Color)
  /// Items that are flattened to one surface, which is then composited as a whole.
  case group(DisplayGroup)
}

/// A part of a drawing that is drawn on its own surface.
public struct DisplayGroup: Hashable, Sendable {
  /// The items, in drawing order, in the coordinates of the whole drawing.
  public var items: [DisplayItem]
  /// The group's rectangle; items are clipped to it.
  public var rect: Rect
  /// The corners to which the flattened surface is clipped.
  public var radii: CornerRadii
  /// The opacity of the flattened surface, clamped to 0…1.
  ///
  /// Where items overlap, the lower ones do not shine through the upper ones, as they would if each
  /// item were translucent.
  public var opacity: Double
  /// Whether the surface is kept and clipped when a frame is composited.
  ///
  /// Such groups lie above all other items of their list, in their own order.
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

/// An image, given by its name in the assets folder.
public struct ImageReference: Hashable, Sendable, Codable {
  /// The name, with or without an extension.
  public var name: String
  /// How the image fits its rectangle.
  public var fit: ImageFit
  /// The point that stays in view where the rectangle shows only a part.
  public var focus: FocalPoint

  /// The image called `name`.
  public init(name: String, fit: ImageFit = .cover, focus: FocalPoint = .center) {
    self.name = name
    self.fit = fit
    self.focus = focus
  }
}
