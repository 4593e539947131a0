/// A stretch of a paragraph in one font, script, language and direction, ready to be shaped.
@usableFromInline
package struct TextItem: Sendable {
  /// UTF-8 offsets into the paragraph.
  @usableFromInline package var bytes: Range<Int>
  /// Counted in Unicode scalars.
  @usableFromInline package var scalars: Range<Int>
  /// The font's number in its font map.
  @usableFromInline package var font: Int
  /// The embedding level; odd reads from right to left.
  @usableFromInline package var level: UInt8
  /// ISO 15924, as a HarfBuzz tag.
  @usableFromInline package var script: UInt32
  @usableFromInline package let language: TextLanguage?
  /// Whether letters are spaced, so that ligatures would stand out.
  @usableFromInline package var isSpaced = false
  /// Whether its glyphs stand upright, one below the other, in vertical text.
  @usableFromInline package var isUpright = false

  @inlinable package init(
    bytes: Range<Int>, scalars: Range<Int>, font: Int, level: UInt8, script: UInt32,
    language: TextLanguage?
  ) {
    self.bytes = bytes
    self.scalars = scalars
    self.font = font
    self.level = level
    self.script = script
    self.language = language
  }

  /// The language that its script is shaped in, as a BCP 47 tag.
  package var languageTag: String { language?.tag ?? "" }

  /// Whether the item reads from right to left.
  @inlinable package var isRightToLeft: Bool { level & 1 == 1 }
}

/// The fonts and languages of a paragraph's stretches, for itemizing.
package struct ItemizerAttributes {
  package var bytes: Range<Int>
  package var font: FontRequest
  package var language: String

  package init(bytes: Range<Int>, font: FontRequest, language: String) {
    self.bytes = bytes
    self.font = font
    self.language = language
  }
}
