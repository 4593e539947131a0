import GalleyFonts

/// A word of a script, in a language of that script.
struct ScriptSample: Sendable {
  var script: String
  var language: String
  var word: String
  /// The Debian package with a font for the script.
  var package: String

  /// The right family for the language, if families draw the same characters in different ways.
  var family: String? { script.hasPrefix("Han ") ? hanFamily(of: language) : nil }

  private init(_ script: String, _ language: String, _ word: String, _ package: String) {
    self.script = script
    self.language = language
    self.word = word
    self.package = package
  }

  private static let core = "fonts-noto-core"
  private static let cjk = "fonts-noto-cjk"

  /// The scripts of feeds, in the order of the code charts.
  static let all: [ScriptSample] = [
    ScriptSample("Latin", "de", "Straßenbäume", core),
    ScriptSample("Latin (Vietnamese)", "vi", "tiếngViệt", core),
    ScriptSample("Greek", "el", "λόγος", core),
    ScriptSample("Cyrillic", "uk", "їжак", core),
    ScriptSample("Armenian", "hy", "բառ", core),
    ScriptSample("Hebrew", "he", "מילים", core),
    ScriptSample("Arabic", "ar", "كلمات", core),
    ScriptSample("Arabic (Urdu)", "ur", "الفاظ", core),
    ScriptSample("Syriac", "syr", "ܡܠܬܐ", core),
    ScriptSample("Thaana", "dv", "ބަސް", core),
    ScriptSample("Devanagari", "hi", "शब्द", core),
    ScriptSample("Bengali", "bn", "শব্দ", core),
    ScriptSample("Gurmukhi", "pa", "ਸ਼ਬਦ", core),
    ScriptSample("Gujarati", "gu", "શબ્દ", core),
    ScriptSample("Oriya", "or", "ଶବ୍ଦ", core),
    ScriptSample("Tamil", "ta", "சொல்", core),
    ScriptSample("Telugu", "te", "పదాలు", core),
    ScriptSample("Kannada", "kn", "ಪದಗಳು", core),
    ScriptSample("Malayalam", "ml", "വാക്ക്", core),
    ScriptSample("Sinhala", "si", "වචනය", core),
    ScriptSample("Thai", "th", "ถ้อยคำ", core),
    ScriptSample("Lao", "lo", "ຄຳເວົ້າ", core),
    ScriptSample("Tibetan", "bo", "ཚིག", core),
    ScriptSample("Myanmar", "my", "စကား", core),
    ScriptSample("Georgian", "ka", "სიტყვა", core),
    ScriptSample("Hangul", "ko", "낱말", cjk),
    ScriptSample("Ethiopic", "am", "ቃላት", core),
    ScriptSample("Cherokee", "chr", "ᏣᎳᎩ", core),
    ScriptSample("Khmer", "km", "ពាក្យ", core),
    ScriptSample("Mongolian", "mn", "ᠮᠣᠩᠭᠣᠯ", core),
    ScriptSample("Han (zh-Hans)", "zh-Hans", "词语", cjk),
    ScriptSample("Han (zh-Hant)", "zh-Hant", "詞語", cjk),
    ScriptSample("Han (zh-HK)", "zh-HK", "詞語", cjk),
    ScriptSample("Han (ja)", "ja", "言葉", cjk),
    ScriptSample("Han (ko)", "ko", "漢字", cjk),
    ScriptSample("Kana", "ja", "ことばカナ", cjk),
    ScriptSample("Bopomofo", "zh-TW", "ㄅㄆㄇ", cjk),
    ScriptSample("Symbols", "en", "☂✓➔⌘", core),
    ScriptSample("Math", "en", "∑∫√≠𝑥", core),
    ScriptSample("Music", "en", "𝄞𝅘𝅥", core),
    ScriptSample("Emoji", "en", "😀👩‍👩‍👧🇯🇵", "fonts-noto-color-emoji"),
  ]
}
