import GalleyHandles
import GalleyPrimitives

/// The shaping of text in one font, script, language and direction, and the places where such text may be cut
/// without a change of any glyph.
///
/// No lookup acts on an *inert* glyph or across it (see ``InertGlyphs``). So text may be cut beside one, and the
/// pieces shaped alone. The space is inert in most fonts, and so are characters of Han.
///
/// The properties are `@exclusivity(unchecked)`. Invariant: no method calls code outside of this type with
/// access to one of them.
final class ShapingPlan {
  let font: Int
  let script: UInt32
  /// The languages of text so far for which the font has the same rules.
  @exclusivity(unchecked) private var languages: [TextLanguage?]
  private let rules: LanguageRules?
  let isRightToLeft: Bool
  let isSpaced: Bool
  let language: ShapingLanguage
  /// Whether it is from left to right in a script from right to left, as numbers are.
  let isAgainstScript: Bool
  /// Whether the forms of letters depend on the text around them, also across the item's edges.
  let looksAround: Bool
  let isArabic: Bool
  /// The entries of wide characters; empty until the first look-up.
  ///
  /// Allocated here, since an array would check for each character whether it is shared.
  @exclusivity(unchecked) private var entries = UnsafeMutableBufferPointer<Entry>(
    start: nil, count: 0)
  /// The entry of the space: text may be cut after an inert one.
  @exclusivity(unchecked) private(set) var space: Entry
  /// The glyphs of characters that are pieces, at cluster 0.
  @exclusivity(unchecked) private var glyphs: [ShapedGlyph] = []

  private let inertGlyphs: InertGlyphs

  init(_ item: TextItem, fonts: FontMap, rules: LanguageRules?) {
    self.rules = rules
    font = item.font
    script = item.script
    languages = [item.language]
    isRightToLeft = item.isRightToLeft
    isSpaced = item.isSpaced
    language = ShapingLanguage(item.language)
    inertGlyphs = fonts.inertGlyphs(of: item)
    space = Entry(
      isInert: fonts.glyph(of: 0x20, font: font).map(inertGlyphs.contains) ?? false)
    isAgainstScript = !isRightToLeft && UnicodeProperties.isRightToLeft(script: script)
    looksAround = !Self.contextFreeScripts.contains(script)
    isArabic = script == UnicodeScript.arabic.tag
  }

  deinit { entries.deallocate() }

  /// Whether this is the plan of an item, in a language of earlier text.
  @inline(__always) func serves(_ item: TextItem) -> Bool {
    guard isAlike(item) else { return false }
    if languages[0] == item.language { return true }
    for language in languages.dropFirst() where language == item.language { return true }
    return false
  }

  /// Adds an item's language and returns true, if the font has the same rules for it: `rules`.
  func accept(_ item: TextItem, rules: LanguageRules?) -> Bool {
    guard let rules, rules == self.rules, isAlike(item) else { return false }
    languages.append(item.language)
    return true
  }

  private func isAlike(_ item: TextItem) -> Bool {
    font == item.font && script == item.script && isRightToLeft == item.isRightToLeft
      && isSpaced == item.isSpaced
  }

  /// Whether a character is inert, and its glyph if it was a piece: in two bytes, since most of the entries that
  /// a Chinese text reads are in none of the processor's caches.
  struct Entry {
    /// 0 before the first look-up, else 1 or the glyph's number + 2, and a bit for inert characters.
    private var bits: UInt16

    /// The entry of a character without a look-up.
    static let none = Entry(bits: 0)
    private static let inert: UInt16 = 1 << 15

    private init(bits: UInt16) { self.bits = bits }

    fileprivate init(isInert: Bool) { bits = 1 | (isInert ? Self.inert : 0) }

    fileprivate var isKnown: Bool { bits != 0 }
    /// Whether text may be cut on both sides.
    var isInert: Bool { bits & Self.inert != 0 }
    /// The number of its glyph, if the character was a piece.
    fileprivate var glyph: Int? {
      let number = Int(bits & ~Self.inert)
      return number < 2 ? nil : number - 2
    }

    /// This entry with a glyph; there are fewer entries than numbers.
    fileprivate func with(glyph: Int) -> Entry {
      Entry(bits: bits & Self.inert | UInt16(glyph + 2))
    }

    /// The index of a character's entry, if it is wide in Chinese and Japanese.
    fileprivate static func index(of character: UInt32) -> Int? {
      switch character {
      case 0x3000...0x9FFF: Int(character) - 0x3000
      case 0xFF00...0xFFEF: Int(character) - 0xFF00 + 0x7000
      default: nil
      }
    }

    fileprivate static let count = 0x70F0
  }

  /// The entry of a character other than the space.
  func entry(of character: UInt32, in fonts: FontMap) -> Entry {
    guard let index = Entry.index(of: character), !looksAround else { return .none }
    if entries.isEmpty {
      entries = .allocate(capacity: Entry.count)
      entries.initialize(repeating: .none)
    }
    if !entries[index].isKnown {
      entries[index] = Entry(isInert: isInert(character, in: fonts))
    }
    return entries[index]
  }

  /// Whether a character is an inert one of Han.
  private func isInert(_ character: UInt32, in fonts: FontMap) -> Bool {
    guard (0x3400...0x9FFF).contains(character),
      let glyph = fonts.glyph(of: character, font: font)
    else { return false }
    return inertGlyphs.contains(glyph)
  }

  /// The glyph of a character that is a piece, at cluster 0.
  func glyph(of entry: Entry) -> ShapedGlyph? { entry.glyph.map { glyphs[$0] } }

  /// Stores the glyph of a character that was a piece.
  func note(_ character: UInt32, as shaped: ArraySlice<ShapedGlyph>) {
    guard var glyph = shaped.first, shaped.count == 1, !glyph.isUnsafeToBreak, !looksAround else {
      return
    }
    glyph.cluster = 0
    if character == 0x20, space.glyph == nil {
      space = space.with(glyph: glyphs.count)
    } else if let index = Entry.index(of: character), index < entries.count,
      entries[index].glyph == nil
    {
      entries[index] = entries[index].with(glyph: glyphs.count)
    } else {
      return
    }
    glyphs.append(glyph)
  }

  /// Scripts whose letters do not depend on text outside of their item.
  private static let contextFreeScripts = Set(
    [
      UnicodeScript.common, .latin, .greek, .cyrillic, .han, .hiragana, .katakana, .hangul,
      .hebrew, .thai,
    ].map(\.tag))
}
