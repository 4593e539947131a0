import GalleyRandomness
import Testing
import Yams

@testable import GalleyFeedSyntax

/// The brackets of random texts, as Yams nests them.
@Suite("Brackets of YAML", .timeLimit(.minutes(15)))
struct YAMLBracketTests {
  private static let parts: [String] = [
    "[", "[", "[", "{", "{", "]", "]", "}", "\"", "\"", "'", "'", "''", ",", ", ", ":", ": ", "a",
    "b ", " ", "\n", "\n  ", "\n- ", "#", " #", "\\", "|\n", ">\n ", "- ", "? ", "&x ", "!t ",
    "a: ",
    "\"a\"", "'b'", "\"]\"", "%", "!<]> ", "!<,'> ", "\u{3000}", "\u{A0}#", "\t", "{?", "\r\n",
    "*x ",
  ]

  /// The most lists and objects in brackets within each other, but for those with an anchor or a tag.
  ///
  /// Yams 6.2 does not keep their style, so that a bracket is looked for at their places.
  private static func depth(_ node: Node, _ lines: [[Unicode.Scalar]]) -> Int {
    let inner: [Node]
    switch node {
    case .scalar, .alias: return 0
    case .sequence(let sequence): inner = Array(sequence)
    case .mapping(let mapping): inner = mapping.flatMap { [$0.key, $0.value] }
    }
    let deepest = inner.map { depth($0, lines) }.max() ?? 0
    // An object without brackets begins where its first name does.
    let first = inner.first?.mark
    guard let mark = node.mark, first?.line != mark.line || first?.column != mark.column,
      lines.indices.contains(mark.line - 1),
      lines[mark.line - 1].indices.contains(mark.column - 1)
    else { return deepest }
    return deepest + ("[{".unicodeScalars.contains(lines[mark.line - 1][mark.column - 1]) ? 1 : 0)
  }

  @Test("no text of bounded brackets has more within each other", arguments: UInt64(0)..<8)
  func bound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var sound = 0
    var refused = 0
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "a: [[" : ""
      for _ in 0..<Int.random(in: 3...24, using: &random) {
        text += Self.parts.randomElement(using: &random) ?? ""
      }
      // Most texts of chance leave brackets open.
      for bracket in text.reversed() where bracket == "[" || bracket == "{" {
        if Int.random(in: 0..<4, using: &random) > 0 { text += bracket == "[" ? "]" : "}" }
      }
      let lines = text.unicodeScalars.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(Array.init)
      guard let node = try? Yams.compose(yaml: text), case let depth = Self.depth(node, lines),
        depth > 1
      else { continue }
      sound += 1
      if YAMLBrackets.areBounded(text, limit: depth - 1) {
        Issue.record("\(depth) brackets in \(text.debugDescription)")
      }
      if !YAMLBrackets.areBounded(text, limit: depth) { refused += 1 }
    }
    #expect(sound > 80)
    #expect(refused < sound / 2)
  }

  @Test(
    "sound lists and objects are bounded by their own brackets",
    arguments: [
      #"a: [["]"], ['}'], [b]], {"c":"]","d":[1]}"#,
      "a: [[it's, b\"c], # ]\n  [\"\\\"]\", '''' ] ]",
      "a: [b]\nc: {d: \"{\"}\n'e': [[f], [g]]\n\"h\": [i, [\"{\"]]",
    ])
  func sound(text: String) { #expect(YAMLBrackets.areBounded(text, limit: 2)) }

  @Test("forty objects in brackets are read as YAML, and block texts with question marks too")
  func forty() throws {
    let objects = (0..<40).map { "{\"url\": \"https://a.example/[\($0)]\", \"alt\": 'it''s'}" }
    let lines = "images: [\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
    let properties = try #require(YAMLNodes.properties(of: lines))
    #expect(properties.count == 1)
    let questions = (0..<9).map { "q\($0): |\n  Which (1 or 2)?\n  a\n" }.joined()
    #expect(YAMLNodes.properties(of: questions)?.count == 9)
  }
}
