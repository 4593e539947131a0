import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPrimitives
import GalleyText

/// An itemized paragraph: its items, each of one font and one direction, and the breaks between its scalars.
struct ItemizedParagraph {
  /// The paragraph's UTF-8 offsets in the text, its terminator not included.
  let range: Range<Int>
  /// The paragraph's own bytes.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The font of a line without glyphs; `nil` if there is none.
  let baseFont: Int?
  let direction: BaseDirection
  let settings: ParagraphSettings
  let isVertical: Bool
  /// The attributes that change its glyphs; `nil` for plain text.
  var features: ParagraphFeatures?
  /// In reading order, without gaps.
  var items: [TextItem] = []
  /// The breaks and carets before each scalar, and at the end: one more than there are scalars.
  var flags: [BreakFlags] = []
  /// The spaces between ideographs and letters.
  var gaps: [LetterGap] = []

  /// Itemizes the paragraph `range` of `text`, whose bytes are `textBytes`; `letters` are its upright parts on vertical
  /// lines.
  ///
  /// - Complexity: O(paragraph).
  init(
    _ range: Range<Int>, of text: AttributedText, _ textBytes: UnsafeBufferPointer<UInt8>,
    direction: BaseDirection, settings: ParagraphSettings, isVertical: Bool = false,
    upright letters: UprightLetters? = nil, fonts: FontEnvironment
  ) {
    self.range = range
    bytes = UnsafeBufferPointer(rebasing: textBytes[range])
    self.direction = direction
    self.settings = settings
    self.isVertical = isVertical
    features = ParagraphFeatures(of: text, in: range)
    let attributes = text.itemizerAttributes(in: range, fonts: fonts)
    fonts.itemizer.itemize(
      bytes, attributes: attributes, direction: direction, items: &items, flags: &flags)
    if let rules = BreakRules(
      text.paragraphStyle(at: range.lowerBound), language: attributes.first?.language)
    {
      rules.apply(to: &flags, of: bytes)
    }
    if isVertical {
      if let letters {
        Itemizer.setLevels(&items, of: bytes, as: letters.bytes, direction: direction)
      }
      Itemizer.markUpright(&items, of: bytes) { byte in
        text.attributes(at: range.lowerBound + byte).verticalForm.uprightForm
      }
    }
    if settings.isAutospaced {
      func attributes(_ byte: Int) -> TextAttributes {
        text.attributes(at: range.lowerBound + byte)
      }
      gaps = LetterGap.mark(
        &flags, of: bytes, items: items, size: { attributes($0).font.size },
        isCombined: { isVertical && attributes($0).verticalForm == .combined })
    }
    if settings.hangsPunctuation { HangingPunctuation.mark(&flags, of: bytes, settings) }
    features?.prepare(&items, &flags, text: bytes, isVertical: isVertical, fonts: fonts)
    baseFont = attributes.first.flatMap { fonts.itemizer.baseFont($0.font, language: $0.language) }
    if case .justify = settings.alignment, fonts.rules == .reader { markSpaceable() }
  }

  /// Marks the wide characters around which justification adds space: all but Hangul, which has spaces.
  private mutating func markSpaceable() {
    var byte = 0
    for scalar in flags.indices where byte < bytes.count {
      let character = bytes.scalar(at: byte)
      byte += utf8Width(bytes[byte])
      if character >= 0x2E80, UnicodeProperties.isWide(character),
        UnicodeScript(of: character) != .hangul
      {
        flags[scalar].insert(.spaceable)
      }
    }
  }
}
