import GalleyHandles

/// Reduces language tags to those that differ in fonts, breaks or shaping.
///
/// Pango and HarfBuzz keep each tag for good, HarfBuzz in a list that it searches from the start, and each row of
/// a feed could name another language. Few tags are left: the languages that fontconfig and Pango know, and
/// those for which fonts have their own rules. Other tags, private use, variants and extensions change no pixel.
///
/// - SeeAlso: BCP 47 (RFC 5646), section 2.1.
package enum LanguageTag {
  /// The language of text without a language.
  package static let fallback = "en"
  /// Stands for all languages that change no pixel.
  package static let unknown = FontConfiguration.unknownLanguage

  /// The tag by which text in the language `tag` is laid out; ``fallback`` for `nil` and for a malformed tag.
  ///
  /// An underscore counts as a hyphen, and `.` or `@` ends the tag, as in the names of locales.
  ///
  /// - Complexity: O(tag).
  package static func canonical(_ tag: String?) -> String {
    guard let tag else { return fallback }
    if let usual = usual[tag] { return usual }
    return Parts(tag)?.canonical ?? fallback
  }

  /// The number of tags that ``canonical(_:)`` can return.
  package static var count: Int { known.count + 1 }

  /// The tags that change pixels, in lower case.
  ///
  /// Immutable after its first use.
  fileprivate static let known: Set<String> = {
    var tags: Set<String> = []
    // `und-zsye` and `und-zmth` stand for emoji and mathematics.
    for tag in FontConfiguration.languageTags where !tag.hasPrefix("und") {
      tags.insert(tag)
      tags.insert(String(tag.prefix { $0 != "-" }))
    }
    return tags.union(others.split(whereSeparator: \.isWhitespace).map(String.init))
  }()

  /// The canonical tags of frequent spellings: each paragraph looks one up.
  ///
  /// Immutable after its first use.
  private static let usual: [String: String] = {
    var usual = Dictionary(uniqueKeysWithValues: known.map { ($0, $0) })
    let written = """
      en-US en-GB de-DE fr-FR es-ES es-MX it-IT nl-NL pt-PT pt-BR pl-PL ru-RU uk-UA tr-TR ar-SA
      he-IL fa-IR hi-IN th-TH vi-VN id-ID ja-JP ko-KR zh-CN zh-TW zh-HK zh-MO zh-SG zh-Hans zh-Hant
      zh-Hans-CN zh-Hant-TW zh-Hant-HK
      """
    for tag in written.split(whereSeparator: \.isWhitespace).map(String.init) {
      usual[tag] = Parts(tag)?.canonical
    }
    return usual
  }()

  /// Tags that fontconfig does not know and for which Noto's fonts have their own rules, by HarfBuzz's table of
  /// languages; `und`; and the ways of writing Chinese.
  private static let others = """
    cr kg lu nd oj pi und ro-md syr-syre syr-syrj syr-syrn
    zh-hans zh-hant zh-hant-hk zh-hant-mo yue yue-hans
    aao abh abv acm acq acw acx acy adf aeb aec afb aii ajp ajt amw apc apd ara arb arq ars ary arz
    auz avl ayh ayl ayn ayp bbz cat cdo cjy cld cnp cnr cpx csp czh czo drw dty ewe gan guj hak hin
    hsn kaw kht ksw lzh mah mal mar mkd mnp mnw mol mon nan nav nep npi pan pes pga prs san shu snd
    ssh syc tnf tru urd wuu
    """

  /// The languages with rules for Han of their own, whichever script their tags name.
  fileprivate static let writtenWithHan: Set<String> = ["ja", "ko", "yue", "zh"]

  /// Replacements of retired codes.
  fileprivate static let successors = [
    "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "jpn": "ja", "kor": "ko", "zho": "zh",
    "chi": "zh", "cmn": "zh",
  ]
}

extension LanguageTag {
  /// The relevant subtags, in lower case.
  private struct Parts {
    var language: String
    var script: String?
    var region: String?

    /// `nil` for a malformed tag, and for one without a language.
    init?(_ tag: String) {
      guard tag.utf8.count <= 256 else { return nil }
      let name = tag.lowercased().prefix { $0 != "." && $0 != "@" }
      let subtags = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      guard subtags.allSatisfy({ Self.isWellFormed($0) }), let first = subtags.first,
        (2...3).contains(first.utf8.count), Self.isAlphabetic(first)
      else { return nil }
      language = String(first)
      var rest = subtags.dropFirst()
      // An extended language, as in zh-yue, stands for itself.
      while let next = rest.first, next.utf8.count == 3, Self.isAlphabetic(next) {
        if LanguageTag.known.contains(String(next)) || next == "cmn" { language = String(next) }
        rest = rest.dropFirst()
      }
      if let next = rest.first, next.utf8.count == 4, Self.isAlphabetic(next) {
        script = String(next)
        rest = rest.dropFirst()
      }
      if let next = rest.first,
        next.utf8.count == 2 && Self.isAlphabetic(next) || next.utf8.count == 3
      {
        region = String(next)
      }
      language = LanguageTag.successors[language] ?? language
    }

    private static func isWellFormed(_ subtag: Substring) -> Bool {
      (1...8).contains(subtag.utf8.count)
        && subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }

    private static func isAlphabetic(_ subtag: Substring) -> Bool {
      subtag.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// The first of the tags, from the most to the least specific, that changes pixels.
    var canonical: String {
      let script = script.map { "-" + $0 }
      let region = region.map { "-" + $0 }
      if !LanguageTag.writtenWithHan.contains(language), let own = script.flatMap(hanLanguage) {
        return own
      }
      if language == "yue", script != "-hant", script == "-hans" || region == "-cn" {
        return "yue-hans"
      }
      // Of tags with a script, only those of Hong Kong and Macao have their own form.
      let candidates = [
        script.flatMap { script in region.map { language + script + $0 } },
        script.map { language + $0 }, region.map { language + $0 }, language,
      ]
      return candidates.lazy.compactMap(\.self).first { LanguageTag.known.contains($0) }
        ?? LanguageTag.unknown
    }

    /// The language whose Han text in a script has, such as `und-Hant` and `nan-Hant-TW`; `nil` for scripts without
    /// Han.
    private func hanLanguage(_ script: String) -> String? {
      switch script {
      case "-hant": region == "hk" || region == "mo" ? "zh-hant-" + (region ?? "") : "zh-hant"
      case "-hans": "zh-hans"
      case "-jpan", "-hrkt", "-hira", "-kana": "ja"
      case "-kore", "-hang": "ko"
      default: nil
      }
    }
  }
}
