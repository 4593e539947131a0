import GalleyHandles
public import GalleyPrimitives
public import GalleyText

/// A text set into a container: lines of placed glyphs, and nothing of the fonts but their keys.
///
/// An immutable value without C in it: any worker can draw it. Coordinates are layout units, y
/// down, from the container's top-left corner. Offsets are UTF-8 offsets into the repaired text.
///
/// The lines, their ranges and the sizes are there from the start. Glyphs and all that is made of them are
/// placed when one of them is asked for first, which may be on any thread, or by ``placeGlyphs()``; mostly
/// that is when the layout is drawn.
public struct TextLayout: Sendable {
  // One reference, so that layouts are cheap to hand on.
  private let storage: Storage

  /// Which thread places the glyphs makes no difference to what they get; others wait for it.
  ///
  /// `@unchecked Sendable`: `content` is only used under the lock; nothing that is placed asks for
  /// another layout's content meanwhile.
  private final class Storage: @unchecked Sendable {
    let frame: LayoutFrame
    /// Whether some glyph may be missing: else none is.
    let mayMissGlyphs: Bool
    private var content: LayoutContent

    init(frame: LayoutFrame, content: LayoutContent) {
      self.frame = frame
      self.content = content
      mayMissGlyphs = content.mayMissGlyphs
    }

    /// What stands on the lines, placed now if it was not.
    var placed: PlacedContent { SharedLock.withLock(of: self) { content.place(on: frame.lines) } }

    var byteCount: Int { SharedLock.withLock(of: self) { content.byteCount } }
  }

  init(_ frame: LayoutFrame, content: LayoutContent) {
    storage = Storage(frame: frame, content: content)
  }

  package init(
    container: TextContainer, lines: [TextLine], runs: [GlyphRun], glyphs: [PlacedGlyph],
    fonts: [FontKey], boundingRect: Rect, boundingSize: Size, rowCount: Int,
    truncatedRange: Range<Int>?, missingGlyphCount: Int
  ) {
    self.init(
      LayoutFrame(
        container: container, lines: lines, boundingRect: boundingRect, boundingSize: boundingSize,
        rowCount: rowCount, truncatedRange: truncatedRange),
      content: .placed(
        PlacedContent(
          runs: runs, glyphs: glyphs, fonts: fonts, missingGlyphCount: missingGlyphCount)))
  }

  /// Where the text was set.
  public var container: TextContainer { storage.frame.container }
  /// The lines, top to bottom.
  public var lines: [TextLine] { storage.frame.lines }
  /// The tight box of the lines' logical extents; insets not included.
  public var boundingRect: Rect { storage.frame.boundingRect }
  /// The extent from the container's origin to the far side of the lines, insets included, rounded
  /// up to device pixels: what a row's height is made of.
  public var boundingSize: Size { storage.frame.boundingSize }
  /// How many text rows there are; a row holds one line where the container is a rectangle.
  public var rowCount: Int { storage.frame.rowCount }
  /// The UTF-8 offsets of the hidden text; `nil` if the layout shows all of it.
  ///
  /// White space and line breaks at the text's end do not count as hidden.
  public var truncatedRange: Range<Int>? { storage.frame.truncatedRange }
  /// Whether text is hidden; then the layout has a token, unless the container's truncation is `none`.
  public var isTruncated: Bool { truncatedRange != nil }
}

/// What stands on the lines.
extension TextLayout {
  /// The glyph runs, line by line, each line's from left to right.
  public var runs: [GlyphRun] { storage.placed.runs }
  /// The glyphs of all runs.
  public var glyphs: [PlacedGlyph] { storage.placed.glyphs }
  /// The fonts that the runs use, in order of first use.
  public var fonts: [FontKey] { storage.placed.fonts }
  /// How many characters no font has a glyph for; each is drawn as a box.
  public var missingGlyphCount: Int {
    // Told without placing any where none is.
    storage.mayMissGlyphs ? storage.placed.missingGlyphCount : 0
  }
  /// The attribute runs of the text shown that are more than a font, a colour and a language, in order
  /// of first use.
  public var attributeRuns: [AttributeRun] { storage.placed.attributeRuns }
  /// What stands in the place of characters, line by line.
  public var attachments: [PlacedAttachment] { storage.placed.attachments }
  /// The glyph runs of ruby annotations, which belong to no line's ``TextLine/runs``.
  public var rubyRuns: [GlyphRun] { storage.placed.rubyRuns }

  /// All of it at once, for whoever asks for each glyph.
  package var content: PlacedContent { storage.placed }

  /// Places the glyphs now, so that whoever asks for them next does not wait.
  ///
  /// - Complexity: O(glyphs) if they are not placed yet, else O(1).
  public func placeGlyphs() { _ = storage.placed }

  /// About how much memory the layout takes as it is: before its glyphs are placed, it holds the
  /// paragraphs that they are placed from.
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

  /// Hashes the lines, since glyphs need not be placed for that.
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
    self.init(frame, content: .placed(content))
  }

  /// Encodes the layout with its glyphs.
  public func encode(to encoder: any Encoder) throws {
    try storage.frame.encode(to: encoder)
    try content.encode(to: encoder)
  }
}

/// One line of a layout, in layout units, y down, from the container's top-left corner.
///
/// *Logical* extents stack lines and answer hit tests; *ink* may overflow them (italics, stacked
/// marks).
public struct TextLine: Hashable, Sendable, Codable {
  /// The UTF-8 offsets of the line's text, its line terminator not included.
  public var range: Range<Int>
  /// Where the baseline starts: the line's left edge, and the baseline's y.
  public var origin: Point
  /// From the baseline up to the line's top; positive.
  public var ascent: Double
  /// From the baseline down to the line's bottom; positive.
  public var descent: Double
  /// The inline advance, trailing white space included.
  public var advance: Double
  /// The part of ``advance`` owed to trailing white space.
  public var trailingWhitespace: Double
  /// The text row that the line is in.
  public var rowIndex: Int
  /// Whether the line's paragraph reads from right to left.
  public var isRightToLeft: Bool
  /// The line's runs, as indices into ``TextLayout/runs``.
  public var runs: Range<Int>
  /// Whether the line runs from top to bottom: ascent is then to the right of the baseline, which is
  /// the middle of upright characters, and descent to the left.
  public internal(set) var isVertical = false

  package init(
    range: Range<Int>, origin: Point, ascent: Double, descent: Double, advance: Double,
    trailingWhitespace: Double, rowIndex: Int, isRightToLeft: Bool, runs: Range<Int>
  ) {
    self.range = range
    self.origin = origin
    self.ascent = ascent
    self.descent = descent
    self.advance = advance
    self.trailingWhitespace = trailingWhitespace
    self.rowIndex = rowIndex
    self.isRightToLeft = isRightToLeft
    self.runs = runs
  }

  /// The line's logical extents.
  public var rect: Rect {
    isVertical
      ? Rect(x: origin.x - descent, y: origin.y, width: ascent + descent, height: advance)
      : Rect(x: origin.x, y: origin.y - ascent, width: advance, height: ascent + descent)
  }
}

/// Glyphs of one font and colour that stand side by side on a line.
public struct GlyphRun: Hashable, Sendable, Codable {
  /// The font, as an index into ``TextLayout/fonts``.
  public var font: Int
  /// The colour; a colour font's glyphs ignore it, save for its alpha.
  public var color: Color
  /// The UTF-8 offsets of the run's text.
  public var range: Range<Int>
  /// The glyphs, left to right, as indices into ``TextLayout/glyphs``.
  public var glyphs: Range<Int>
  /// Where the run's baseline starts, in layout units from the container's top-left corner.
  public var origin: Point
  /// The embedding level of the bidirectional algorithm; odd levels read from right to left.
  public var level: UInt8
  /// How far the run reaches along its line, white space included.
  public var advance: PangoUnits
  // Small, so that plain text's runs do not grow.
  private var attributeRunNumber: Int32

  /// The run's attributes, as an index into ``TextLayout/attributeRuns``; `nil` for plain text.
  public var attributeRun: Int? { attributeRunNumber < 0 ? nil : Int(attributeRunNumber) }

  package init(
    font: Int, color: Color, range: Range<Int>, glyphs: Range<Int>, origin: Point, level: UInt8,
    advance: PangoUnits = PangoUnits(rawValue: 0), attributeRun: Int? = nil
  ) {
    self.font = font
    self.color = color
    self.range = range
    self.glyphs = glyphs
    self.origin = origin
    self.level = level
    self.advance = advance
    attributeRunNumber = Int32(attributeRun ?? -1)
  }
}

/// What stands in text in the place of a character.
public struct PlacedAttachment: Hashable, Sendable, Codable {
  /// What it is.
  public var attachment: TextAttachment
  /// The room that it takes, in layout units from the container's top-left corner.
  public var rect: Rect
  /// The UTF-8 offset of its character.
  public var offset: Int
  /// The line that it stands on, as an index into ``TextLayout/lines``.
  public var line: Int

  package init(attachment: TextAttachment, rect: Rect, offset: Int, line: Int) {
    self.attachment = attachment
    self.rect = rect
    self.offset = offset
    self.line = line
  }
}

/// A glyph and its place, in Pango units from its run's origin, y down.
public struct PlacedGlyph: Hashable, Sendable, Codable {
  /// The glyph's number in its font, or for a missing glyph a mark and the character.
  public var id: UInt32
  /// The pen's distance from the run's origin, shaping's own offset included.
  public var x: PangoUnits
  /// The pen's distance below the run's baseline, shaping's own offset included.
  public var y: PangoUnits
  /// How far the glyph moves the pen.
  public var advance: PangoUnits
  /// The UTF-8 offset at which the glyph's cluster starts.
  public var cluster: UInt32

  package init(
    id: UInt32, x: PangoUnits, y: PangoUnits, advance: PangoUnits, cluster: UInt32
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.advance = advance
    self.cluster = cluster
  }

  /// Set in ``id`` where no font has a glyph: the other bits are then the character.
  package static let missingMark: UInt32 = 1 << 31

  /// The character that no font has a glyph for; `nil` where there is a glyph.
  public var missingCharacter: Unicode.Scalar? {
    id & Self.missingMark == 0 ? nil : Unicode.Scalar(id & ~Self.missingMark)
  }
}
