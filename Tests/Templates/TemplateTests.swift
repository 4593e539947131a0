import Foundation
import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyTemplates
import GalleyText
import Testing

@Suite("Template", .timeLimit(.minutes(15)))
struct TemplateTests {
  private func cell(_ yaml: String, _ json: String = "{}") throws -> ElementTree {
    try Template(yaml: yaml, theme: .light).cell(TemplateValue(json: Data(json.utf8)))
  }

  private func texts(_ tree: ElementTree) -> [String] {
    var own: [String] = []
    if case .text(let text) = tree.content { own = [text.text.string] }
    return own + tree.children.flatMap(texts)
  }

  @Test("fills bindings with fields, also nested ones and counts")
  func binds() throws {
    let tree = try cell(
      "body: {text: \"{author.name} {{{n|count}}} {list.1}\"}",
      #"{"author": {"name": "Ada"}, "n": 1234, "list": ["a", "b"]}"#)
    #expect(texts(tree) == ["Ada {1.2K} b"])
  }

  @Test("leaves out texts whose fields are missing, and follows conditions")
  func conditions() throws {
    let yaml = """
      body:
        column:
          - text: "by {author}"
          - text: always
          - text: has pictures
            if: pictures
          - text: has none
            unless: pictures
      """
    #expect(try texts(cell(yaml)) == ["always", "has none"])
    #expect(
      try texts(cell(yaml, #"{"author": "Ada", "pictures": ["a"]}"#))
        == ["by Ada", "always", "has pictures"])
  }

  @Test("repeats an element for each value of a list")
  func repeats() throws {
    let tree = try cell(
      "body: {row: [{text: '{tag.name}', for: tags, as: tag}]}",
      #"{"tags": [{"name": "a"}, {"name": "b"}, {}]}"#)
    #expect(texts(tree) == ["a", "b"])
  }

  @Test("reads lengths, colours of the theme, and arrangements")
  func properties() throws {
    let tree = try cell(
      """
      body:
        overlay: []
        width: 50%
        padding: [1, 2]
        background: card
        align: center
      """)
    #expect(tree.box.arrangement == .overlay)
    #expect(tree.box.size.width == .percent(50))
    #expect(tree.box.padding.top == .units(1))
    #expect(tree.box.padding.trailing == .units(2))
    #expect(tree.box.justifyItems == .center)
    #expect(tree.look.background == Theme.light.cardColor)
  }

  @Test(
    "names line, column and key of an error, and lists the allowed ones",
    arguments: [
      ("body:\n  text: hi\n  size: .nan", 3, 9, "size is '.nan': a number from 1 to 512"),
      ("body:\n  text: hi\n  size: .inf", 3, 9, "a number from 1 to 512"),
      (
        "body:\n  text: hi\n  colour: red", 3, 3,
        "'colour' here; did you mean 'color'? there are alignSelf,"
      ),
      ("width: 300\r\nbody: {text: x, color: #fff}", 2, 24, "quote the colour: \"#fff\""),
      ("width: 300\r\nname: \u{F}", 2, 7, "control characters"),
      ("body: {text: x, color: #fff}", 1, 24, "quote the colour: \"#fff\""),
      ("body:\n  colum: []", 2, 3, "there is no element 'colum'; did you mean 'column'?"),
      ("body:\n  text: hi\n  limit: 3", 2, 3, "belong to 'for'"),
      ("body:\n  text: hi\n  borderWidth: 3", 2, 3, "a border has a borderColor"),
      ("body:\n  text: hi\n  row: []", 2, 3, "an element is a row or a text, not both"),
      ("body:\n  text: hi\n  color: #fff", 3, 9, "quote it"),
      (
        "body:\n  text: hi\n  color: red", 3, 10,
        "accent, card, clear, fill, line, link, onAccent, page, quiet, text"
      ),
      ("body:\n  row:\n    - size: 3", 3, 7, "an element is one of row, column"),
      ("body:\n  text: \"{a\"", 2, 9, "a brace without its partner"),
      (
        "body:\n  text: \"{a|dat}\"", 2, 9,
        "there is no format 'dat'; did you mean 'date'? there are clock, count"
      ),
      ("body:\n  text: hi\n  for: tags", 2, 3, "both are needed"),
      ("body:\n  row: []\n  justify: middle", 3, 12, "one of start, center, end"),
      ("name: a", 1, 1, "there is no 'body'"),
      ("name: a\nboddy: {text: x}", 2, 1, "there is no 'boddy' here; did you mean 'body'?"),
      ("body:\n  text: a\n  text: b", 2, 3, "a key is there twice: 'text'"),
      ("body: [", 2, 1, "did not find expected"),
      ("", 1, 1, "it is empty"),
    ])
  func locates(yaml: String, line: Int, column: Int, reason: String) throws {
    let error = try #require(throws: TemplateError.self) {
      try Template(yaml: yaml, path: "a.yaml", theme: .light)
    }
    #expect("\(error)".hasPrefix("a.yaml:\(line):\(column): "), "\(error)")
    #expect("\(error)".contains(reason), "\(error)")
  }

  @Test("refuses deep nesting, and items that need too many elements or too much text")
  func limits() throws {
    let deep =
      "body: " + String(repeating: "{row: [", count: 200) + "{text: a}"
      + String(repeating: "]}", count: 200)
    #expect(throws: TemplateError.self) { try Template(yaml: deep, theme: .light) }
    let list = "[" + Array(repeating: "1", count: 200).joined(separator: ",") + "]"
    let json = "{\"a\": \(list), \"text\": \"\(String(repeating: "x", count: 10_000))\"}"
    let twice =
      "body: {column: [{row: [{spacer: 0, for: a, as: y}], for: a, as: x}]}"
    #expect(throws: TemplateError.tooManyElements(path: "template", limit: 16_384)) {
      try cell(twice, json)
    }
    #expect(throws: TemplateError.tooMuchText(path: "template", limit: 1 << 20)) {
      try cell("body: {column: [{text: '{text}', for: a, as: x}]}", json)
    }
  }

  @Test(
    "refuses YAML that is nested deeper than its reader can follow",
    arguments: ["- ", "[", "{a: ", "? "])
  func nesting(opening: String) {
    let yaml = "body: \n" + String(repeating: opening, count: 65_000 / opening.utf8.count)
    #expect(throws: TemplateError.self) { try Template(yaml: yaml, theme: .light) }
  }

  @Test("built-in templates fill in items with all fields and with none")
  func builtIn() throws {
    let json = """
      {"title": "Title", "body": "Body", "author": "Ada", "handle": "@ada", "time": "now",
       "avatar": "a.png", "pictures": ["a.png", "b.png"], "likes": 1200}
      """
    for builtIn in BuiltInTemplate.all {
      #expect(!builtIn.about.isEmpty)
      let template = try #require(try Template(named: builtIn.name, theme: .dark))
      let full = try template.cell(TemplateValue(json: Data(json.utf8)))
      #expect(texts(full).contains("Body"))
      #expect(texts(try template.cell(.fields([:]))).isEmpty)
    }
  }
}
