import GalleyPrimitives
import GalleyRandomness
import GalleyText
import TestSupport
import Testing

@Suite("Editing", .timeLimit(.minutes(15)))
struct EditingTests {
  private let plain = TextAttributes(font: Font(size: 14))

  private func text(
    _ string: String, _ ranges: [(Range<Int>, (inout TextAttributes) -> Void)] = []
  ) throws -> AttributedText {
    var text = AttributedText(string, attributes: plain)
    for (range, change) in ranges { try text.update(in: range, change) }
    return text
  }

  @Test("replaces, inserts and deletes, and maps offsets")
  func replaces() throws {
    var text = try text("The quick fox")
    let edit = try text.replace(4..<9, with: "slow red")
    #expect(text.string == "The slow red fox")
    #expect(edit == TextEdit(replaced: 4..<9, inserted: 4..<12))
    #expect([0, 4, 6, 9, 13].map(edit.offset) == [0, 4, 12, 12, 16])
    #expect(edit.range(of: 10..<13) == 13..<16)
    #expect(try text.insert("!", at: 16).inserted == 16..<17)
    #expect(try text.delete(0..<4).inserted == 0..<0)
    #expect(text.string == "slow red fox!")
    #expect(throws: TextError.rangeOutOfBounds(5..<90, utf8Count: 13)) { try text.delete(5..<90) }
    try text.delete(0..<13)
    #expect(text.string.isEmpty && text.runs.count == 1)
    try text.insert("again", at: 0)
    #expect(text.runs == AttributedText("again", attributes: plain).runs)
    var marked = AttributedText("e👩🏾‍💻", attributes: plain)
    #expect(throws: TextError.rangeSplitsCharacter(3..<3)) { try marked.insert("x", at: 3) }
  }

  @Test("typed text has the attributes before it, without those of a single character")
  func inherits() throws {
    var text = try text(
      "ab \u{FFFC}cd",
      [
        (0..<2, { $0.color = Color(rgb: 0xFF0000) }),
        (
          3..<6,
          {
            $0.attachment = TextAttachment(.blank, size: Size(width: 3, height: 3))
            $0.backedString = TextBackedString("x")
            $0.binding = TextBinding()
            $0.ruby = RubyAnnotation("y")
            $0.font.weight = 700
          }
        ),
      ])
    try text.insert("X", at: 0)
    #expect(text.attributes(at: 0).color == Color(rgb: 0xFF0000))
    try text.insert("Y", at: 3)
    #expect(text.attributes(at: 3).color == Color(rgb: 0xFF0000))
    try text.insert("Z", at: 8)
    #expect(text.string == "XabY \u{FFFC}Zcd")
    var bold = plain
    bold.font.weight = 700
    #expect(text.attributes(at: 8) == bold)
    try text.replace(0..<4, with: "Q")
    #expect(text.attributes(at: 0).color == Color(rgb: 0xFF0000))
  }

  @Test("a highlight stays one when text is typed into it, and equal neighbours stay two")
  func keepsJoined() throws {
    let mark: (inout TextAttributes) -> Void = {
      $0.highlight = TextHighlight(userInfo: ["a": "b"])
    }
    var text = try text("see @amy@bob now", [(4..<8, mark), (8..<12, mark)])
    try text.insert("xx", at: 6)
    #expect(text.highlightRange(at: 5) == 4..<10 && text.highlightRange(at: 9) == 4..<10)
    #expect(text.highlightRange(at: 10) == 10..<14)
    try text.insert("yy", at: 0)
    #expect(text.highlightRange(at: 8) == 6..<12 && text.highlightRange(at: 12) == 12..<16)
    try text.delete(5..<8)
    #expect(text.highlightRange(at: 6) == 5..<9 && text.highlightRange(at: 10) == 9..<13)
    try text.delete(7..<11)
    #expect(text.highlightRange(at: 5) == 5..<7 && text.highlightRange(at: 7) == 7..<9)
  }

  @Test("bindings are deleted as a whole, after a confirmation if they ask for it")
  func obeysBindings() throws {
    var text = try text(
      "ab name, cd",
      [
        (3..<7, { $0.binding = TextBinding() }),
        (9..<11, { $0.binding = TextBinding(confirmsDelete: true) }),
      ])
    #expect(try text.delete(11..<11, .backward) == .selected(9..<11))
    #expect(try text.delete(9..<9, .forward) == .selected(9..<11))
    #expect(
      try text.delete(9..<11, .backward) == .deleted(TextEdit(replaced: 9..<11, inserted: 9..<9)))
    #expect(
      try text.delete(7..<7, .backward) == .deleted(TextEdit(replaced: 3..<7, inserted: 3..<3)))
    #expect(text.string == "ab , ")
    #expect(try text.delete(0..<0, .backward) == .none && text.delete(5..<5, .forward) == .none)
    #expect(
      try text.delete(3..<3, .backward) == .deleted(TextEdit(replaced: 2..<3, inserted: 2..<2)))
    var bound = try self.text("ab name cd", [(3..<7, { $0.binding = TextBinding() })])
    #expect(try bound.replace(5..<8, with: "-").replaced == 3..<8)
    #expect(bound.string == "ab -cd")
    bound = try self.text("ab name cd", [(3..<7, { $0.binding = TextBinding() })])
    #expect(try bound.insert("!", at: 5).inserted == 7..<8)
    #expect(bound.bindingRange(at: 4) == 3..<7 && bound.attributes(at: 7).binding == nil)
  }

  @Test("deletes a whole character, however many scalars it has")
  func deletesClusters() throws {
    var text = AttributedText("a👩🏾‍💻e\u{301}🇨🇳", attributes: plain)
    for expected in ["a👩🏾‍💻e\u{301}", "a👩🏾‍💻", "a", ""] {
      let end = text.utf8Count
      _ = try text.delete(end..<end, .backward)
      #expect(text.string == expected)
    }
  }

  @Test("random edits keep runs whole, and equal those of a plain string")
  func isSound() throws {
    var random = SeededGenerator(seed: 19)
    let pieces = [
      "a", "word ", "e\u{301}", "\u{301}", "👩🏾‍💻", "\u{200D}", "中文", "\n", "\0", "שלום", "🇨", "🇳",
    ]
    for _ in 0..<Effort.count(40, full: 2_000) {
      var text = AttributedText("start 中文 e\u{301}", attributes: plain)
      for step in 0..<25 {
        let places = (0...text.utf8Count).filter(text.isBoundary)
        let ends = [
          places.randomElement(using: &random) ?? 0, places.randomElement(using: &random) ?? 0,
        ].sorted()
        let range = ends[0]..<ends[1]
        if Bool.random(using: &random) {
          try text.update(in: range) { attributes in
            switch step % 4 {
            case 0: attributes.highlight = TextHighlight()
            case 1: attributes.font.weight = 700
            case 2: attributes.ruby = RubyAnnotation("r")
            default: attributes.color = Color(rgb: UInt32(step) * 1_000)
            }
          }
        } else {
          let new = pieces.randomElement(using: &random) ?? ""
          var utf8 = Array(text.string.utf8)
          utf8.replaceSubrange(range, with: Array(new.utf8))
          let expected = AttributedText(String(decoding: utf8, as: UTF8.self), attributes: plain)
          let edit = try text.replace(range, with: new)
          #expect(text.string == expected.string)
          #expect(
            text.isBoundary(edit.inserted.lowerBound) && text.isBoundary(edit.inserted.upperBound))
        }
        #expect(
          text.runs.first?.range.lowerBound == 0
            && text.runs.last?.range.upperBound == text.utf8Count)
        #expect(
          zip(text.runs, text.runs.dropFirst()).allSatisfy {
            $0.range.upperBound == $1.range.lowerBound
          })
        #expect(
          text.runs.allSatisfy {
            text.isBoundary($0.range.lowerBound) && (!$0.range.isEmpty || text.utf8Count == 0)
          })
      }
    }
  }
}
