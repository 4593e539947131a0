import Galley
import Testing

@Suite("Theme files")
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
      ("title: {maximumRowCount: 1.5}", "title.maximumRowCount is 1.5: a whole number"),
      ("title: {font: {weight: bold}}", "title.font.weight is bold: a whole number"),
      ("title: {font: {isItalic: 1}}", "title.font.isItalic is 1: true or false"),
      ("cardColor: 3", "cardColor is 3: a text"), ("initialsColors: 3", "a list of colours"),
      ("initialsColors: [2001-01-01]", "initialsColors is 2001-01-01"), ("name: [a]", "name is"),
      ("mirrorsRightToLeft: maybe", "true or false"), ("gap: !!binary aGk=", "gap is"),
      ("gap: 99999999999999999999", "a number from 0 to 8192"), ("1: 2", "keys"),
    ])
  func refuses(yaml: String, word: String) {
    #expect {
      try Theme(yaml: yaml)
    } throws: { error in
      "\(error)".contains(word) && !"\(error)".contains("\n")
    }
  }

  @Test("round-trip every named theme", arguments: Theme.named)
  func hasColorsInHexadecimal(theme: Theme) throws {
    let base = "base: \(theme.name)\npageColor: \"\(theme.pageColor)\""
    #expect(try Theme(yaml: base) == theme)
  }
}
