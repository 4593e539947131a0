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

/// What stands on a layout's lines: placed, or to be placed by whoever asks first.
///
/// Which thread that is makes no difference to what it gets; others wait for it. What the glyphs were
/// placed from is then let go.
enum LayoutContent: Sendable {
  case placed(PlacedContent)
  case later(Guarded<State>)

  /// What is placed later: what it is placed from, or what it came to.
  enum State {
    case unplaced(UnplacedLines, [TextLine])
    case placed(PlacedContent)
  }

  init(_ content: PlacedContent) { self = .placed(content) }

  /// What is placed when it is asked for first, on lines whose origins are known.
  init(_ lines: UnplacedLines, on places: [TextLine]) {
    self = .later(Guarded(.unplaced(lines, places)))
  }

  /// Lends what stands on the lines.
  func withPlaced<Result>(_ body: (PlacedContent) -> Result) -> Result {
    switch self {
    case .placed(let content): body(content)
    case .later(let state): body(state.withLock { $0.place() })
    }
  }

  /// How many glyphs are missing: told without placing any where none is.
  var missingGlyphCount: Int {
    if case .later(let state) = self, !state.withLock({ $0.mayMissGlyphs }) { return 0 }
    return withPlaced(\.missingGlyphCount)
  }

  /// About how much memory it takes as it is.
  var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .later(let state): state.withLock { $0.byteCount }
    }
  }
}

extension LayoutContent.State {
  fileprivate mutating func place() -> PlacedContent {
    switch self {
    case .placed(let content): return content
    case .unplaced(let lines, let places):
      let content = lines.placed(on: places).content
      self = .placed(content)
      return content
    }
  }

  fileprivate var mayMissGlyphs: Bool {
    switch self {
    case .placed(let content): content.missingGlyphCount > 0
    case .unplaced(let lines, _): lines.mayMissGlyphs
    }
  }

  fileprivate var byteCount: Int {
    switch self {
    case .placed(let content): content.byteCount
    case .unplaced(let lines, _): lines.byteCount
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
