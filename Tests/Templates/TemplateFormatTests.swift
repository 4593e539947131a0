import Foundation
import GalleyCells
import GalleyElements
import GalleyTemplates
import GalleyText
import Testing

@Suite("Formats and conditions of templates", .timeLimit(.minutes(15)))
struct TemplateFormatTests {
  /// The text of a template with one text; empty if it is left out.
  private func text(
    _ text: String, _ json: String, theme: Theme = .light, now: Int? = nil
  ) throws -> String {
    let template = try Template(yaml: "body: {text: \"\(text)\"}", theme: theme)
    let cell = try template.cell(
      TemplateValue(json: Data(json.utf8)),
      now: now.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    guard case .text(let text) = cell.content else { return "" }
    // ICU separates digits and units by several kinds of spaces.
    return String(text.text.string.map { $0.isWhitespace ? " " : $0 })
  }

  @Test(
    "shows counts and numbers by locale",
    arguments: [
      ("{n|count}", "1234", "1.2K"), ("{n|count}", "1999999", "1.9M"), ("{n|count}", "999", "999"),
      ("{n|count:de}", "1234567", "1,2 Mio."), ("{n|number}", "1234567.5", "1,234,567.5"),
      ("{n|number:2}", "3", "3.00"), ("{n|number:2:de}", "1234.5", "1.234,50"),
      ("{n|number:0}", "2.6", "3"), ("{n|percent}", "0.125", "12%"),
      ("{n|percent:1:de}", "0.125", "12,5 %"), ("{n|plural:reply:replies}", "1", "reply"),
      ("{n|plural:reply:replies}", "0", "replies"), ("{n|count}", "[1, 2, 3]", "3"),
      ("{n|number}", "\"12.5\"", "12.5"), ("{n|number}", "\"many\"", "many"),
      ("{n|count}", "1e300", "1e+300"), ("{n|number:2}", "true", "true"),
    ])
  func numbers(binding: String, number: String, expected: String) throws {
    #expect(try text(binding, "{\"n\": \(number)}") == expected)
  }

  @Test(
    "shows dates by locale, relative ones from the given moment",
    arguments: [
      ("{t|date}", "May 1, 2024"), ("{t|longDate:de}", "1. Mai 2024"),
      ("{t|dateTime:en-GB}", "1 May 2024 at 10:00"), ("{t|clock:de}", "10:00"),
      ("{t|relative}", "2 hr. ago"), ("{t|relative:de}", "vor 2 Std."),
      ("{t}", "2024-05-01T10:00:00Z"),
      ("{u|date}", "yesterday"),
    ])
  func dates(binding: String, expected: String) throws {
    let json = #"{"t": "2024-05-01T10:00:00Z", "u": "yesterday"}"#
    #expect(
      try text(binding, json, now: 1_714_564_800).replacing(",", with: "")
        == expected.replacing(",", with: ""))
    if binding == "{t|relative}" {
      #expect(try text(binding, json) == "May 1, 2024")
      #expect(try text(binding, json, now: 1_800_000_000) == "May 1, 2024")
    }
  }

  @Test("takes the locale of the theme, and else that of the item's language")
  func locales() throws {
    let json = #"{"n": 1234.5, "language": "de-AT-x-hostile"}"#
    #expect(try text("{n|number:1}", #"{"n": 1234.5, "language": "de"}"#) == "1.234,5")
    #expect(try text("{n|number:1}", #"{"n": 1234.5, "language": "xx-nowhere"}"#) == "1,234.5")
    #expect(try text("{n|number:1}", json).hasSuffix("234,5"))
    var theme = Theme.light
    theme.timeFormat.locale = "fr"
    #expect(try text("{n|number:1}", json, theme: theme) == "1 234,5")
  }

  @Test(
    "shows initials, without the prefixes of forums",
    arguments: [
      ("Mara Lindqvist", "ML"), ("/u/name", "N"), ("u/ada_l", "A"), ("ada", "A"), ("山田太郎", "山"),
      ("@ada", "A"), ("AC/DC", "A"), ("/user/Bo", "B"), ("/u/", "U"), ("نورا", "ن"),
    ])
  func initials(name: String, expected: String) throws {
    #expect(try text("{a|initials}", "{\"a\": \"\(name)\"}") == expected)
  }

  @Test(
    "a condition compares fields",
    arguments: [
      ("a", true), ("not a", false), ("b", false), ("not b", true), ("a == one", true),
      ("a == two", false), ("a != two", true), ("b != two", true), ("n > 2", true),
      ("n >= 3", true), ("n < 3", false), ("n <= 3", true), ("b > 0", false),
      ("language == ar", true), ("language == a", false), ("language in he, ar, fa", true),
      ("language in he, fa", false), ("a == one and n > 5", false), ("a == one or n > 5", true),
      ("b or n > 2 and a", true), ("s == 'two words'", true), ("theme.byline == top", true),
      ("theme.isDark", false), ("flag", true), ("flag == true", true), ("list.1 == y", true),
    ])
  func conditions(condition: String, holds: Bool) throws {
    let json = """
      {"a": "one", "n": 3, "language": "ar-EG", "s": "two words", "flag": true, "list": ["x", "y"]}
      """
    for (key, isWanted) in [("if", true), ("unless", false)] {
      let template = try Template(
        yaml: "body:\n  column:\n  - text: x\n    \(key): \(condition)", theme: .light)
      let cell = try template.cell(TemplateValue(json: Data(json.utf8)))
      #expect(cell.children.isEmpty == (holds != isWanted), "\(key)")
    }
  }

  @Test(
    "a condition that cannot be read is an error with a reason",
    arguments: [
      ("a ==", "no value"), ("a = b", "'=' is in a condition"), ("a > b", "with a number"),
      ("a and", "names a field"), ("a == 'b", "without its partner"), ("a b", "'b' is in"),
    ])
  func faults(condition: String, reason: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try Template(yaml: "body:\n  text: x\n  if: \"\(condition)\"", theme: .light)
    }
    #expect("\(error)".contains(reason), "\(error)")
    #expect("\(error)".contains(":3:7:"), "\(error)")
  }

  @Test("repeats have a first value, a limit, and values of their own")
  func repeats() throws {
    let yaml = """
      body:
        row:
          - text: "{loop.number}/{loop.count} {tag} {loop.hidden} {loop.isFirst}{loop.isLast}"
            for: tags
            as: tag
            from: 1
            limit: 2
      """
    let cell = try Template(yaml: yaml, theme: .light).cell(
      TemplateValue(json: Data(#"{"tags": ["a", "b", "c", "d"]}"#.utf8)))
    let texts = cell.children.map {
      if case .text(let text) = $0.content { text.text.string } else { "" }
    }
    #expect(texts == ["1/2 b 1 true", "2/2 c 1 true"])
  }
}
