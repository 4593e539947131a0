import GalleyHandles

/// The fonts of a style for the characters of a script.
struct ScriptFonts {
  let script: UInt8
  /// Whether these fonts are for emoji.
  let isEmoji: Bool
  /// Of ISO 15924, as a HarfBuzz tag.
  let tag: UInt32
  /// A language that is written in the script: the text's own if possible.
  let language: TextLanguage?
  private let set: FontSet
  /// For each 256 characters, the number of their page; 0, where nothing is known, before the first look-up.
  private var pages = [UInt16](repeating: 0, count: 0x300)
  /// For each page, a bit for each character in the font that was found there first.
  ///
  /// Mostly all characters have this font, and one byte for each character of Han would not fit into the
  /// processor's caches.
  private var bits: [UInt64] = [0, 0, 0, 0]
  private var firstFonts: [UInt8] = [Self.unknown]
  /// For each page, the number of the 256 entries of ``numbers`` with the fonts of its other characters; 0 for
  /// a page without others.
  private var others: [UInt16] = [0]
  /// Font numbers; the first 256 are all unknown.
  private var numbers = [UInt8](repeating: Self.unknown, count: 256)
  /// The place of each font in the set.
  private var ranks: [(font: UInt8, rank: Int)] = []
  static let unknown: UInt8 = 255

  init(script: UnicodeScript, isEmoji: Bool, set: FontSet) {
    self.script = script.number
    self.isEmoji = isEmoji
    self.set = set
    language = set.language
    tag = script.tag
  }

  /// The number of a character's font, or ``unknown``.
  func font(of character: UInt32) -> UInt8 {
    let page = Int(pages[Int(character >> 8)])
    if bits[page << 2 | Int(character >> 6 & 3)] >> UInt64(character & 63) & 1 != 0 {
      return firstFonts[page]
    }
    return numbers[Int(others[page]) << 8 | Int(character & 0xFF)]
  }

  /// The first of `scalars` with an unknown font, or with another font than those before it; `font` is the font
  /// of those, `nil` if all are blank.
  func end(of font: inout UInt8?, _ plain: PlainScratch, _ scalars: Range<Int>) -> Int {
    for place in scalars where !plain.classes[place].isBlank {
      let own = self.font(of: plain.characters[place])
      guard own != Self.unknown, own == font ?? own else { return place }
      font = own
    }
    return scalars.upperBound
  }

  /// Whether the style prefers `font` to `other` for characters that both have.
  func isBetter(_ font: UInt8, than other: UInt8) -> Bool {
    rank(of: font) ?? .max < rank(of: other) ?? .max
  }

  private func rank(of font: UInt8) -> Int? { ranks.first { $0.font == font }?.rank }

  /// Finds the font that has `character`; false if only Pango can itemize it.
  mutating func find(_ character: UInt32) -> Bool {
    guard let number = set.font(of: character), number < Int(Self.unknown) else { return false }
    if rank(of: UInt8(number)) == nil {
      ranks.append((UInt8(number), set.rank(of: number)))
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
}
