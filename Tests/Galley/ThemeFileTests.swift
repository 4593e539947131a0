import Galley
import TestSupport
import Testing

@Suite("Theme files", .timeLimit(.minutes(15)))
struct ThemeFileTests {
  @Test("say how a theme differs from another")
  func differs() throws {
    let theme = try Theme(
      yaml: """
        base: dark
        cardColor: "#2A1F3D"
        cornerRadii: 16
        padding: {left: 20}
        title: {font: {size: 18}}
        borderDashes: [6, 3.5]
        borderPhase: 2
        cornerRounding: covered
        """)
    var expected = Theme.dark
    expected.cardColor = Color(rgb: 0x2A1F3D)
    expected.cornerRadii = CornerRadii(all: 16)
    expected.padding.left = 20
    expected.title.font.size = 18
    expected.borderDashes = [6, 3.5]
    expected.borderPhase = 2
    expected.cornerRounding = .covered
    #expect(theme == expected)
  }

  @Test("say the language of rows, and the style of letters and paragraphs of each text")
  func styles() throws {
    let theme = try Theme(
      yaml: """
        language: ja
        families: {Arab: Noto Naskh Arabic, Jpan: Noto Serif CJK JP}
        title:
          {wrap: balance, alignment: center, tracking: -0.2, features: [smcp, "tnum=0"],
           shadow: {color: "#000000", x: -1, y: 1, radius: 2}}
        body:
          {lineHeight: 22, lineHeightMultiple: 1.5, paragraphSpacing: 6, wordBreak: keepAll,
           strictness: loose, wrap: pretty, alignment: justify, autospace: normal, hangsStops: true,
           hangsOpening: true, hangsClosing: true, font: {variations: wght=350}}
        """)
    var expected = Theme.light
    expected.language = "ja"
    expected.families = ["Arab": "Noto Naskh Arabic", "Jpan": "Noto Serif CJK JP"]
    expected.title.wrap = .balance
    expected.title.alignment = .center
    expected.title.tracking = -0.2
    expected.title.features = ["smcp", "tnum=0"]
    expected.title.shadow.color = .black
    (expected.title.shadow.x, expected.title.shadow.y, expected.title.shadow.radius) = (-1, 1, 2)
    (expected.body.lineHeight, expected.body.lineHeightMultiple) = (22, 1.5)
    expected.body.paragraphSpacing = 6
    (expected.body.wordBreak, expected.body.strictness) = (.keepAll, .loose)
    (expected.body.wrap, expected.body.alignment) = (.pretty, .justify)
    (expected.body.autospace, expected.body.hangsStops) = (.normal, true)
    (expected.body.hangsOpening, expected.body.hangsClosing) = (true, true)
    expected.body.font.variations = "wght=350"
    #expect(theme == expected)
  }

  @Test(
    "change the picture by each key of a text's style",
    arguments: [
      "alignment: end", "alignment: center", "lineHeight: 30", "lineHeightMultiple: 1.6",
      "paragraphSpacing: 8", "tracking: 0.7", "features: [smcp]", "wrap: balance", "wrap: pretty",
      "wordBreak: keepAll", "strictness: loose", "autospace: normal",
      "shadow: {color: \"#ff0000\", x: 1, y: 1}",
    ])
  func drawsStyles(key: String) async throws {
    let body =
      String(repeating: "word ", count: 3) + "so\\nA body of some words, which is balanced\\n"
      + "모든 인간은 태어날 때부터 자유로우며 존엄과 권리에 있어 동등하다\\nあ"
      + String(repeating: "佐々", count: 12) + "A"
    func picture(_ theme: Theme) async throws -> [UInt8] {
      let folder = try TestFolder()
      var options = RenderOptions(mode: .sync)
      options.template = CellTemplate(theme: theme, width: 160, scale: 1)
      _ = try await FeedRenderer(options).render(
        .bytes(Array("{\"body\":\"\(body)\",\"lang\":\"ja\"}".utf8)),
        to: .tall(path: folder.path("a.png")))
      return try folder.bytes("a.png")
    }
    let changed = try await picture(Theme(yaml: "body: {\(key)}"))
    #expect(try await picture(.light) != changed)
  }

  @Test("that say nothing are the light theme", arguments: ["", "# nothing", "base: light"])
  func isLight(yaml: String) throws {
    #expect(try Theme(yaml: yaml) == .light)
  }

  @Test(
    "are refused with the key that is wrong",
    arguments: [
      ("cardColour: \"#fff\"", "cardColour"), ("cardColor: red", "cardColor"),
      ("gap: .nan", "gap"), ("gap: -1", "gap"), ("gap: wide", "gap"), ("title: 3", "title"),
      ("title: {font: {size: 600}}", "font size"), ("base: blue", "plain"), ("[1, 2]", "keys"),
      ("a: [", "parser"), ("padding: {top: .inf}", "padding.top"),
      ("borderDashes: [3, .nan]", "borderDashes"), ("borderDashes: [3, -1]", "borderDashes"),
      ("borderDashes: [wide]", "borderDashes"), ("borderDashes: 4", "borderDashes"),
      ("cornerRounding: rounded", "none, drawn, covered, masked"), ("byline: left", "top, bottom"),
      ("gap: 2001-01-01", "gap is 2001-01-01"), ("gap:", "gap has no value"),
      ("cardColor: #fff", "with its quotes"),
      ("title: {maximumRowCount: 1.5}", "title.maximumRowCount is 1.5: a whole number"),
      ("title: {font: {weight: bold}}", "title.font.weight is bold: a whole number"),
      ("title: {font: {isItalic: 1}}", "title.font.isItalic is 1: true or false"),
      ("cardColor: 3", "cardColor is 3: a text"), ("initialsColors: 3", "a list of colours"),
      ("initialsColors: [2001-01-01]", "initialsColors is 2001-01-01"), ("name: [a]", "name is"),
      ("mirrorsRightToLeft: maybe", "true or false"), ("gap: !!binary aGk=", "gap is"),
      ("title: {tracking: wide}", "title.tracking is wide: a number from -8192 to 8192"),
      ("title: {tracking: 5000}", "title: tracking is 5000.0: a number from -4096.0 to 4096.0"),
      ("title: {lineHeight: -1}", "title.lineHeight is -1: a number from 0"),
      ("title: {features: smcp}", "a list of texts"),
      ("title: {features: [small]}", "title: features has small: smcp, or tnum=0"),
      ("body: {wrap: best}", "one of normal, balance, pretty"),
      ("body: {strictness: 3}", "body.strictness is 3: a text"), ("language: 3", "language is 3"),
      ("families: Lato", "families is Lato: scripts with families are expected"),
      ("families: {Arab: 3}", "families is"), ("families: {arab: Lato}", "'arab' is no script"),
      ("families: {Zyyy: Lato}", "'Zyyy' is no script"), ("families: {Arab: ''}", "no family"),
      ("gap: 99999999999999999999", "a number from 0 to 8192"), ("1: 2", "there is no '1'"),
      ("cardColr: '#FFF'", "there is no 'cardColr'; did you mean 'cardColor'? There are"),
      (
        "base: drak", "there is no theme 'drak' to differ from; did you mean 'dark'? The themes are"
      ),
    ])
  func refuses(yaml: String, word: String) {
    #expect {
      try Theme(yaml: yaml)
    } throws: { error in
      "\(error)".contains(word) && !"\(error)".contains("\n")
    }
  }

  @Test("say how pictures are placed")
  func pictures() throws {
    let theme = try Theme(yaml: "imageAspect: 1.5\nimageFit: contain\nmissingImage: placeholder")
    #expect(theme.imageAspect == 1.5 && theme.imageFit == .contain)
    #expect(theme.missingImage == .placeholder)
    let error = #expect(throws: ThemeError.self) { try Theme(yaml: "missingImage: grey") }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains("missingImage is grey: one of none, placeholder"))
  }

  @Test("may use an alias for a value that occurs twice")
  func aliases() throws {
    let theme = try Theme(
      yaml: "title: {font: &large {size: 18}}\nbody: {font: *large} # *stars* and 2 * 3")
    #expect(theme.title.font.size == 18 && theme.body.font.size == 18)
  }

  /// Themes that stand for far more than they are long, each with a word of the refusal.
  static let bombs: [(String, String)] = {
    func nested(_ count: Int, each: Int) -> String {
      var yaml = "gap: 1\nl0: &l0 [x, x, x, x, x, x, x, x, x]\n"
      for level in 1...count {
        let aliases = Array(repeating: "*l\(level - 1)", count: each).joined(separator: ", ")
        yaml += "l\(level): &l\(level) [\(aliases)]\n"
      }
      return yaml
    }
    let keys = nested(5, each: 3) + "? *l5\n: x\n"
    return [
      (nested(9, each: 9), "aliases"), (nested(20, each: 2), "aliases"),
      (nested(20, each: 2).replacing(", ", with: ","), "aliases"), (keys, "key"),
      // Line breaks of YAML that other languages do not know.
      (nested(20, each: 2).replacing(", ", with: ",\u{85}"), "aliases"),
      ("gap: [" + String(repeating: "\u{2028}*a,\u{2029}", count: 17) + "]", "aliases"),
      ("? [a, b]\n: 1", "key"), ("gap: {{a: 1}: 2}", "key"),
      ("a: &a [*a, *a]", "alias"),
      ("l: &l [" + String(repeating: "x, ", count: 9000) + "]\nm: [*l, *l]", "10000"),
      (String(repeating: "# comment\n", count: 7000), "65536 bytes"),
      (String(repeating: "[", count: 30_000), "nesting"),
      // Yams adds up numbers of base 60 without a check.
      ("gap: 4444444444444444444:4:4", "base 60"),
      ("gap: 1" + String(repeating: ":0", count: 12), "base 60"),
      ("4444444444444444444:4: 1", "base 60"),
      (String(repeating: "- ", count: 30_000), "512 levels"),
      // Yams sorts equal names, which takes two to the power of their levels.
      (
        ["x", "x", "!a x", "!a x"].map {
          "? " + String(repeating: "- ", count: 60) + $0 + "\n"
        }.joined(), "key"
      ),
    ]
  }()

  @Test("that aliases make huge are refused in no time", arguments: bombs)
  func refusesBombs(yaml: String, word: String) {
    let time = processorTime {
      #expect {
        try Theme(yaml: yaml)
      } throws: { error in
        "\(error)".contains(word)
      }
    }
    #expect(time < .seconds(5))
  }

  @Test("that cannot be read are refused with the reason")
  func unreadable() {
    let error = ThemeError.unreadable(path: "/nonexistent.yaml", errno: 2)
    #expect(throws: error) { try Theme(file: "/nonexistent.yaml") }
    #expect("\(error)" == "cannot read the theme /nonexistent.yaml: No such file or directory")
  }

  @Test("are read from a device only as far as the limit")
  func readsDevice() {
    #expect(throws: ThemeError.self) { try Theme(file: "/dev/zero") }
  }

  @Test("are based on theme plain by its earlier name, peer")
  func earlierName() throws {
    #expect(Theme(named: "peer") == .plain && Theme(named: "other") == nil)
    #expect(try Theme(yaml: "base: peer") == Theme(yaml: "base: plain"))
  }

  @Test("round-trip every named theme", arguments: Theme.named)
  func hasColorsInHexadecimal(theme: Theme) throws {
    let base = "base: \(theme.name)\npageColor: \"\(theme.pageColor)\""
    #expect(try Theme(yaml: base) == theme)
  }
}
