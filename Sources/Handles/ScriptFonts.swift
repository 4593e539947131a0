internal import CPango

/// The fonts that one style has for one script, by character.
struct ScriptFonts {
  let script: UInt8
  /// Whether these are for what is shown as emoji.
  let isEmoji: Bool
  /// Of ISO 15924, as a HarfBuzz tag.
  let tag: UInt32
  /// A language that is written in the script: the text's own if that is.
  let language: OpaquePointer?
  /// Owned by Pango's cache and by one reference of ours.
  let fontset: UnsafeMutablePointer<PangoFontset>
  /// Which of ``pages`` each 256 characters are; 0, where nothing is known, if none was asked for.
  private var pageNumbers = [UInt16](repeating: 0, count: 0x300)
  private var pages = [Page()]
  /// Font numbers, 256 for a page; the first are all unknown.
  private var numbers = [UInt8](repeating: Self.unknown, count: 256)
  /// How far down the set each of the fonts stands.
  private var ranks: [(font: UInt8, rank: Int)] = []
  static let unknown: UInt8 = 255

  init(
    script: UInt8, isEmoji: Bool, language: OpaquePointer?,
    fontset: UnsafeMutablePointer<PangoFontset>
  ) {
    self.script = script
    self.language = language
    self.isEmoji = isEmoji
    self.fontset = fontset
    tag = g_unicode_script_to_iso15924(GUnicodeScript(rawValue: Int32(script)))
  }

  /// What is known of 256 characters: a bit for each that has the font that was met there first, since
  /// mostly all have, and Han is more bytes than caches hold.
  private struct Page {
    var first: UInt8 = 0
    /// Which 256 of ``ScriptFonts/numbers`` the other fonts are; 0 where there are none.
    var others: UInt16 = 0
    var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    func hasFirst(_ character: UInt32) -> Bool {
      let word =
        switch character >> 6 & 3 {
        case 0: bits.0
        case 1: bits.1
        case 2: bits.2
        default: bits.3
        }
      return word >> UInt64(character & 63) & 1 != 0
    }

    mutating func giveFirst(_ character: UInt32) {
      let bit: UInt64 = 1 << UInt64(character & 63)
      switch character >> 6 & 3 {
      case 0: bits.0 |= bit
      case 1: bits.1 |= bit
      case 2: bits.2 |= bit
      default: bits.3 |= bit
      }
    }
  }

  /// The number of a character's font, as far as it is known.
  func font(of character: UInt32) -> UInt8 {
    let page = pages[Int(pageNumbers[Int(character >> 8)])]
    if page.hasFirst(character) { return page.first }
    return numbers[Int(page.others) << 8 | Int(character & 0xFF)]
  }

  /// Where the first of `scalars` stands that has another font than those before it, or one not
  /// known; `font` is theirs, `nil` if they are blank.
  func end(of font: inout UInt8?, _ plain: PlainScratch, _ scalars: Range<Int>) -> Int {
    for place in scalars where !plain.classes[place].isBlank {
      let own = self.font(of: plain.characters[place])
      guard own != Self.unknown, own == font ?? own else { return place }
      font = own
    }
    return scalars.upperBound
  }

  /// Whether the style would take `font` rather than `other` for what both have.
  func isBetter(_ font: UInt8, than other: UInt8) -> Bool {
    rank(of: font) ?? .max < rank(of: other) ?? .max
  }

  private func rank(of font: UInt8) -> Int? { ranks.first { $0.font == font }?.rank }

  /// Finds the font that has `character`; false where that takes Pango to say.
  mutating func find(_ character: UInt32, in environment: FontEnvironment) -> Bool {
    guard let font = pango_fontset_get_font(fontset, character) else { return false }
    defer { g_object_unref(font) }
    let number = environment.index(of: font)
    guard number < Int(Self.unknown), pango_font_has_char(font, character) != 0 else {
      return false
    }
    if rank(of: UInt8(number)) == nil {
      ranks.append((UInt8(number), rank(of: font)))
    }
    note(UInt8(number), of: character)
    return true
  }

  private mutating func note(_ font: UInt8, of character: UInt32) {
    let block = Int(character >> 8)
    if pageNumbers[block] == 0 {
      pageNumbers[block] = UInt16(pages.count)
      pages.append(Page(first: font))
    }
    let page = Int(pageNumbers[block])
    guard pages[page].first != font else { return pages[page].giveFirst(character) }
    if pages[page].others == 0 {
      pages[page].others = UInt16(numbers.count >> 8)
      numbers.append(contentsOf: repeatElement(Self.unknown, count: 256))
    }
    numbers[Int(pages[page].others) << 8 | Int(character & 0xFF)] = font
  }

  /// How many fonts come before one in the set.
  private func rank(of font: UnsafeMutablePointer<PangoFont>) -> Int {
    struct Search {
      let font: UnsafeMutablePointer<PangoFont>
      var rank = 0
    }
    var search = Search(font: font)
    pango_fontset_foreach(
      fontset,
      { _, font, data in
        guard let search = data?.assumingMemoryBound(to: Search.self) else { return 1 }
        if search.pointee.font == font { return 1 }
        search.pointee.rank += 1
        return 0
      }, &search)
    return search.rank
  }
}

/// A font request and a language, with the fonts of the scripts that were met in it.
struct StyleFonts {
  let request: FontRequest
  let language: String
  var scripts: [ScriptFonts] = []
  /// The number of the first style in its language, by which breaks are kept: fonts have no say in them.
  let breaks: Int
  /// The font where nothing asks for another: not known yet, or known, if only as missing.
  var base: Int??
}
