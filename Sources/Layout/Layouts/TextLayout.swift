import GalleyHandles
public import GalleyPrimitives
package import GalleyText

/// The layout of a text in a container: lines of placed glyphs, and the keys of their fonts.
///
/// An immutable value without C objects, which any worker can draw. Coordinates are layout units, y
/// down, from the container's top-left corner. Offsets are UTF-8 offsets into the repaired text.
///
/// The lines, their ranges and the sizes exist from the start. The first access to glyphs, runs or fonts
/// places all glyphs, on any thread; so does ``placeGlyphs()``. Drawing the layout usually is the first access.
public struct TextLayout: Sendable {
  // One reference, so that layouts are cheap to copy.
  private let storage: Storage

  /// The glyphs are the same whichever thread places them; other threads wait meanwhile.
  ///
  /// Invariant: `content` is used under the lock alone. Placing glyphs does not read the
  /// content of another layout.
  private final class Storage: @unchecked Sendable {
    let frame: LayoutFrame
    /// Whether a glyph may be missing; if `false`, no glyph is missing.
    let mayMissGlyphs: Bool
    let text: String?
    let languages: RunLanguages
    private var content: LayoutContent

    init(frame: LayoutFrame, content: LayoutContent, text: String?, languages: RunLanguages) {
      self.frame = frame
      self.content = content
      self.text = text
      self.languages = languages
      mayMissGlyphs = content.mayMissGlyphs
    }

    /// The content of the lines; places the glyphs at the first access.
    var placed: PlacedContent { SharedLock.withLock(of: self) { content.place(on: frame.lines) } }

    var byteCount: Int { SharedLock.withLock(of: self) { content.byteCount } }
  }

  private init(
    _ frame: LayoutFrame, content: LayoutContent, text: String?,
    languages: RunLanguages = RunLanguages()
  ) {
    storage = Storage(frame: frame, content: content, text: text, languages: languages)
  }

  package init(
    container: TextContainer, lines: [TextLine], boundingRect: Rect, boundingSize: Size,
    rowCount: Int, truncatedRange: Range<Int>?, content: LayoutContent, text: String?,
    languages: RunLanguages = RunLanguages()
  ) {
    self.init(
      LayoutFrame(
        container: container, lines: lines, boundingRect: boundingRect, boundingSize: boundingSize,
        rowCount: rowCount, truncatedRange: truncatedRange),
      content: content, text: text, languages: languages)
  }

  package init(
    container: TextContainer, lines: [TextLine], runs: [GlyphRun], glyphs: [PlacedGlyph],
    fonts: [FontKey], boundingRect: Rect, boundingSize: Size, rowCount: Int,
    truncatedRange: Range<Int>?, missingGlyphCount: Int
  ) {
    var content = PlacedContent()
    (content.runs, content.glyphs, content.fonts) = (runs, glyphs, fonts)
    content.missingGlyphCount = missingGlyphCount
    self.init(
      container: container, lines: lines, boundingRect: boundingRect, boundingSize: boundingSize,
      rowCount: rowCount, truncatedRange: truncatedRange, content: .placed(content), text: nil)
  }

  /// The repaired text to which offsets refer; `nil` for a decoded layout.
  ///
  /// It is no part of the layout's equality.
  public var text: String? { storage.text }
  /// The languages of the text's runs; none for a decoded layout.
  package var languages: RunLanguages { storage.languages }
  /// The container of the text.
  public var container: TextContainer { storage.frame.container }
  /// The lines, top to bottom.
  public var lines: [TextLine] { storage.frame.lines }
  /// The tight box of the lines' logical extents; insets not included.
  public var boundingRect: Rect { storage.frame.boundingRect }
  /// The extent from the container's origin to the far side of the lines, insets included, rounded
  /// up to device pixels.
  ///
  /// The height of a row is computed from it. The width of vertical lines counts from the right side of their
  /// container, where they start, unless they start at the left.
  public var boundingSize: Size { storage.frame.boundingSize }
  /// The number of text rows; in a rectangle, a row has one line.
  public var rowCount: Int { storage.frame.rowCount }
  /// The UTF-8 offsets of the hidden text; `nil` if the layout shows all of it.
  ///
  /// White space and line breaks at the text's end do not count as hidden.
  public var truncatedRange: Range<Int>? { storage.frame.truncatedRange }
  /// Whether text is hidden; then the layout has a token, unless the container's truncation is `none`.
  public var isTruncated: Bool { truncatedRange != nil }
}

/// The content of the lines.
extension TextLayout {
  package var runs: [GlyphRun] { storage.placed.runs }
  package var glyphs: [PlacedGlyph] { storage.placed.glyphs }
  package var fonts: [FontKey] { storage.placed.fonts }
  /// The number of characters without a glyph in any font; each is drawn as a box.
  public var missingGlyphCount: Int {
    // Mostly, no glyph is missing, which is known before glyphs are placed.
    storage.mayMissGlyphs ? storage.placed.missingGlyphCount : 0
  }
  package var attributeRuns: [AttributeRun] { storage.placed.attributeRuns }
  package var attachments: [PlacedAttachment] { storage.placed.attachments }
  package var rubyRuns: [GlyphRun] { storage.placed.rubyRuns }

  /// The glyph runs with their glyphs, fonts and attachments.
  ///
  /// Each access takes a lock, so take the value once, and read its arrays.
  ///
  /// - Complexity: O(glyphs) at the first access, which places them, then O(1).
  public var content: PlacedContent { storage.placed }

  /// Places the glyphs now, so that the next access to them does not wait.
  ///
  /// - Complexity: O(glyphs) if they are not placed yet, else O(1).
  public func placeGlyphs() { _ = storage.placed }

  /// The approximate memory of the layout in its present state: before its glyphs are placed, it holds
  /// the paragraphs from which they are placed.
  package var byteCount: Int {
    256 + lines.count * MemoryLayout<TextLine>.stride + storage.byteCount
  }
}

extension TextLayout: Hashable {
  /// Compares the layouts with their glyphs.
  public static func == (one: TextLayout, other: TextLayout) -> Bool {
    one.storage === other.storage
      || one.storage.frame == other.storage.frame
        && one.content == other.content
  }

  /// Hashes the lines only, so that glyphs are not placed.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.frame) }
}

extension TextLayout: Codable {
  /// Decodes a layout; its glyphs are placed.
  ///
  /// - Throws: `DecodingError`, also for values that no typesetter makes: huge lengths, ranges outside the
  ///   text, overlapping runs, bad indices.
  public init(from decoder: any Decoder) throws {
    let frame = try LayoutFrame(from: decoder)
    let content = try PlacedContent(from: decoder)
    try ArchiveCheck(frame, content).get(decoder)
    self.init(frame, content: .placed(content), text: nil)
  }

  /// Encodes the layout with its glyphs.
  public func encode(to encoder: any Encoder) throws {
    try storage.frame.encode(to: encoder)
    try content.encode(to: encoder)
  }
}
