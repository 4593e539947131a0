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

extension LayoutFrame {
  /// The frame of lines that were stacked; they are copied, into no more memory than they take.
  init(
    _ stack: LineStack, lines: [TextLine], in container: TextContainer,
    truncatedRange: Range<Int>? = nil
  ) {
    self.container = container
    self.lines = lines.withUnsafeBufferPointer { [TextLine]($0) }
    boundingRect = stack.bounds ?? .zero
    boundingSize = container.boundingSize(of: boundingRect)
    rowCount = stack.lineCount
    self.truncatedRange = truncatedRange
  }
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
  /// All lines are of the paragraphs' own glyphs.
  case shaped(ShapedText)

  /// Places what is not placed yet, on lines whose origins are known; what it was placed from is let go.
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

  /// Whether some glyph may be missing: else none is.
  var mayMissGlyphs: Bool {
    switch self {
    case .placed(let content): content.missingGlyphCount > 0
    case .unplaced(let lines): lines.mayMissGlyphs
    case .shaped(let text): text.hasMissingGlyphs
    }
  }

  /// About how much memory it takes as it is.
  var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .unplaced(let lines): lines.byteCount
    case .shaped(let text): UnplacedLines(text).byteCount
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
