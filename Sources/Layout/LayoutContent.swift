import GalleyHandles
package import GalleyPrimitives
package import GalleyText

/// What a layout knows without placing a glyph.
struct LayoutFrame: Hashable, Sendable, Codable {
  var container: TextContainer
  var lines: [TextLine]
  var boundingRect: Rect
  var boundingSize: Size
  var rowCount: Int
  var truncatedRange: Range<Int>?
}

/// What stands on a layout's lines.
package struct PlacedContent: Hashable, Sendable, Codable {
  package internal(set) var runs: [GlyphRun] = []
  package internal(set) var glyphs: [PlacedGlyph] = []
  package internal(set) var fonts: [FontKey] = []
  var missingGlyphCount = 0
  package internal(set) var attributeRuns: [AttributeRun] = []
  package internal(set) var attachments: [PlacedAttachment] = []
  package internal(set) var rubyRuns: [GlyphRun] = []
}

/// What stands on a layout's lines: placed, or what it is placed from when somebody asks for it.
enum LayoutContent: Sendable {
  case placed(PlacedContent)
  case unplaced(UnplacedLines)

  /// Places what is not placed yet, on lines whose origins are known; what it was placed from is let go.
  mutating func place(on lines: [TextLine]) -> PlacedContent {
    switch self {
    case .placed(let content): return content
    case .unplaced(let unplaced):
      let content = unplaced.placed(on: lines).content
      self = .placed(content)
      return content
    }
  }

  /// Whether some glyph may be missing: else none is.
  var mayMissGlyphs: Bool {
    switch self {
    case .placed(let content): content.missingGlyphCount > 0
    case .unplaced(let lines): lines.mayMissGlyphs
    }
  }

  /// About how much memory it takes as it is.
  var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .unplaced(let lines): lines.byteCount
    }
  }
}

extension PlacedContent {
  /// About how much memory it takes.
  fileprivate var byteCount: Int {
    glyphs.count * MemoryLayout<PlacedGlyph>.stride
      + (runs.count + rubyRuns.count) * MemoryLayout<GlyphRun>.stride
      + fonts.count * MemoryLayout<FontKey>.stride
      + attachments.count * MemoryLayout<PlacedAttachment>.stride
      + attributeRuns.count * MemoryLayout<AttributeRun>.stride
  }
}
