import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("Paragraphs of a plain text", .timeLimit(.minutes(15)))
struct ParagraphTests {
  private func read(_ text: String, limit: Int = 100) throws -> [ParagraphElement] {
    let reader = ParagraphReader(bytes: Array(text.utf8), maximumBytes: limit)
    var elements: [ParagraphElement] = []
    while let element = try reader.next() { elements.append(element) }
    return elements
  }

  @Test(
    "are its lines",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\n\nb", ["a", "", "b"]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\rb", ["a\rb"]), ("\u{FEFF}a\n\u{FEFF}", ["a", "\u{FEFF}"]),
      ("\u{FEFF}", []), ("a\n\r\n", ["a", ""]), ("\r", [""]),
    ])
  func areLines(text: String, lines: [String]) throws {
    let texts = try read(text).map { element in
      guard case .paragraph(let paragraph) = element else { return "bad" }
      return paragraph.text
    }
    #expect(texts == lines)
  }

  @Test("may be as long as the limit and no longer", arguments: ["", "\n", "\r\n"])
  func limits(terminator: String) throws {
    for length in 0..<12 {
      let elements = try read(
        String(repeating: "x", count: length) + terminator, limit: 8)
      switch elements.first {
      case .paragraph(let paragraph): #expect(paragraph.text.utf8.count == length && length <= 8)
      case .bad(let error):
        #expect(length > 8 && error.fault == .tooLarge(limit: 8) && error.line == 1)
      case nil: #expect(length == 0 && terminator.isEmpty)
      }
    }
    let elements = try read("123456789\nab\n0123456789012345678901234\nc", limit: 8)
    #expect(
      elements.map { if case .bad = $0 { true } else { false } } == [true, false, true, false])
    guard case .paragraph(let last) = elements[3] else { return }
    #expect(last.index == 3 && last.byteOffset == 39 && last.text == "c")
  }

  @Test(
    "are repaired by maximal subparts",
    arguments: [
      ([0xFF], 1), ([0xC3, 0xA9], 0), ([0xE2, 0x82], 1), ([0xC0, 0x80], 2),
      ([0x61, 0xF0, 0x9F, 0x98], 1),
      ([0xED, 0xA0, 0x80], 3),
    ] as [([UInt8], Int)])
  func repairs(bytes: [UInt8], count: Int) throws {
    guard case .paragraph(let paragraph) = try ParagraphReader(bytes: bytes).next() else {
      Issue.record("no paragraph of \(bytes)")
      return
    }
    #expect(paragraph.repairCount == count)
    #expect(paragraph.text.unicodeScalars.count { $0 == "\u{FFFD}" } == count)
  }
}
