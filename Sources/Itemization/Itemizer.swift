package import GalleyHandles
import GalleyPrimitives

/// Splits paragraphs into items of one font, script, language and direction, and finds their breaks.
///
/// Plain text is itemized here, in far fewer steps than Pango needs, with the same result; Pango itemizes all
/// other text. Fonts of characters are cached by style, breaks by the bytes of a piece.
///
/// Most properties are `@exclusivity(unchecked)`. Invariant: during an access to one of them, no code with a
/// reference to this itemizer runs. ``FontMap``, ``FontSet``, ``PlainScratch`` and the caches have none.
package final class Itemizer {
  let fonts: FontMap
  /// Whether hyphens at breaks within words, and breaks of scripts without spaces, are Pango's.
  let keepsPangoBreaks: Bool
  @exclusivity(unchecked) var dictionary = LazyDictionary()
  /// Whether Pango itemizes plain text too; tests compare both ways.
  package var leavesAllToPango = false
  @exclusivity(unchecked) var brokenPieces = PieceCache(byteLimit: 1 << 20)
  @exclusivity(unchecked) var styles: [StyleFonts] = []
  /// The numbers of all styles, and of the first style in each language.
  var styleNumbers: [StyleKey: Int] = [:]
  var languageStyles: [String: Int] = [:]
  /// The style of the last paragraph.
  @exclusivity(unchecked) var lastStyle = 0
  let plain = PlainScratch()
  /// Memory for the items of a paragraph, so that the paragraph's own array gets its final size at once.
  @exclusivity(unchecked) var itemMemory: [TextItem] = []
  /// For each style, the breaks before an ideograph between two others, once they are known.
  @exclusivity(unchecked) var ideographFlags: [BreakFlags?] = []

  /// An itemizer with the fonts of a map.
  package init(fonts: FontMap, keepsPangoBreaks: Bool = true) {
    self.fonts = fonts
    self.keepsPangoBreaks = keepsPangoBreaks
  }

  /// The number of font requests in a language that text has used.
  package var styleCount: Int { styles.count }

  /// The number of the font of `request` for characters without another font; `nil` if there is none.
  package func baseFont(_ request: FontRequest, language: String) -> Int? {
    let style = styleNumber(request, language: language)
    if let known = styles[style].base { return known }
    let font = fonts.load(request, language: language)
    styles[style].base = .some(font)
    return font
  }

  /// Splits a paragraph into items and finds its breaks.
  ///
  /// `text` is the paragraph, well-formed UTF-8 without NUL and without its terminator; `attributes` are the
  /// fonts and languages of its ranges, and cover it. `items` receives the items in reading order, `flags` one
  /// more entry than the text has scalars.
  ///
  /// A paragraph with many bidirectional controls is itemized in slices: see ``SliceEnds``.
  ///
  /// - Complexity: O(text).
  package func itemize(
    _ text: UnsafeBufferPointer<UInt8>, attributes: [ItemizerAttributes],
    direction: BaseDirection, items: inout [TextItem], flags: inout [BreakFlags]
  ) {
    items.removeAll(keepingCapacity: true)
    flags.removeAll(keepingCapacity: true)
    let ends = SliceEnds(text).ends
    guard !ends.isEmpty else {
      itemizeSlice(
        text, attributes: attributes, direction: direction, items: &items, flags: &flags)
      if !keepsPangoBreaks { breakByDictionary(text, items: items, flags: &flags) }
      return
    }
    var ownItems: [TextItem] = []
    var ownFlags: [BreakFlags] = []
    var start = 0
    var scalar = 0
    var attribute = 0
    for end in ends + [text.count] {
      ownItems.removeAll(keepingCapacity: true)
      ownFlags.removeAll(keepingCapacity: true)
      while attribute + 1 < attributes.count, attributes[attribute].bytes.upperBound <= start {
        attribute += 1
      }
      itemizeSlice(
        UnsafeBufferPointer(rebasing: text[start..<end]),
        attributes: attributes[attribute...].within(start..<end), direction: direction,
        items: &ownItems, flags: &ownFlags)
      items += ownItems.map { $0.moved(byBytes: start, scalars: scalar) }
      // The next slice's first entry describes this slice's end.
      flags += ownFlags.prefix(end == text.count ? ownFlags.count : ownFlags.count - 1)
      scalar += ownFlags.count - 1
      start = end
    }
    if !keepsPangoBreaks { breakByDictionary(text, items: items, flags: &flags) }
  }

  /// Itemizes a slice; `items` and `flags` are empty.
  private func itemizeSlice(
    _ text: UnsafeBufferPointer<UInt8>, attributes: [ItemizerAttributes],
    direction: BaseDirection, items: inout [TextItem], flags: inout [BreakFlags]
  ) {
    guard let first = attributes.first, !text.isEmpty else {
      flags.append([.caret])
      return
    }
    if !leavesAllToPango, attributes.count == 1,
      itemizePlainly(
        text, style: first, direction: direction, items: &items, flags: &flags)
    {
      return
    }
    fonts.itemize(
      text, attributes: attributes, direction: direction, items: &items, flags: &flags)
    guard !keepsPangoBreaks else { return }
    Self.removeFalseHyphens(from: &flags, of: text)
    let count = flags.count - 1
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, count)) { characters in
      var byte = 0
      for place in 0..<count where byte < text.count {
        characters[place] = text.scalar(at: byte)
        byte += utf8Width(text[byte])
      }
      ReaderBreaks(text: UnsafeBufferPointer(rebasing: characters[..<count]))
        .apply(to: &flags, from: 0, places: 0..<count)
    }
  }

  /// Removes the hyphens of breaks without a soft hyphen before them: a hyphen would falsify an address, a hash
  /// or a name, and separate joined letters.
  private static func removeFalseHyphens(
    from flags: inout [BreakFlags], of text: UnsafeBufferPointer<UInt8>
  ) {
    var byte = 0
    var isAfterSoftHyphen = false
    for index in flags.indices {
      if !isAfterSoftHyphen { flags[index].removeFalseHyphen() }
      guard byte < text.count else { return }
      let width = utf8Width(text[byte])
      isAfterSoftHyphen = width == 2 && text[byte] == 0xC2 && text[byte + 1] == 0xAD
      byte += width
    }
  }

}

extension Itemizer {
  /// Whether a paragraph is itemized without Pango.
  package func isPlain(
    _ text: UnsafeBufferPointer<UInt8>, style: ItemizerAttributes,
    direction: BaseDirection = .leftToRight
  ) -> Bool {
    var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
    return !text.isEmpty
      && itemizePlainly(text, style: style, direction: direction, items: &items, flags: &flags)
  }

  /// The embedding level of each character of a paragraph that is itemized without Pango, found by FriBidi on
  /// request; `nil` for other paragraphs.
  package func embeddingLevels(
    of text: UnsafeBufferPointer<UInt8>, direction: BaseDirection, byFriBidi: Bool = false
  ) -> [UInt8]? {
    plain.leavesLevelsToFriBidi = byFriBidi
    defer { plain.leavesLevelsToFriBidi = false }
    guard plain.decode(text, direction: direction) else { return nil }
    return (0..<plain.count).map { plain.level(at: $0) }
  }
}
