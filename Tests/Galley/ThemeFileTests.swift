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

  @Test("that say nothing are the light theme", arguments: ["", "# nothing", "base: light"])
  func isLight(yaml: String) throws {
    #expect(try Theme(yaml: yaml) == .light)
  }

  @Test(
    "are refused with the key that is wrong",
    arguments: [
      ("cardColour: \"#fff\"", "cardColour"), ("cardColor: red", "cardColor"),
      ("gap: .nan", "gap"), ("gap: -1", "gap"), ("gap: wide", "gap"), ("title: 3", "title"),
      ("title: {font: {size: 600}}", "font size"), ("base: blue", "blue"), ("[1, 2]", "keys"),
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
      ("gap: 99999999999999999999", "a number from 0 to 8192"), ("1: 2", "there is no '1'"),
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
      (String(repeating: "- ", count: 30_000), "nesting"),
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
