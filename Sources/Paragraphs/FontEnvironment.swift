package import GalleyFonts
package import GalleyHandles
package import GalleyItemization
package import GalleyShaping
package import GalleyText

/// One worker's fonts, with the itemizer and the shaper that use them.
///
/// It never gives up a font or a style, since shaped texts have their numbers; a typesetter replaces a full
/// environment.
package final class FontEnvironment {
  package let map: FontMap
  package let itemizer: Itemizer
  package let shaper: Shaper
  package let rules: TextRules
  // Invariant: the methods that read and write the properties call no code with a reference to this object.
  /// The canonical language of text without one.
  @exclusivity(unchecked) private var defaultTag = LanguageTag.fallback
  /// The language of runs without one that decides the sides of lines beside columns; `nil` if it is unknown.
  @exclusivity(unchecked) package private(set) var columnTag: String?
  /// The blank halves of punctuation; ``ShapedParagraph`` uses it alone.
  var punctuation = PunctuationTrim()
  @exclusivity(unchecked) private var lastTag = (tag: "", canonical: LanguageTag.fallback)

  /// An environment on `configuration`; fonts are opened when text first uses them.
  package init(configuration: FontConfiguration, rules: TextRules = .reader) {
    self.rules = rules
    map = FontMap(configuration: configuration, isForReaders: rules == .reader)
    itemizer = Itemizer(fonts: map, keepsPangoBreaks: rules == .pango)
    shaper = Shaper(fonts: map, raisesBaselines: rules == .pango)
  }

  /// What a text's letters decide for its runs without a language; `nil` by Pango's rules.
  package func decided(of text: AttributedText) -> DecidedLanguage? {
    rules == .reader ? text.decided : nil
  }

  /// Begins a text, with the language of its runs without one.
  package func begin(in decided: DecidedLanguage?) {
    defaultTag = decided?.tag ?? LanguageTag.fallback
    columnTag = decided?.columnTag
  }

  /// Whether a new environment must replace this one.
  ///
  /// The itemizer stores the number of a plain character's font in a byte, and each font request in each
  /// language takes some 20 kB. A feed in forty scripts has some 160 fonts; one in all canonical languages some
  /// 1,400 requests.
  package var isFull: Bool {
    map.counts.fonts >= Self.fontLimit || itemizer.styleCount >= Self.styleLimit
      || map.counts.descriptions >= Self.styleLimit
  }

  /// The numbers of opened fonts, and of font requests in a language, at which an environment is full.
  package static var fontLimit: Int { 240 }
  private static var styleLimit: Int { 2048 }

  /// The numbers of fonts, requests in a language, descriptions and languages.
  package var counts: [Int] {
    [map.counts.fonts, itemizer.styleCount, map.counts.descriptions, map.counts.languages]
  }

  /// The tag that ``LanguageTag/canonical(_:)`` returns for a text's language.
  ///
  /// The last one is kept, because the texts of a cell share theirs, and a look-up hashes the tag.
  package func canonicalTag(_ tag: String?) -> String {
    guard let tag else { return defaultTag }
    if tag != lastTag.tag { lastTag = (tag, LanguageTag.canonical(tag)) }
    return lastTag.canonical
  }
}
