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
  /// The page that each 256 characters are; 0, where nothing is known, if none was asked for.
  private var pages = [UInt16](repeating: 0, count: 0x300)
  /// For each page, a bit for each character that has the font that was met there first: mostly all
  /// have, and a byte for each of Han is more than caches hold.
  private var bits: [UInt64] = [0, 0, 0, 0]
  private var firstFonts: [UInt8] = [Self.unknown]
  /// For each page, which 256 of ``numbers`` tell the fonts of the others; 0 where there are none.
  private var others: [UInt16] = [0]
  /// Font numbers; the first 256 are all unknown.
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

  /// The number of a character's font, as far as it is known.
  func font(of character: UInt32) -> UInt8 {
    let page = Int(pages[Int(character >> 8)])
    if bits[page << 2 | Int(character >> 6 & 3)] >> UInt64(character & 63) & 1 != 0 {
      return firstFonts[page]
    }
    return numbers[Int(others[page]) << 8 | Int(character & 0xFF)]
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
    if pages[block] == 0 {
      pages[block] = UInt16(firstFonts.count)
      firstFonts.append(font)
      others.append(0)
      bits += [0, 0, 0, 0]
    }
    let page = Int(pages[block])
    if firstFonts[page] == font {
      bits[page << 2 | Int(character >> 6 & 3)] |= 1 << UInt64(character & 63)
      return
    }
    if others[page] == 0 {
      others[page] = UInt16(numbers.count >> 8)
      numbers.append(contentsOf: repeatElement(Self.unknown, count: 256))
    }
    numbers[Int(others[page]) << 8 | Int(character & 0xFF)] = font
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

/// What a style is found by.
struct StyleKey: Hashable {
  var request: FontRequest
  var language: String
}
