/// The families that characters must come from, by the language of the text.
enum ExpectedFonts {
  /// Symbols in text of a language that is not written with Han.
  static let symbols: [(family: String, characters: String)] = [
    ("Noto Sans", "±×÷ℝℕ℃№™©®°•…–—“”‘’«»†‡§¶€£¥₹₿½¼⅓²³"),
    ("Noto Sans Math", "→←↑↓↔↕⇒⇐⇔⇑↵↺∞≠≤≥≈≡√∑∏∫∂∇∈∉⊂⊆∪∩∧∨∀∃∅−∝∠⊥∥△▽♭♯"),
    ("Noto Sans Symbols2", "★☆●○■□▲▼◆◇◉◎⌘⌥⇧⌫⏎✔✗✓✘✕✖☐☒☼♠♣♡♢☂☎☞✎✏✂✉✆❖❝❞➜➤➔▶◀⏸☢⚠♔♛⚀⠿"),
    ("Noto Sans Symbols", "⌃⎋☺☹♀♂♪♫♩❶①②⓪ⒶⅠⅣ☮☯♻⚙"),
    // No other font of Debian's package has these.
    ("Noto Sans CJK SC", "─│┌┐└┘├┤┬┴┼═║╔╗█▓▒░▌▐"),
  ]

  /// Letters, and signs beside them; `nil` for text without a language.
  static let letters: [(language: String?, family: String, text: String)] = [
    (nil, "Noto Sans CJK JP", "東京は晴れ"), (nil, "Noto Sans CJK JP", "漢字カナ交じり文"),
    (nil, "Noto Sans CJK JP", "直す骨"), (nil, "Noto Sans CJK KR", "大韓民國의"),
    (nil, "Noto Sans CJK KR", "骨直 한글"), (nil, "Noto Sans CJK SC", "骨直"),
    (nil, "Noto Sans CJK SC", "中文・骨"), (nil, "Noto Sans CJK SC", "骨★→①"),
    ("ja", "Noto Sans CJK JP", "骨直"), ("ja", "Noto Sans CJK JP", "骨★→①"),
    ("ja-JP", "Noto Sans CJK JP", "骨「直」。"), ("ko", "Noto Sans CJK KR", "骨直"),
    ("ko-KR", "Noto Sans CJK KR", "骨 한글"), ("zh", "Noto Sans CJK SC", "骨直"),
    ("zh-Hans", "Noto Sans CJK SC", "骨★→①"), ("zh-Hans-CN", "Noto Sans CJK SC", "骨、直"),
    ("zh-SG", "Noto Sans CJK SC", "骨直"), ("cmn", "Noto Sans CJK SC", "骨直"),
    ("zh-Hant", "Noto Sans CJK TC", "骨直"), ("zh-TW", "Noto Sans CJK TC", "骨★→①"),
    ("zh-Hant-TW", "Noto Sans CJK TC", "骨，直"), ("zh-MO", "Noto Sans CJK TC", "骨直"),
    ("zh-HK", "Noto Sans CJK HK", "骨直"), ("zh-Hant-HK", "Noto Sans CJK HK", "骨★→①"),
    ("yue", "Noto Sans CJK HK", "骨直"), ("yue-Hans", "Noto Sans CJK SC", "骨直"),
    ("en", "Noto Sans CJK SC", "骨直"), ("de", "Noto Sans", "Größe"),
    ("vi", "Noto Sans", "tiếngViệt"), ("ru", "Noto Sans", "Ёлка"), ("el", "Noto Sans", "λόγος"),
    ("hy", "Noto Sans Armenian", "բառ"), ("he", "Noto Sans Hebrew", "מילים"),
    ("ar", "Noto Sans Arabic", "كلمات"), ("ur", "Noto Sans Arabic", "الفاظ"),
    ("fa", "Noto Sans Arabic", "گچ"), ("hi", "Noto Sans Devanagari", "शब्द"),
    ("mr", "Noto Sans Devanagari", "शब्द"), ("bn", "Noto Sans Bengali", "শব্দ"),
    ("pa", "Noto Sans Gurmukhi", "ਸ਼ਬਦ"), ("gu", "Noto Sans Gujarati", "શબ્દ"),
    ("or", "Noto Sans Oriya", "ଶବ୍ଦ"), ("ta", "Noto Sans Tamil", "சொல்"),
    ("te", "Noto Sans Telugu", "పదాలు"), ("kn", "Noto Sans Kannada", "ಪದಗಳು"),
    ("ml", "Noto Sans Malayalam", "വാക്ക്"), ("si", "Noto Sans Sinhala", "වචනය"),
    ("th", "Noto Sans Thai", "ถ้อยคำ"), ("lo", "Noto Sans Lao", "ຄຳເວົ້າ"),
    ("my", "Noto Sans Myanmar", "စကား"), ("ka", "Noto Sans Georgian", "სიტყვა"),
    ("am", "Noto Sans Ethiopic", "ቃላት"), ("km", "Noto Sans Khmer", "ពាក្យ"),
    ("bo", "Noto Serif Tibetan", "ཚིག"),
  ]

  /// The languages that choose the font of Han, and of East Asia's punctuation in any neighbourhood.
  static let hanLanguages: [(language: String, family: String)] = [
    ("ja", "JP"), ("ja-JP", "JP"), ("und-Jpan", "JP"), ("ain-Kana", "JP"),
    ("ko", "KR"), ("ko-KR", "KR"), ("und-Kore", "KR"),
    ("zh-TW", "TC"), ("zh-Hant", "TC"), ("zh-Hant-MO", "TC"), ("und-Hant", "TC"),
    ("nan-Hant-TW", "TC"),
    ("zh-HK", "HK"), ("yue", "HK"), ("zh-Hant-HK", "HK"), ("und-Hant-HK", "HK"),
    ("zh-CN", "SC"), ("zh", "SC"), ("zh-Hans-SG", "SC"), ("yue-Hans", "SC"), ("und-Hans", "SC"),
  ]

  /// Punctuation that Noto's fonts of Han alone have, in shapes that differ by language.
  static let hanPunctuation = "「」『』、。，．：；！？（）〈〉《》【】〔〕・〜"

  /// Letters beside such punctuation, at the place of the percent sign.
  static let neighbours = [
    "%", "a%", "%a", "a%b", "a %", "1%2", "я%", "α%", "あ%", "%ア", "가%", "漢%字", "ㄅ%",
    "a%漢", "が%a가", "(a%", "👍%",
  ]
}
