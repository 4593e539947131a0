import GalleyHandles

/// The content of a layout's lines: placed glyphs, or the data from which they are placed later.
enum LayoutContent: Sendable {
  case placed(PlacedContent)
  case unplaced(UnplacedLines)
  /// All lines have only the paragraphs' own glyphs.
  case shaped(ShapedText)

  /// Places the glyphs if necessary, on lines with known origins, and releases their source.
  mutating func place(on lines: [TextLine]) -> PlacedContent {
    let unplaced: UnplacedLines
    switch self {
    case .placed(let content): return content
    case .unplaced(let lines): unplaced = lines
    case .shaped(let text): unplaced = UnplacedLines(text)
    }
    let content = unplaced.placed(on: lines).content
    self = .placed(content)
    return content
  }

  /// Whether a glyph may be missing; if `false`, no glyph is missing.
  var mayMissGlyphs: Bool {
    switch self {
    case .placed(let content): content.missingGlyphCount > 0
    case .unplaced(let lines): lines.mayMissGlyphs
    case .shaped(let text): text.hasMissingGlyphs
    }
  }

  /// The approximate size in memory, in the present state.
  var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .unplaced(let lines): lines.byteCount
    case .shaped(let text): UnplacedLines(text).byteCount
    }
  }
}
