import GalleyElements
import GalleyLayout
public import GalleyPrimitives

/// The layout of a cell at a width: the rectangle of every part, and the row's height.
///
/// Rectangles are in layout units, y down, from the cell's top-left corner. The height and the
/// parts' edges are whole device pixels at ``scale``, in a built-in card if the theme's lengths are.
public struct CellLayout: Hashable, Sendable, Codable {
  /// The extent of the cell; its height is the row's height.
  public let size: Size
  /// Device pixels per layout unit.
  public let scale: Double
  /// The rounded box inside the cell; in a tree of elements, the rectangle of its root.
  public let card: Rect
  /// The parts, in drawing order; a box comes before the parts within it.
  public let parts: [CellPart]

  /// The number of NULs and excess marks repaired in the texts.
  public let repairCount: Int

  /// The descriptions of images, by the indices of their parts.
  public let imageDescriptions: [Int: String]

  /// The rectangles of texts that have a role, padding included, by the indices of their parts; texts without
  /// padding are not among them.
  public let paddedRects: [Int: Rect]

  /// Whether it is the layout of a built-in card, whose colours are those of a theme.
  public let isCard: Bool

  package init(
    size: Size, scale: Double, card: Rect, parts: [CellPart], repairCount: Int = 0,
    isCard: Bool = true, imageDescriptions: [Int: String] = [:], paddedRects: [Int: Rect] = [:]
  ) {
    self.isCard = isCard
    self.imageDescriptions = imageDescriptions
    self.paddedRects = paddedRects
    self.repairCount = repairCount
    self.size = size
    self.scale = scale
    self.card = card
    self.parts = parts
  }

  private enum CodingKeys: String, CodingKey {
    case size, scale, card, parts, repairCount, isCard, imageDescriptions, paddedRects
  }

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
    isCard = try values.decode(Bool.self, forKey: .isCard)
    imageDescriptions =
      try values.decodeIfPresent([Int: String].self, forKey: .imageDescriptions) ?? [:]
    paddedRects = try values.decodeIfPresent([Int: Rect].self, forKey: .paddedRects) ?? [:]
    let reach = 0...1_099_511_627_776.0
    guard reach.contains(size.width), reach.contains(size.height), (1 / 64...64).contains(scale),
      (parts.map(\.rect) + [card] + paddedRects.values).allSatisfy({ rect in
        reach.contains(abs(rect.minX)) && reach.contains(abs(rect.minY))
          && reach.contains(rect.width) && reach.contains(rect.height)
      }), CellPart.areNested(parts[...], depth: 0)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .size, in: values,
        debugDescription: "a length or a count of the cell is out of bounds")
    }
  }

  /// Encodes the cell; a cell without descriptions or padded texts has no member for them, as those of earlier versions.
  ///
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(size, forKey: .size)
    try values.encode(scale, forKey: .scale)
    try values.encode(card, forKey: .card)
    try values.encode(parts, forKey: .parts)
    try values.encode(repairCount, forKey: .repairCount)
    try values.encode(isCard, forKey: .isCard)
    if !imageDescriptions.isEmpty {
      try values.encode(imageDescriptions, forKey: .imageDescriptions)
    }
    if !paddedRects.isEmpty { try values.encode(paddedRects, forKey: .paddedRects) }
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
