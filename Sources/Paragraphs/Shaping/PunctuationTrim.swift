import GalleyHandles
import GalleyPrimitives
import GalleyShaping

/// Takes the blank half from wide punctuation of Chinese and Japanese beside other punctuation, by the font's
/// feature `halt`, or `vhal` where it stands upright on vertical lines, and marks the brackets whose blank half may
/// hang at a line's end.
///
/// - SeeAlso: CSS Text 4, `text-spacing-trim: normal`; JLREQ 3.1.2 and 3.1.4.
struct PunctuationTrim {
  /// The half of its square in which punctuation stands.
  enum Kind: UInt8 {
    /// A bracket with its blank half before it.
    case opening
    /// A bracket, a comma or a full stop with its blank half after it.
    case closing
    /// Blank on both sides.
    case centred
  }

  /// The change of a glyph by the feature.
  private struct Change {
    var advance: Int32
    var xOffset: Int32
  }

  /// The changes by character, orientation and font.
  ///
  /// The forms of a font's languages have the same halves. The table starts anew when it is full.
  private var changes: [UInt64: Change] = [:]
  private static let changeLimit = 4096

  /// Trims the glyphs of an item, or of a part of one from `byte` on, which are after `start`.
  ///
  /// The first character is trimmed beside the one before it, unless it `startsLine`. The glyphs have `spacing` between
  /// letters already.
  ///
  /// - Complexity: O(glyphs).
  mutating func apply(
    to glyphs: inout [ShapedGlyph], from start: Int, of item: TextItem, byte: Int,
    startsLine: Bool = false, spacing: Int32 = 0, text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment
  ) {
    let areCentred = Self.hasCentredStops(item.languageTag)
    var last =
      startsLine
      ? nil
      : Self.kind(text, before: byte, areCentred: areCentred, isUpright: item.isUpright)
    for index in start..<glyphs.count {
      let byte = Int(glyphs[index].cluster)
      guard byte < text.count,
        let kind = Self.kind(text, at: byte, areCentred: areCentred, isUpright: item.isUpright)
      else {
        last = nil
        continue
      }
      defer { last = kind }
      if kind == .closing {
        // The next character may have another font.
        let next = byte + utf8Width(text[byte])
        guard next < text.count,
          let other = Self.kind(
            text, at: next, areCentred: areCentred, isUpright: item.isUpright),
          other != .opening
        else { continue }
        trim(&glyphs[index], of: item, spacing, text, fonts)
      } else if kind == .opening, last != nil {
        trim(&glyphs[index], of: item, spacing, text, fonts)
        // At a line's start, it is as wide as alone.
        glyphs[index].isUnsafeToBreak = true
      }
    }
  }

  /// Marks the brackets whose blank half may hang at a line's end.
  ///
  /// The pens have the `spacing` of each item between letters.
  ///
  /// - Complexity: O(scalars of items in Han and kana).
  mutating func markEnds(
    _ flags: inout [BreakFlags], items: [TextItem], pens: [Int], offsets: [Int32],
    text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment, spacing: (Int) -> Int32
  ) {
    for (number, item) in items.enumerated() where Self.concerns(item, text) {
      let spacing = Int(spacing(number))
      for scalar in item.scalars {
        let byte = Int(offsets[scalar])
        guard text[byte] >= 0xE2 else { continue }
        // Stops and commas do not hang.
        guard
          Self.kind(text, at: byte, areCentred: true, isUpright: item.isUpright) == .closing,
          let change = change(at: byte, of: item, text, fonts),
          pens[scalar + 1] - pens[scalar] - spacing == -2 * Int(change.advance)
        else { continue }
        flags[scalar].insert(.halfBlank)
      }
    }
  }

  private mutating func trim(
    _ glyph: inout ShapedGlyph, of item: TextItem, _ spacing: Int32,
    _ text: UnsafeBufferPointer<UInt8>, _ fonts: FontEnvironment
  ) {
    guard let change = change(at: Int(glyph.cluster), of: item, text, fonts),
      glyph.advance &- spacing == -2 * change.advance
    else { return }
    glyph.advance += change.advance
    glyph.xOffset += change.xOffset
  }

  /// The change of the character at a byte by the feature; `nil` if the font does not halve it.
  private mutating func change(
    at byte: Int, of item: TextItem, _ text: UnsafeBufferPointer<UInt8>, _ fonts: FontEnvironment
  ) -> Change? {
    let orientation: UInt64 = item.isUpright ? 1 << 23 : 0
    let key =
      UInt64(text.scalar(at: byte)) | orientation | UInt64(truncatingIfNeeded: item.font) << 24
    if let known = changes[key] { return known.advance == 0 ? nil : known }
    var shaped: [ShapedGlyph] = []
    let bytes = byte..<byte + utf8Width(text[byte])
    fonts.shaper.shape(item, bytes: bytes, of: text, into: &shaped)
    // halt, vhal.
    let half = ShapingFeature(tag: item.isUpright ? 0x7668_616C : 0x6861_6C74, value: 1)
    fonts.shaper.shape(item, bytes: bytes, of: text, features: [half], into: &shaped)
    var change = Change(advance: 0, xOffset: 0)
    if shaped.count == 2, shaped[0].id == shaped[1].id,
      shaped[0].advance == 2 * shaped[1].advance
    {
      change.advance = shaped[1].advance - shaped[0].advance
      change.xOffset = shaped[1].xOffset - shaped[0].xOffset
    }
    if changes.count >= Self.changeLimit { changes.removeAll() }
    changes[key] = change
    return change.advance == 0 ? nil : change
  }

  /// Whether an item may have glyphs to trim or brackets to mark.
  ///
  /// - Complexity: O(item) for Han and kana.
  static func concerns(_ item: TextItem, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    isWide(item, text) && hasPunctuation(text, in: item.bytes)
  }

  /// Whether an item may have wide punctuation: text from left to right in Han, kana, Bopomofo or Hangul, and
  /// punctuation that has the script of letters beside it.
  private static func isWide(_ item: TextItem, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !item.isRightToLeft else { return false }
    switch item.script {
    case 0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x426F_706F, 0x4861_6E67: return true
    default: return text[item.bytes.lowerBound] == 0xE3 || text[item.bytes.lowerBound] == 0xEF
    }
  }

  /// Whether a stretch has a pair of wide signs beside each other, or a closing bracket.
  ///
  /// Most stretches have neither: this reads two bytes of each character.
  private static func hasPunctuation(
    _ text: UnsafeBufferPointer<UInt8>, in bytes: Range<Int>
  ) -> Bool {
    var byte = bytes.lowerBound
    var isAfterSign = false
    while byte < bytes.upperBound {
      let lead = text[byte]
      guard lead >= 0x80 else {
        byte += 1
        isAfterSign = false
        continue
      }
      var isSign = false
      if lead == 0xE3 || lead == 0xEF || lead == 0xE2 {
        let second = text[byte + 1]
        switch lead {
        case 0xE3: isSign = second == 0x80 || second == 0x83 && text[byte + 2] == 0xBB
        case 0xEF: isSign = second == 0xBC || second == 0xBD
        default: isSign = second == 0x80
        }
        if isSign {
          if isAfterSign { return true }
          let third = text[byte + 2]
          // All but the commas and full stops, which neither hang nor change alone.
          let isStop =
            lead == 0xE3 ? third <= 0x82 : lead == 0xEF && (third == 0x8C || third == 0x9F)
          if !isStop { return true }
        }
      }
      isAfterSign = isSign
      byte += utf8Width(lead)
    }
    // The sign at the end may stand before one of another font.
    return isAfterSign
  }

  /// Whether commas, full stops and colons stand in the middle, as in Taiwan and Hong Kong.
  private static func hasCentredStops(_ language: String) -> Bool? {
    var bytes = language.utf8.makeIterator()
    switch (bytes.next(), bytes.next()) {
    // ja, ko
    case (0x6A, 0x61), (0x6B, 0x6F): return nil
    case (0x79, 0x75): return language != "yue-hans"
    case (0x7A, 0x68):
      return ["zh-tw", "zh-hk", "zh-mo"].contains(language) || language.hasPrefix("zh-hant")
    default: return false
    }
  }

  /// The kind of the character before an item, which may have another font or orientation.
  private static func kind(
    _ text: UnsafeBufferPointer<UInt8>, before end: Int, areCentred: Bool?, isUpright: Bool
  ) -> Kind? {
    guard end > 0 else { return nil }
    var byte = end - 1
    while byte > 0, text[byte] & 0xC0 == 0x80 { byte -= 1 }
    let kind = kind(text, at: byte, areCentred: areCentred, isUpright: isUpright)
    // Quotation marks of Japanese and Korean are those of Latin: their blank is not wide enough, as in Chromium.
    let isQuote = text.scalar(at: byte) == 0x2019 || text.scalar(at: byte) == 0x201D
    return isQuote && areCentred == nil ? nil : kind
  }

  /// The kind of the character at a byte; `nil` for all but wide punctuation.
  ///
  /// `areCentred` is whether stops and colons are centred; `nil` is colons alone. Upright colons of Chinese count as
  /// letters, as in Chromium.
  private static func kind(
    _ text: UnsafeBufferPointer<UInt8>, at byte: Int, areCentred: Bool?, isUpright: Bool
  ) -> Kind? {
    // Nearly all characters end here.
    switch text[byte] {
    case 0xE2, 0xE3, 0xEF: break
    default: return nil
    }
    switch text.scalar(at: byte) {
    case 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A,
      0x301D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F:
      return .opening
    case 0x2019, 0x201D, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B,
      0x301E, 0x301F, 0xFF09, 0xFF3D, 0xFF5D, 0xFF60:
      return .closing
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: return areCentred == true ? .centred : .closing
    case 0xFF1A, 0xFF1B:
      if isUpright, areCentred != nil { return nil }
      return areCentred == false ? .closing : .centred
    case 0x3000, 0x30FB: return .centred
    default: return nil
    }
  }
}
