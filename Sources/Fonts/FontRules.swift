import GalleyHandles
import GalleyItemization

/// The families for characters that the requested family lacks, in this order.
///
/// Han is early, because it is common and many fonts have a part of it; emoji are last, because their font
/// has digits. Symbols come before scripts whose fonts have some of them, in
/// other sizes and widths.
private let fallbackFamilies =
  [
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Math", "Noto Sans Symbols2",
    "Noto Sans Symbols", "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Thai",
    "Noto Sans CJK SC", "Noto Sans Gurmukhi",
    "Noto Sans Gujarati", "Noto Sans Oriya", "Noto Sans Tamil", "Noto Sans Telugu",
    "Noto Sans Kannada", "Noto Sans Malayalam", "Noto Sans Sinhala", "Noto Sans Lao",
    "Noto Serif Tibetan", "Noto Sans Myanmar", "Noto Sans Georgian", "Noto Sans Ethiopic",
    "Noto Sans Khmer", "Noto Sans Armenian", "Noto Music", "Noto Color Emoji",
  ]

/// The families in that order, with a place for the Han family of the text's language.
private let readerFallbackFamilies: [String] = {
  var families = fallbackFamilies
  let place = families.firstIndex(of: "Noto Sans CJK SC") ?? families.count
  families.insert(FontConfiguration.hanFamily, at: place)
  return families
}()

/// The families in the order for a comparison with PangoLayout, in which Han comes before symbols.
private let pangoFallbackFamilies: [String] = {
  let symbols = ["Noto Sans Math", "Noto Sans Symbols", "Noto Sans Symbols2"]
  var families = fallbackFamilies.filter { !symbols.contains($0) }
  families.insert(contentsOf: symbols, at: families.count - 2)
  return families
}()

/// The Han families by language; other languages use the family in the fallback order.
///
/// The tags are canonical: ``LanguageTag`` converts all other forms to one of them.
private let hanFamilies = [
  (["ja"], "Noto Sans CJK JP"), (["ko"], "Noto Sans CJK KR"),
  (["zh-tw", "zh-mo", "zh-hant", "zh-hant-mo"], "Noto Sans CJK TC"),
  (["zh-hk", "zh-hant-hk", "yue"], "Noto Sans CJK HK"),
]

/// The family for Han in text of a language, a BCP 47 tag; `nil` for a language that is not written with
/// Han.
package func hanFamily(of language: String) -> String? {
  let tag = LanguageTag.canonical(language)
  if let family = hanFamilies.first(where: { $0.0.contains(tag) })?.1 { return family }
  return tag.hasPrefix("zh") || tag == "yue-hans" ? "Noto Sans CJK SC" : nil
}

/// The rules by which fontconfig chooses among the fonts of `folders`; if `isNotoPreferred`, the Noto fonts are
/// marked, and come before all others.
func fontConfigurationXML(
  folders: [String], cache: String, rules: TextRules, isNotoPreferred: Bool = false
) -> String {
  let escaped = FontConfiguration.escaped
  func appending(_ families: [String]) -> String {
    families.map {
      "<edit name=\"family\" mode=\"append\" binding=\"strong\"><string>\($0)</string></edit>"
    }.joined()
  }
  // Text in Han without a language that has Han is in no language: its symbols are those of its own font.
  let ownHanFamilies =
    rules == .reader
    ? [([LanguageTag.unknown, "zh", "zh-cn", "zh-sg", "zh-hans", "yue-hans"], "Noto Sans CJK SC")]
    : []
  let fallback =
    (rules == .reader ? readerFallbackFamilies : pangoFallbackFamilies)
    + (isNotoPreferred ? [FontConfiguration.preferredFamily] : [])
  // Punctuation beside Latin is requested in English, and comes from the family of the text's language too.
  let hanRules = (rules == .reader ? hanFamilies : []).flatMap { tags, family in
    tags.map { tag in
      """
      <match target="pattern"><test name="lang" compare="eq">\
      <string>\(FontConfiguration.hanLanguage(tag))</string></test>\
      <test name="family" compare="eq"><string>\(FontConfiguration.hanFamily)</string></test>\
      <edit name="family" mode="assign" binding="strong"><string>\(family)</string></edit></match>
      """
    }
  }
  let languageRules = (hanFamilies + ownHanFamilies).flatMap { tags, family in
    tags.map { tag in
      """
      <match target="pattern"><test name="lang" compare="eq"><string>\(tag)</string></test>\
      \(appending([family]))</match>
      """
    }
  }
  // The last rule scales a bitmap font to the requested size, as fontconfig's own rules do.
  return """
    <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
    \(folders.map { "<dir>\(escaped($0))</dir>" }.joined())
    <cachedir>\(escaped(cache))</cachedir>
    <match target="pattern"><test name="family" qual="any"><string>emoji</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Noto Color Emoji</string></edit></match>
    \(languageRules.joined(separator: "\n"))
    <match target="pattern">\(appending(fallback))</match>
    \(hanRules.joined(separator: "\n"))
    <match target="font"><test name="outline" compare="eq"><bool>false</bool></test>
    <edit name="pixelsizefixupfactor" mode="assign"><divide><name target="pattern">pixelsize</name>
    <name target="font">pixelsize</name></divide></edit>
    <edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
    <name>pixelsizefixupfactor</name><double>0</double>
    <double>0</double><name>pixelsizefixupfactor</name></matrix></times></edit></match>
    \(syntheticRules)</fontconfig>
    """
}

/// Slants and emboldens fonts of families without such a face, by fontconfig's usual amounts.
private let syntheticRules = """
  <match target="font"><test name="slant"><const>roman</const></test>
  <test target="pattern" name="slant" compare="not_eq"><const>roman</const></test>
  <test name="outline" compare="eq"><bool>true</bool></test>
  <edit name="matrix" mode="assign"><times><name>matrix</name><matrix><double>1</double>
  <double>0.2</double><double>0</double><double>1</double></matrix></times></edit>
  <edit name="slant" mode="assign"><const>oblique</const></edit></match>
  <match target="font"><test name="weight" compare="less_eq"><const>medium</const></test>
  <test target="pattern" name="weight" compare="more_eq"><const>bold</const></test>
  <test name="outline" compare="eq"><bool>true</bool></test>
  <edit name="embolden" mode="assign"><bool>true</bool></edit>
  <edit name="weight" mode="assign"><const>bold</const></edit></match>
  """
