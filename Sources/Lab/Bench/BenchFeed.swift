import GalleyPrimitives
import GalleyRandomness

/// A built-in feed of words in several scripts, made from a seed, for benches without a feed.
package enum BenchFeed {
  private struct Tongue {
    var language: String
    /// The weight of this language in the choice of a row's language.
    var share: Int
    var space: String
    var words: [String]
    var author: String
    var time: String
  }

  /// A feed of `rowCount` rows as JSON Lines.
  package static func jsonLines(rowCount: Int, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let wheel = tongues.flatMap { Array(repeating: $0, count: $0.share) }
    var bytes: [UInt8] = []
    for row in 0..<rowCount {
      let tongue = wheel[Int(generator.next() % UInt64(wheel.count))]
      let title = sentence(of: tongue, count: 2...6, &generator)
      var body = sentence(of: tongue, count: 6...48, &generator)
      if row % 4 == 0, let emoji = emoji.randomElement(using: &generator) { body += " " + emoji }
      let line = """
        {"id":"b\(row)","title":"\(title)","body":"\(body)","author":"\(tongue.author)",\
        "time":"\(tongue.time)","lang":"\(tongue.language)"}

        """
      bytes.append(contentsOf: line.utf8)
    }
    return bytes
  }

  private static func sentence(
    of tongue: Tongue, count: ClosedRange<Int>, _ generator: inout SeededGenerator
  ) -> String {
    let words = (0..<Int.random(in: count, using: &generator)).compactMap { _ in
      tongue.words.randomElement(using: &generator)
    }
    return words.joined(separator: tongue.space)
  }

  private static let emoji = ["😀", "👩‍👩‍👧", "🇯🇵", "☕️", "🚲🌧️", "👍🏽", "🎂🎈"]

  private static let tongues = [
    Tongue(
      language: "en", share: 8, space: " ",
      words: [
        "the", "ferry", "leaves", "before", "dawn,", "and", "with", "it", "bread,", "letters",
        "a", "bicycle", "without", "lights;", "nobody", "counts", "passengers", "any", "more.",
        "Rain", "comes", "from", "the", "west", "most", "evenings", "extraordinarily", "late",
      ], author: "Mara Holm", time: "9 min"),
    Tongue(
      language: "de", share: 2, space: " ",
      words: [
        "Der", "Bäcker", "öffnet", "früh,", "die", "Straßenbahn", "hält", "gegenüber", "und",
        "wartet", "Übermorgen", "wird", "gekürzt", "Donaudampfschifffahrt", "ein", "Fenster",
      ], author: "Jörg Weiß", time: "vor 1 Std."),
    Tongue(
      language: "ru", share: 1, space: " ",
      words: [
        "утром", "на", "рынке", "тихо,", "только", "чайки", "и", "первый", "трамвай", "снег",
      ],
      author: "Анна Белова", time: "12 мин"),
    Tongue(
      language: "ar", share: 2, space: " ",
      words: ["القهوة", "في", "الصباح", "عند", "الميناء", "القديم،", "والبحر", "هادئ", "كتاب"],
      author: "ليلى حداد", time: "قبل ساعة"),
    Tongue(
      language: "he", share: 1, space: " ",
      words: ["בוקר", "טוב", "מן", "השוק", "הישן,", "לחם", "חם", "וקפה", "שחור"],
      author: "נועה לוי", time: "לפני שעה"),
    Tongue(
      language: "zh-Hans", share: 2, space: "",
      words: ["雨后", "的", "市场", "很", "热闹，", "今天", "豆腐", "特别", "嫩。", "我们", "慢慢走"],
      author: "林小满", time: "5分钟前"),
    Tongue(
      language: "ja", share: 2, space: "",
      words: ["朝の", "港で", "コーヒーを", "飲む。", "静かな", "海、", "古い", "船", "が", "見えた。"],
      author: "佐藤海", time: "3分前"),
    Tongue(
      language: "ko", share: 1, space: " ",
      words: ["아침", "시장에", "비가", "그치고", "사람들이", "천천히", "모였다.", "따뜻한", "빵"],
      author: "김하늘", time: "7분 전"),
    Tongue(
      language: "hi", share: 1, space: " ",
      words: ["आज", "सुबह", "पहली", "बारिश", "हुई।", "चाय", "और", "पुरानी", "किताब", "मिट्टी"],
      author: "अनन्या", time: "५ मिनट"),
    Tongue(
      language: "th", share: 1, space: "",
      words: ["ตลาด", "เช้า", "วันนี้", "เงียบ", "มาก", "กาแฟ", "ร้อน", "และ", "ขนมปัง", "ใหม่"],
      author: "มาลี", time: "2 นาที"),
  ]
}
