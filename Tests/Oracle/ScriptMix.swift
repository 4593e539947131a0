import GalleyPrimitives
import GalleyRandomness

/// Paragraphs over all scripts and mixtures of them, the same for the same seed.
package struct ScriptMix {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  package mutating func below(_ bound: Int) -> Int { random.below(bound) }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// A paragraph of a few to some 400 characters, in one script or in several.
  package mutating func paragraph() -> String {
    let kinds =
      below(3) == 0 ? (0..<(2 + below(4))).map { _ in pick(Self.scripts) } : [pick(Self.scripts)]
    var text = ""
    for _ in 0..<(1 + below(40)) {
      let script = pick(kinds)
      text += word(script)
      switch below(20) {
      case 0: text += pick([", ", ". ", "! ", "? ", ": ", "; ", " – ", "… "])
      case 1: text += pick([" (", ") ", " “", "” ", " \"", "\" ", " '", "' ", "/", "-", "\u{A0}"])
      case 2: text += pick(["\u{200B}", "\u{AD}", "\u{2060}", "  ", "   ", "\u{3000}", "\u{2009}"])
      case 3:
        text += pick([
          " 1,234.56 ", " 50% ", " $9.99 ", " 2026-11-21 ", " 12:30 ", " +49 30 ", " #tag ",
          " @name ",
        ])
      case 4:
        text += pick([
          " https://example.org/a/b?c=d&e=f ", " a@b.example ", " C:\\x\\y ", " foo_bar() ",
        ])
      case 5: text += pick(Self.emoji)
      case 6 where below(8) == 0: text += pick(["\n", "\r\n", "\u{2029}", "\n\n"])
      default: if !script.isContinuous || below(8) == 0 { text += " " }
      }
    }
    return text
  }

  private mutating func word(_ script: Script) -> String {
    if !script.words.isEmpty, below(4) > 0 { return pick(script.words) }
    var word = String.UnicodeScalarView()
    for _ in 0..<(1 + below(script.isContinuous ? 14 : 9)) {
      let range = pick(script.ranges)
      let value = range.lowerBound + UInt32(below(range.count))
      if let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned {
        word.append(scalar)
      }
    }
    return String(word)
  }

  struct Script {
    var ranges: [ClosedRange<UInt32>]
    var words: [String] = []
    var isContinuous = false
  }

  static let emoji = [
    "😀", "❤️", "👍🏽", "👩🏾‍💻", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇳", "🇯🇵🇺🇸", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺", "☎️", "✂", "©", "™", "⚽️", "🗺️",
  ]

  static let scripts: [Script] = [
    Script(
      ranges: [0x61...0x7A],
      words: [
        "the", "quick", "Office", "AVATAR", "fjord", "To", "naïve", "Straße", "well-known", "e.g.",
        "Wa.", "don’t",
      ]),
    Script(
      ranges: [0xC0...0x17F, 0x61...0x7A],
      words: ["Příliš", "žluťoučký", "kůň", "Łódź", "ğüşiöç", "Việt", "Nam", "phở"]),
    Script(ranges: [0x3B1...0x3C9], words: ["Ελληνικά", "καλημέρα", "ψυχή"]),
    Script(ranges: [0x430...0x44F], words: ["Привет", "мир", "ёжик", "Київ"]),
    Script(ranges: [0x561...0x586], words: ["Հայաստան"]),
    Script(ranges: [0x10D0...0x10F0], words: ["საქართველო"]),
    Script(ranges: [0x5D0...0x5EA], words: ["שלום", "עולם", "ירושלים", "שָׁלוֹם"]),
    Script(
      ranges: [0x621...0x64A], words: ["مرحبا", "العالم", "كتاب", "لا", "الله", "مُحَمَّد", "١٢٣"]),
    Script(
      ranges: [0x621...0x64A, 0x67E...0x6CC], words: ["سلام", "دنیا", "می‌خواهم", "گفت", "۱۲۳"]),
    Script(ranges: [0x905...0x939], words: ["नमस्ते", "दुनिया", "क्षत्रिय", "हिन्दी", "प्रौद्योगिकी"]),
    Script(ranges: [0x985...0x9B9], words: ["বাংলা", "ভাষা", "স্বাধীনতা"]),
    Script(ranges: [0xA05...0xA39], words: ["ਪੰਜਾਬੀ"]),
    Script(ranges: [0xA85...0xAB9], words: ["ગુજરાતી"]),
    Script(ranges: [0xB85...0xBB9], words: ["தமிழ்", "வணக்கம்"]),
    Script(ranges: [0xC05...0xC39], words: ["తెలుగు", "నమస్కారం"]),
    Script(ranges: [0xC85...0xCB9], words: ["ಕನ್ನಡ"]),
    Script(ranges: [0xD05...0xD39], words: ["മലയാളം"]),
    Script(ranges: [0xD85...0xDC6], words: ["සිංහල"]),
    Script(
      ranges: [0xE01...0xE2E], words: ["สวัสดี", "ประเทศไทย", "กรุงเทพมหานคร", "น้ำ"], isContinuous: true
    ),
    Script(ranges: [0xE81...0xEAE], words: ["ສະບາຍດີ", "ລາວ"], isContinuous: true),
    Script(ranges: [0x1780...0x17A2], words: ["ភាសាខ្មែរ", "សួស្តី"], isContinuous: true),
    Script(ranges: [0x1000...0x1021], words: ["မြန်မာ", "မင်္ဂလာပါ"], isContinuous: true),
    Script(ranges: [0xF40...0xF69], words: ["བོད་", "སྐད་"], isContinuous: true),
    Script(ranges: [0x1200...0x1248], words: ["አማርኛ", "ሰላም።"]),
    Script(
      ranges: [0x4E00...0x9FA5], words: ["你好，", "世界！", "《红楼梦》", "中华人民共和国", "「引号」"],
      isContinuous: true),
    Script(
      ranges: [0x3041...0x3096, 0x30A1...0x30FA],
      words: ["こんにちは、", "東京タワー", "アプリケーション", "ありがとうございます。", "ヴァイオリン"], isContinuous: true),
    Script(ranges: [0xAC00...0xD7A3], words: ["안녕하세요", "대한민국", "서울특별시"]),
    Script(ranges: [0x1D400...0x1D433, 0x2200...0x22FF], words: ["∑", "√2", "𝔸𝔹"]),
    Script(ranges: [0x2190...0x21FF, 0x2600...0x26FF, 0x2700...0x27BF]),
  ]
}
