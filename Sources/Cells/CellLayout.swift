public import GalleyLayout
public import GalleyPrimitives

/// The layout of a cell at a width: the rectangle of every part, and the row's height.
///
/// Rectangles are in layout units, y down, from the cell's top-left corner. The height and the
/// parts' edges are whole device pixels at ``scale``, if the theme's lengths are.
public struct CellLayout: Hashable, Sendable, Codable {
  /// The extent of the cell; its height is the row's height.
  public let size: Size
  /// Device pixels per layout unit.
  public let scale: Double
  /// The rounded box inside the cell.
  public let card: Rect
  /// The parts, in drawing order.
  public let parts: [CellPart]

  /// The number of NULs and excess marks repaired in the texts.
  public let repairCount: Int

  package init(size: Size, scale: Double, card: Rect, parts: [CellPart], repairCount: Int = 0) {
    self.repairCount = repairCount
    self.size = size
    self.scale = scale
    self.card = card
    self.parts = parts
  }

  private enum CodingKeys: String, CodingKey { case size, scale, card, parts, repairCount }

  /// Decodes a cell.
  ///
  /// - Throws: `DecodingError`, also if the size, the scale or a rectangle is out of bounds.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    size = try values.decode(Size.self, forKey: .size)
    scale = try values.decode(Double.self, forKey: .scale)
    card = try values.decode(Rect.self, forKey: .card)
    parts = try values.decode([CellPart].self, forKey: .parts)
    repairCount = try values.decode(Int.self, forKey: .repairCount)
    let reach = 0...1_099_511_627_776.0
    guard reach.contains(size.width), reach.contains(size.height), (1 / 64...64).contains(scale),
      (parts.map(\.rect) + [card]).allSatisfy({ rect in
        reach.contains(abs(rect.minX)) && reach.contains(abs(rect.minY))
          && reach.contains(rect.width) && reach.contains(rect.height)
      })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: values, debugDescription: "a length of the cell is out of bounds")
    }
  }

  /// The extent in device pixels.
  public var pixelSize: PixelSize {
    PixelSize(
      width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
  }

  /// Whether some text is cut off.
  public var isTruncated: Bool { parts.contains { $0.text?.isTruncated ?? false } }

  /// Places the glyphs of all texts now, so that drawing the cell does not have to.
  ///
  /// - SeeAlso: ``/GalleyLayout/TextLayout/placeGlyphs()``
  public func placeGlyphs() { for part in parts { part.text?.placeGlyphs() } }

  /// The number of characters that no font has a glyph for.
  public var missingGlyphCount: Int { parts.reduce(0) { $0 + ($1.text?.missingGlyphCount ?? 0) } }
}

/// A part of a cell with its rectangle.
public struct CellPart: Hashable, Sendable, Codable {
  /// The kind of the part.
  public var kind: Kind
  /// The part's rectangle, in layout units from the cell's top-left corner.
  public var rect: Rect
  /// The text, whose container's origin is the rectangle's; `nil` for a picture.
  public var text: TextLayout?
  /// The picture; `nil` for a text.
  public var image: CellImage?
  /// The background of initials; `nil` for all other parts.
  public var ground: Color?

  package init(
    kind: Kind, rect: Rect, text: TextLayout? = nil, image: CellImage? = nil, ground: Color? = nil
  ) {
    self.kind = kind
    self.rect = rect
    self.text = text
    self.image = image
    self.ground = ground
  }

  /// The kind of a part.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The headline.
    case title
    /// The text.
    case body
    /// The author's name.
    case author
    /// The time.
    case time
    /// The author's round picture.
    case avatar
    /// The author's initials, in place of a picture.
    case initials
    /// The picture that belongs to the text.
    case image
  }
}
