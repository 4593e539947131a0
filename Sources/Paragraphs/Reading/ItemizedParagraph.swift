import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPrimitives
import GalleyShaping
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
      Self.markUpright(&items, of: bytes, text, from: range.lowerBound, fonts: fonts)
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

  /// Marks the items that stand upright on vertical lines, quotation marks among them where their font has a form for that.
  ///
  /// Chromium 156 does so too, though the marks are `R` in Unicode 16.
  @inline(never)
  private static func markUpright(
    _ items: inout [TextItem], of bytes: UnsafeBufferPointer<UInt8>, _ text: AttributedText,
    from start: Int, fonts: FontEnvironment
  ) {
    Itemizer.markUpright(&items, of: bytes) { byte, item in
      let form = text.attributes(at: start + byte).verticalForm.uprightForm
      guard case .byCharacter = form, fonts.rules == .reader, bytes[byte] == 0xE2,
        [0x2018, 0x2019, 0x201C, 0x201D].contains(bytes.scalar(at: byte)),
        item.hasLanguageOfColumns, !bytes.isApostrophe(at: byte)
      else { return form }
      return fonts.hasUprightForm(at: byte, of: item, bytes) ? .fixed(isUpright: true) : form
    }
    guard fonts.rules == .reader else { return }
    // Signs without letters beside them have the vertical forms of their language.
    for index in items.indices
    where items[index].isUpright && items[index].script == common
      && items[index].hasLanguageOfColumns
    {
      items[index].script = han
    }
  }

  /// `Zyyy` and `Hani`.
  private static let (common, han): (UInt32, UInt32) = (0x5A79_7979, 0x4861_6E69)

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

extension FontEnvironment {
  /// Whether the font of an item has a glyph of its own for a character that stands upright.
  fileprivate func hasUprightForm(
    at byte: Int, of item: TextItem, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let bytes = byte..<byte + utf8Width(text[byte])
    let ids = [false, true].map { isUpright in
      var (item, glyphs) = (item, [ShapedGlyph]())
      item.isUpright = isUpright
      shaper.shape(item, bytes: bytes, of: text, into: &glyphs)
      return glyphs.map(\.id)
    }
    return ids[0] != ids[1]
  }
}

extension TextItem {
  /// Whether its language is also written in columns: Chinese, Japanese or Korean.
  fileprivate var hasLanguageOfColumns: Bool {
    ["zh", "ja", "ko", "yu"].contains { languageTag.hasPrefix($0) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether three bytes from a place on are a sign between two letters of ASCII.
  fileprivate func isApostrophe(at byte: Int) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    return byte > 0 && byte + 3 < count && isLetter(self[byte - 1]) && isLetter(self[byte + 3])
  }
}
