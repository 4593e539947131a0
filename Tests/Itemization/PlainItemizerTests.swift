import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPangoOracle
import GalleyParagraphs
import GalleyShaping
import TestSupport
import Testing

/// Plain text is itemized as by Pango, and pieces are shaped as their whole item by HarfBuzz.
@Suite(.timeLimit(.minutes(15)))
struct PlainItemizerTests {
  private let fonts: FontEnvironment
  private static let styles = ["en", "de", "ca", "hu", "ja", "zh-cn", "ko"].flatMap { language in
    [400, 700].map { weight in
      ItemizerAttributes(
        bytes: 0..<0,
        font: FontRequest(family: "Noto Sans", size: 17, weight: weight, isItalic: false),
        language: language)
    }
  }

  init() throws { fonts = FontEnvironment(configuration: try FontLibrary().configuration) }

  @Test func plainTextIsItemizedAndBrokenAsPangoDoes() {
    var mix = PlainMix(seed: 1)
    var plainCount = 0
    for index in 0..<Effort.count(1500, full: 4000) {
      let text = mix.paragraph()
      plainCount += expectPangosItems(text, style: Self.styles[index % Self.styles.count]) ? 1 : 0
    }
    // Most of these take our own way, or the test would compare Pango with itself.
    #expect(plainCount > Effort.count(375, full: 1000))
  }

  @Test func mixedTextIsItemizedAndBrokenAsPangoDoes() {
    var mix = ScriptMix(seed: 2)
    for index in 0..<Effort.count(800, full: 2000) {
      let text = mix.paragraph().filter { !$0.isNewline }
      let direction: BaseDirection = index % 3 == 0 ? .rightToLeft : .leftToRight
      _ = expectPangosItems(
        text, style: Self.styles[index % Self.styles.count], direction: direction)
    }
  }

  @Test func markedAndJoinedTextIsItemizedAndBrokenAsPangoDoes() {
    var mix = PlainMix(seed: 5, pools: PlainMix.markedPools)
    var plainCount = 0
    for index in 0..<Effort.count(1500, full: 4000) {
      let text = mix.paragraph()
      let direction: BaseDirection = index % 2 == 0 ? .rightToLeft : .leftToRight
      plainCount +=
        expectPangosItems(
          text, style: Self.styles[index % Self.styles.count], direction: direction) ? 1 : 0
    }
    #expect(plainCount > Effort.count(375, full: 1000))
  }

  @Test func everyPlainCharacterIsItemizedAsPangoDoes() {
    for value in UInt32(0x20)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isListed = value < 0x3400 || (0xFE00...0xFFFF).contains(value) || value >> 12 == 0x1F
      // Where Pango's ideographs end, and others of Han begin.
      let isRare = [0x4DB, 0x9FC, 0xFA2, 0xFA6, 0xFAD, 0x2A6D, 0x2FA1].contains(value >> 4)
      guard isListed || isRare || value % 64 == 0, isPlain(scalar) else { continue }
      let texts = [
        "a\(scalar)b c", "漢\(scalar)字", "a \(scalar)", "\(scalar)é (\(scalar)) \(scalar)1",
        "\(scalar)\u{FE0F}c", "(\u{301} \(scalar) a", "ب\(scalar) \(scalar)ت \(scalar)1",
        "\(scalar)\u{3099}\(scalar)ア\(scalar)", "1 \(scalar)あ \(scalar)가\(scalar)",
      ]
      // In a short run three of the texts, other ones for the next character.
      for index in Effort.isFull ? 0..<9 : 0..<3 {
        _ = expectPangosItems(texts[(Int(value) + index * 3) % 9], style: Self.styles[0])
      }
    }
  }

  @Test func piecesAreShapedAsTheWholeItemIs() {
    var scripts = ScriptMix(seed: 3)
    var plain = PlainMix(seed: 4)
    var marked = PlainMix(seed: 6, pools: PlainMix.markedPools)
    // Few letters, so that pieces come again beside others.
    var arabic = PlainMix(seed: 7, pools: PlainMix.arabicPools)
    for index in 0..<Effort.count(2000, full: 8000) {
      let text =
        switch index % 4 {
        case 0: scripts.paragraph().filter { !$0.isNewline }
        case 1: plain.paragraph()
        case 2: marked.paragraph()
        default: arabic.paragraph()
        }
      expectWholeShapes(text, style: Self.styles[index % Self.styles.count])
    }
  }

  @Test func languagesShareOnlyWhatFontsShapeAlike() throws {
    let texts = ["şţ fi ĳ íj́ 123", "бгдпт ѓќ 123", "ہه ک ي ۴۵۶ ؟", "骨直角刃「海」、冷誤", "12 é"]
    var differing: Set<String> = []
    for isItalic in [false, true] {
      for text in texts {
        let base = try shapes(of: text, language: "en", isItalic: isItalic, fonts)
        for language in ["tr", "ro", "nl", "sr", "mk", "bg", "ur", "sd", "fa", "ja", "zh-tw", "ko"]
        {
          let own = FontEnvironment(configuration: try FontLibrary().configuration)
          let alone = try shapes(of: text, language: language, isItalic: isItalic, own)
          let shared = try shapes(of: text, language: language, isItalic: isItalic, fonts)
          #expect(alone == shared, "\(text) in \(language)")
          if alone != base { differing.insert(language) }
        }
      }
    }
    // Some have forms of their own, or the test would show nothing.
    #expect(differing.isSuperset(of: ["ro", "sr", "ur"]))
  }

  /// The glyphs of a text in a language, from the faces that have them.
  private func shapes(
    of string: String, language: String, isItalic: Bool, _ fonts: FontEnvironment
  ) throws -> [[Int64]] {
    var string = string
    return string.withUTF8 { text in
      let request = FontRequest(family: "Noto Sans", size: 17, weight: 400, isItalic: isItalic)
      let style = ItemizerAttributes(bytes: 0..<text.count, font: request, language: language)
      var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
      let direction = BaseDirection(of: text) ?? .leftToRight
      fonts.itemizer.itemize(
        text, attributes: [style], direction: direction, items: &items, flags: &flags)
      return items.flatMap { item in
        var glyphs: [ShapedGlyph] = []
        fonts.shaper.shape(item, of: text, into: &glyphs)
        return glyphs.map { Shape($0).numbers }
      }
    }
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    var text = String(scalar)
    return text.withUTF8 { fonts.itemizer.isPlain($0, style: Self.styles[0]) }
  }

  /// Returns whether the text took our own way.
  private func expectPangosItems(
    _ string: String, style: ItemizerAttributes, direction: BaseDirection = .leftToRight
  ) -> Bool {
    var string = string
    return string.withUTF8 { text in
      var style = style
      style.bytes = 0..<text.count
      var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
      var (pangosItems, pangosFlags): ([TextItem], [BreakFlags]) = ([], [])
      fonts.itemizer.leavesAllToPango = false
      fonts.itemizer.itemize(
        text, attributes: [style], direction: direction, items: &items, flags: &flags)
      fonts.itemizer.leavesAllToPango = true
      fonts.itemizer.itemize(
        text, attributes: [style], direction: direction, items: &pangosItems,
        flags: &pangosFlags)
      if items.map(Look.init) != pangosItems.map(Look.init) || flags != pangosFlags {
        let shown = String(decoding: text, as: UTF8.self).debugDescription
        Issue.record("\(shown) in \(style.language): \(items), not \(pangosItems)")
      }
      return fonts.itemizer.isPlain(text, style: style, direction: direction)
    }
  }

  private func expectWholeShapes(_ string: String, style: ItemizerAttributes) {
    var string = string
    string.withUTF8 { text in
      var style = style
      style.bytes = 0..<text.count
      var (items, flags): ([TextItem], [BreakFlags]) = ([], [])
      fonts.itemizer.leavesAllToPango = false
      let direction = BaseDirection(of: text) ?? .leftToRight
      fonts.itemizer.itemize(
        text, attributes: [style], direction: direction, items: &items, flags: &flags)
      for item in items {
        var (pieces, whole): ([ShapedGlyph], [ShapedGlyph]) = ([], [])
        fonts.shaper.shape(item, of: text, into: &pieces)
        fonts.shaper.shape(item, bytes: item.bytes, of: text, into: &whole)
        if pieces.map(Shape.init) != whole.map(Shape.init) {
          Issue.record("\(String(decoding: text[item.bytes], as: UTF8.self).debugDescription)")
        }
      }
    }
  }
}

private struct Look: Equatable {
  var bytes: Range<Int>
  var scalars: Range<Int>
  var font: Int
  var level: UInt8
  var script: UInt32
  var language: String

  init(_ item: TextItem) {
    (bytes, scalars, font) = (item.bytes, item.scalars, item.font)
    (level, script, language) = (item.level, item.script, item.languageTag)
  }
}

private struct Shape: Equatable {
  var numbers: [Int64]

  init(_ glyph: ShapedGlyph) {
    numbers = [
      Int64(glyph.id), Int64(glyph.advance), Int64(glyph.xOffset), Int64(glyph.yOffset),
      Int64(glyph.cluster), glyph.isUnsafeToBreak ? 1 : 0,
    ]
  }
}

/// Paragraphs of scripts and signs that the plain way is for, in mixtures that are hard on it.
private struct PlainMix {
  private var generator: ScriptMix
  private let allPools: [[String]]

  init(seed: UInt64, pools: [[String]] = PlainMix.pools) {
    generator = ScriptMix(seed: seed)
    allPools = pools
  }

  mutating func paragraph() -> String {
    var text = ""
    // Signs of several fonts in one script are Pango's; with all pools nearly each text has some.
    let pools = (0..<1 + generator.below(3)).map { _ in
      allPools[generator.below(allPools.count)]
    }
    for _ in 0..<1 + generator.below(30) {
      let pool = pools[generator.below(pools.count)]
      for _ in 0..<1 + generator.below(6) {
        text += pool[generator.below(pool.count)]
        if generator.below(40) == 0 {
          text += Self.selectors[generator.below(Self.selectors.count)]
        }
      }
      if generator.below(3) > 0 { text += " " }
    }
    return text
  }

  private static let selectors = [
    "\u{FE0F}", "\u{FE0E}", "\u{200D}", "\u{20E3}", "\u{1F3FD}", "\u{1F1E9}",
  ]

  /// With what joins, stacks, reads from right to left or asks a dictionary.
  static let markedPools: [[String]] =
    [
      "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإةىگچپژیک،؛؟ـ", "בגדהוזחטיכלמנסעפצקרשתםןץףך׳״־", "0123456789",
      "٠١٢٣٤٥٦٧٨٩٪٫٬", "۰۱۲۳۴۵", ".,;:!?…-–\"“”«»()[]%$€+/#@", "abcdefghijklmnoprstuvwxyzABC",
      "कखगघचजटडतदनपबमयरलवशसहअआइईउए।॥०१२", "কখগঘচজটডতদনপবমযরলশসহ", "กขคงจชซดตถทนบปพมยรลวสหอเแโใไ",
      "ກຂຄງຈສຊຍດຕຖທນບປ", "กินข้าวที่นี่ไทยภาษาคน", "கஙசஞடணதநபமயரலவ", "కఖగఘచజటడతదనపబమ", "ꦏကခဂဃငစဆဇညတထ",
      "កខគឃងចឆជ", "אּשּׁ", "漢字中文", "한국어", "😀🎉👍🏽", "ԱԲԳաբգ", "აბგდ", "አበገደ",
    ].map { $0.map(String.init) } + [
      ["\u{64B}", "\u{64E}", "\u{651}", "\u{650}", "\u{670}", "\u{5B8}", "\u{5BC}", "\u{5C1}"],
      [
        "\u{93E}", "\u{93F}", "\u{94D}", "\u{902}", "\u{9BE}", "\u{9CD}", "\u{BBE}", "\u{BCD}", "क्ष",
        "र्",
      ],
      ["\u{E31}", "\u{E34}", "\u{E48}", "\u{E49}", "\u{E33}", "\u{EB1}", "\u{EC8}"],
      ["\u{300}", "\u{301}", "\u{308}", "\u{327}", "\u{20DD}", "\u{34F}", "\u{361}", "\u{5F}"],
      ["\u{200C}", "\u{200D}", "\u{200C}ی", " ", "\u{A0}", "(", "\"", "“", "-", "—"],
    ]

  /// Letters that join on one side, on both or on none, and signs between them.
  static let arabicPools: [[String]] = [
    "بهلا", "دو", "ابلە", "ܒܕ", "٣۵1", ".،؟-()/", "aБ", "\u{64E}\u{651}\u{670}",
    "\u{200C}\u{200D}ـ", "ء ٪",
  ].map { $0.unicodeScalars.map { String($0) } }

  private static let pools: [[String]] = [
    "abcdefghijklmnopqrstuvwxyzABCÄÖÜßéèñçøåłžſ", "αβγδεζηθΑΒΓΔΩάή", "абвгдежзиклмнопрстѓћЁ",
    "0123456789", ".,;:!?…'\"“”‘’«»‹›()[]{}<>", "+-*/=%$€£¥#@&_|\\~^`§¶†‡°©®™№½²",
    "漢字中文测试東京日本語人大小", "、。「」『』（）！？：；〜・ー々〆", "あいうえおかきくけこがっゃん",
    "アイウエオカキクケコガッャン", "ｱｲｳｶﾞﾊﾟｰｯ｡､｢｣", "𠮷𩸽𡈽㐂㐬", "한국어문장가나다라마바사", "–—‐-‒―⁄ \u{3000}\u{A0}\u{2009}",
    "ﬁ", "→←↔∞≠≤±×÷√∑", "😀🎉🔥🚀🥳🐈🍕❤️☀️✈️✔️⭐⌚▶️©️", "👍🏽👩‍💻🏳️‍🌈👨‍👩‍👧‍👦🇩🇪🇯🇵🇺1️⃣#️⃣*⃣🧑🏿‍🚀☝🏻🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴",
    "☀✈❤‼⁉ℹ↔⏰▶☎♠♥✔✨❗❓❣〰㊗",
  ].map { $0.map(String.init) }
}
