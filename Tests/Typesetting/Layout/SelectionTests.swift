import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Selections over line ends, words, line ends in mixed directions, and selections through columns.
@Suite("Selection", .timeLimit(.minutes(15)))
struct SelectionTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func map(_ string: String, width: Double = 120, isVertical: Bool = false) throws
    -> TextMap
  {
    var container = TextContainer(size: Size(width: width, height: 4_000))
    container.isVertical = isVertical
    return try typesetter.map(
      AttributedText(string, attributes: TextAttributes(font: Font(size: 14))), in: container)
  }

  @Test(
    "has one rectangle with its start and one with its end, wherever it starts and ends",
    arguments: [
      "one\ntwo", "\n\nב\n", "one שלום two\nthree", "שלום\nעולם abc\n", "wrapped words are here",
      "",
      "a\r\nb", "中文字\n字",
    ], [false, true])
  func hasEnds(string: String, isVertical: Bool) throws {
    let map = try map(string, width: 60, isVertical: isVertical)
    let places = map.boundaries
    for start in places {
      for end in places where end > start {
        let rects = map.selectionRects(for: start..<end)
        #expect(rects.count(where: \.containsStart) == 1, "\(start)..<\(end)")
        #expect(rects.count(where: \.containsEnd) == 1, "\(start)..<\(end)")
        let all = rects.dropFirst().reduce(rects[0].rect) { $0.union($1.rect) }
        #expect(map.rect(for: start..<end) == all)
        let line = rects[0].line
        let first = rects.filter { $0.line == line }.map(\.rect)
        #expect(
          map.firstRect(for: start..<end) == first.dropFirst().reduce(first[0]) { $0.union($1) })
        #expect(rects.map(\.line) == rects.map(\.line).sorted())
      }
    }
  }

  @Test("a line break alone has a rectangle to the container's side")
  func selectsBreak() throws {
    let map = try map("one\ntwo")
    let rects = map.selectionRects(for: 3..<4)
    #expect(rects.count == 1 && rects[0].containsStart && rects[0].containsEnd)
    #expect(rects[0].rect.minX == map.layout.lines[0].rect.maxX && rects[0].rect.maxX == 120)
    let free = try self.map("one\ntwo", width: .infinity)
    let mark = try #require(free.rect(for: 3..<4))
    #expect(mark.width > 2 && mark.width < 8)
  }

  @Test(
    "rectangles do not overlap at punctuation that hangs, and the line break is behind it",
    arguments: [
      ("吾輩は猫、名前は、まだ。\nない", ParagraphStyle.Direction?.none),
      ("“one two.”\nthree", nil), ("«שלום עולם.»\nערב", .rightToLeft),
    ], [false, true])
  func hangingPunctuation(
    sample: (string: String, direction: ParagraphStyle.Direction?), isVertical: Bool
  ) throws {
    var style = ParagraphStyle(direction: sample.direction)
    (style.hangsOpening, style.hangsClosing, style.hangsStops) = (true, true, true)
    let text = AttributedText(
      sample.string, attributes: TextAttributes(font: Font(size: 14), language: "ja"),
      paragraphStyle: style)
    let widths = stride(from: 40.0, to: 120, by: 7)
    var hangCount = 0
    for width in widths {
      var container = TextContainer(
        size: isVertical ? Size(width: 4_000, height: width) : Size(width: width, height: 4_000))
      container.isVertical = isVertical
      let map = try typesetter.map(text, in: container)
      let line = try #require(map.layout.lines.first)
      hangCount += map.graphemes.contains { $0.maxX > Int(line.advance * 1024) + 64 } ? 1 : 0
      for grapheme in map.graphemes where grapheme.width.length > 0.5 {
        let own = try #require(map.tightRects(for: grapheme.range).first)
        let middle = Point(x: (own.minX + own.maxX) / 2, y: (own.minY + own.maxY) / 2)
        #expect(map.characterRange(at: middle) == grapheme.range, "\(width): \(grapheme.range)")
      }
      for start in map.boundaries {
        let rects = map.selectionRects(for: start..<text.utf8Count)
        // A line break alone at the container's side has no room.
        let isOfBreak = text.string.utf8.dropFirst(start).first == 0x0A
        #expect(
          rects.count { $0.rect.width == 0 || $0.rect.height == 0 } <= (isOfBreak ? 1 : 0),
          "\(width) \(start)")
        for (number, one) in rects.enumerated() {
          for other in rects[(number + 1)...] where other.line == one.line {
            let common =
              isVertical
              ? min(one.rect.maxY, other.rect.maxY) - max(one.rect.minY, other.rect.minY)
              : min(one.rect.maxX, other.rect.maxX) - max(one.rect.minX, other.rect.minX)
            #expect(common < 0.01, "\(width): \(one.rect) \(other.rect)")
          }
        }
        #expect(rects.count(where: \.containsEnd) == (start < text.utf8Count ? 1 : 0))
      }
    }
    #expect(hangCount > 0)
  }

  @Test(
    "words are those of UAX #29",
    arguments: [
      ("I don't know", ["I", "don't", "know"]),
      ("call foo_bar(3.14)", ["call", "foo_bar", "3.14"]),
      ("1,000.50 €", ["1,000.50"]), ("example.org", ["example.org"]), ("中文", ["中", "文"]),
      ("ภาษาไทย", ["ภาษา", "ไทย"]), ("e\u{301}te\u{301}", ["e\u{301}te\u{301}"]),
    ])
  func words(string: String, words: [String]) throws {
    let map = try map(string, width: 400)
    let text = Array(string.utf8)
    var found: [String] = []
    for offset in map.boundaries.dropLast() {
      let range = map.range(of: .word, at: TextPosition(offset: offset))
      let word = String(decoding: text[range], as: UTF8.self)
      if range.lowerBound == offset, word.contains(where: { $0.isLetter || $0.isNumber }) {
        found.append(word)
      }
    }
    #expect(found == words)
  }

  @Test(
    "a click beyond a line's end lands where its caret stands",
    arguments: ["one שלום", "שלום one", "one שלום two", "שלום", "שלום 123", "one"])
  func clicks(string: String) throws {
    let map = try map(string, width: 300)
    let line = map.layout.lines[0].rect
    for x in [line.minX - 20, line.maxX + 20] {
      let position = map.position(closestTo: Point(x: x, y: line.minY + 3))
      let caret = try #require(map.caretRect(at: position))
      #expect(abs(caret.minX - min(max(x, line.minX), line.maxX)) < 0.01, "\(position)")
    }
  }

  private let story =
    "The quick brown fox jumps over the lazy dog, and the dog sleeps on.\nThen שלום to all of them."

  private func columns() throws -> TextFlowMap {
    let column = TextContainer(size: Size(width: 90, height: 60))
    var last = column
    last.size.height = 400
    return try typesetter.map(
      AttributedText(story, attributes: TextAttributes(font: Font(size: 14))),
      through: [column, column, last], at: [.zero, Point(x: 100, y: 10), Point(x: 200, y: 20)])
  }

  @Test("a selection goes through columns")
  func selectsColumns() throws {
    let flow = try columns()
    #expect(flow.columns.count == 3 && flow.remainder == nil)
    #expect(flow.shownRange == 0..<story.utf8.count)
    let places = flow.columns.flatMap(\.map.boundaries)
    for start in places {
      for end in places where end > start {
        let rects = flow.selectionRects(for: start..<end)
        #expect(rects.count { $0.selection.containsStart } == 1, "\(start)..<\(end)")
        #expect(rects.count { $0.selection.containsEnd } == 1, "\(start)..<\(end)")
        #expect(rects.map(\.column) == rects.map(\.column).sorted())
      }
    }
    let all = flow.selectionRects(for: flow.shownRange)
    for (index, column) in flow.columns.enumerated() {
      let own = all.filter { $0.column == index }
      #expect(own.allSatisfy { $0.selection.rect.minX >= column.origin.x - 0.01 })
      #expect(own.contains { abs($0.selection.rect.maxX - column.origin.x - 90) < 0.01 })
    }
    let decoded = try JSONDecoder().decode(TextFlowMap.self, from: JSONEncoder().encode(flow))
    #expect(decoded == flow)
  }

  @Test("points and carets are found on the page, and a caret goes from column to column")
  func movesThroughColumns() throws {
    let flow = try columns()
    for offset in flow.columns.flatMap(\.map.boundaries) {
      let caret = try #require(flow.caretRect(at: TextPosition(offset: offset)))
      let found = flow.position(
        closestTo: Point(x: caret.minX, y: (caret.minY + caret.maxY) / 2))
      let other = try #require(flow.caretRect(at: found))
      #expect(abs(other.minX - caret.minX) < 0.01 && abs(other.minY - caret.minY) < 0.01)
    }
    var position = TextPosition(offset: 0)
    var visited = [0]
    while let next = flow.position(from: position, moving: .forward) {
      #expect(next.offset > position.offset)
      position = next
      visited.append(next.offset)
    }
    #expect(visited.last == story.utf8.count)
    var back = [position.offset]
    while let next = flow.position(from: position, moving: .backward) {
      position = TextPosition(offset: next.offset)
      back.append(next.offset)
    }
    #expect(back.reversed() == visited)
    var rows = 1
    position = TextPosition(offset: 2)
    while let next = flow.position(from: position, moving: .down) {
      position = next
      rows += 1
    }
    #expect(rows == flow.columns.reduce(0) { $0 + $1.map.layout.rowCount })
    #expect(flow.column(of: position) == 2)
    _ = flow.position(closestTo: Point(x: .nan, y: .nan))
    let none = try typesetter.map(
      AttributedText("", attributes: TextAttributes(font: Font(size: 14))), through: [], at: [])
    #expect(none.selectionRects(for: 0..<1).isEmpty && none.caretRect(at: position) == nil)
    #expect(none.position(closestTo: .zero).offset == 0 && none.shownRange.isEmpty)
  }
}
