/// Lines of a layout whose glyphs are not placed yet: the source of the glyphs.
package protocol UnplacedContent: AnyObject, Sendable {
  /// Places the glyphs on lines with known origins.
  ///
  /// - Complexity: O(glyphs).
  func placed(on lines: [TextLine]) -> PlacedContent
  /// Whether a glyph may be missing; if `false`, no glyph is missing.
  var mayMissGlyphs: Bool { get }
  /// The approximate size in memory.
  var byteCount: Int { get }
}

/// The content of a layout's lines: placed glyphs, or the data from which they are placed later.
package enum LayoutContent: Sendable {
  case placed(PlacedContent)
  case unplaced(any UnplacedContent)

  /// Places the glyphs if necessary, on lines with known origins, and releases their source.
  package mutating func place(on lines: [TextLine]) -> PlacedContent {
    switch self {
    case .placed(let content): return content
    case .unplaced(let source):
      let content = source.placed(on: lines)
      self = .placed(content)
      return content
    }
  }

  /// Whether a glyph may be missing; if `false`, no glyph is missing.
  var mayMissGlyphs: Bool {
    switch self {
    case .placed(let content): content.missingGlyphCount > 0
    case .unplaced(let source): source.mayMissGlyphs
    }
  }

  /// The approximate size in memory, in the present state.
  var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .unplaced(let source): source.byteCount
    }
  }
}
