import GalleyDocuments
import GalleyRandomness
import TestSupport
import Testing

@testable import GalleyFeedWriting

/// HTML that is written as Markdown and read again has the same text, with the same elements around each character.
@Suite("HTML as Markdown and back", .timeLimit(.minutes(15)))
struct MarkdownRoundTripTests {
  @Test("keeps random elements within and beside each other", arguments: [1, 2, 3])
  func random(depth: Int) throws {
    var source = HTMLSource(seed: UInt64(depth))
    for _ in 0..<Effort.count(400, full: 20_000) {
      let html = source.blocks(depth)
      let markdown = try #require(MarkdownText.markdown(ofHTML: html))
      let again = MarkdownReader.html(markdown)
      guard let difference = ReadText(again).difference(from: ReadText(html)) else { continue }
      Issue.record("\(difference)\n\(html)\n\(markdown)\n\(again)")
      return
    }
  }
}

/// The characters of HTML, each with the elements around it; blocks and lines are divided by blanks.
private struct ReadText {
  private struct Sign: Equatable {
    var text: String
    var elements: [String]
  }

  private var signs: [Sign] = []
  private var open: [String] = []
  private var owesBlank = false

  init(_ html: String) {
    var html = html
    html.withUTF8 { bytes in
      _ = HTMLReader.read(bytes) { event in
        switch event {
        case .start(let tag): start(tag.name)
        case .end(let name): end(name)
        case .text(let bytes): append(String(decoding: bytes, as: UTF8.self))
        }
        return true
      }
    }
    open = []
    owesBlank = false
  }

  private static let names = [
    "strong": "b", "em": "i", "del": "s", "h1": "h1", "h2": "h2", "h3": "h3", "pre": "pre",
    "b": "b", "i": "i", "s": "s", "u": "u", "q": "q", "mark": "mark", "sub": "sub", "a": "a",
    "code": "code", "blockquote": "blockquote", "ul": "ul", "ol": "ol", "li": "li", "td": "td",
  ]

  /// The first signs from which this text differs.
  func difference(from other: Self) -> String? {
    let pairs = zip(signs, other.signs)
    guard signs != other.signs else { return nil }
    let count = pairs.prefix { $0 == $1 }.count
    return "\(signs.dropFirst(count).prefix(3)), not \(other.signs.dropFirst(count).prefix(3))"
  }

  private mutating func start(_ name: String) {
    if !Self.isInline(name) { owesBlank = true }
    if ["img", "hr", "li"].contains(name) { append("<\(name)>") }
    guard !["img", "span"].contains(name) else { return }
    open.append(name)
    if !Self.isInline(name) { owesBlank = true }
  }

  private mutating func end(_ name: String) {
    guard let index = open.lastIndex(of: name) else { return }
    open.remove(at: index)
    if !Self.isInline(name) { owesBlank = true }
  }

  private mutating func append(_ text: String) {
    for character in text {
      guard !character.isWhitespace else {
        owesBlank = true
        continue
      }
      if owesBlank, !signs.isEmpty { signs.append(Sign(text: " ", elements: [])) }
      owesBlank = false
      let elements = open.compactMap { Self.names[$0] }.sorted()
      // Markdown has code in all of them.
      signs.append(
        Sign(text: String(character), elements: elements.contains("pre") ? ["pre"] : elements))
    }
  }

  private static func isInline(_ name: String) -> Bool {
    ["b", "strong", "i", "em", "s", "del", "u", "q", "mark", "sub", "a", "code", "span", "img"]
      .contains(name)
  }
}

/// Random HTML.
private struct HTMLSource {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func joined(_ part: (inout Self) -> String) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in part(&self) }.joined()
  }

  private mutating func text() -> String {
    joined {
      $0.pick([
        "a", "b", "foo", "x*y", "1.", "- ", "+", "#", "_z_", "`", "~", "é", "[k]", "&lt;", "!", "|",
        "&amp;lt;", "\\", "(p)", " ", "1)", "=", "---", "<br>", "<img src='p.png' alt='q'>",
      ])
    }
  }

  private mutating func inline(_ depth: Int) -> String {
    joined {
      guard depth > 0, Bool.random(using: &$0.random) else { return $0.text() }
      let name = $0.pick([
        "b", "i", "s", "em", "strong", "code", "u", "sub", "span class='x'", "q", "mark", "del",
        "span",
      ])
      return "<\(name)>\($0.inline(depth - 1))</\(name.prefix { $0 != " " })>"
    }
  }

  mutating func blocks(_ depth: Int) -> String { joined { $0.block(depth) } }

  private mutating func block(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &random) {
    case 0, 1: return "<p>\(inline(2))</p>"
    case 2: return inline(2)
    case 3:
      let name = pick(["h1", "h2", "h3"])
      return "<\(name)>\(inline(2))</\(name)>"
    case 4: return "<pre>\(pick(["a\n  b", "# x\n\ny", "```\nz", "  lead", "a<br>b"]))</pre>"
    case 5: return "<hr>"
    case 6: return "<table><tr><td>\(inline(1))</td><td>\(inline(1))</td></tr></table>"
    case 7: return "<p><a href='h'>\(inline(1))</a> \(text())</p>"
    case 8: return "<blockquote>\(blocks(depth - 1))</blockquote>"
    default:
      let name = pick(["ul", "ol", "ol start='3'"])
      let items = joined { source in
        switch Int.random(in: 0..<4, using: &source.random) {
        case 0: "<li>\(source.inline(2))</li>"
        case 1: "<li>\(source.blocks(depth - 1))</li>"
        case 2: "<li>\(source.inline(1))\(source.blocks(depth - 1))</li>"
        default: "<li></li>"
        }
      }
      return "<\(name)>\(items)</\(name.prefix { $0 != " " })>"
    }
  }
}
