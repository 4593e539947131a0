import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("Vertical text", .timeLimit(.minutes(15)))
struct VerticalTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private let japanese = "吾輩は猫である。名前はまだ無い。Kafkaと「変身」。どこで生れたかとんと見当がつかぬ。"

  private func map(_ string: String, width: Double = 200, height: Double = 120) throws -> TextMap {
    var container = TextContainer(size: Size(width: width, height: height))
    container.isVertical = true
    container.insets = EdgeInsets(all: 10)
    let text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 14), language: "ja"))
    return try typesetter.map(text, in: container)
  }

  @Test("runs down the page, and stacks lines from the right")
  func stacks() throws {
    let layout = try map(japanese).layout
    #expect(layout.lines.count > 2)
    #expect(!layout.isTruncated)
    #expect(layout.lines.first.map { abs($0.rect.maxX - 190) < 0.01 } == true)
    for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(abs(next.rect.maxX - line.rect.minX) < 0.01)
      #expect(next.rect.minY == 10)
    }
    for line in layout.lines {
      #expect(line.isVertical)
      #expect(line.rect.maxY <= 110.01)
      #expect(line.rect.minX >= 10)
      for run in layout.runs[line.runs] {
        for glyph in layout.glyphs[run.glyphs] {
          let pen = Point(x: run.origin.x + glyph.x.length, y: run.origin.y + glyph.y.length)
          #expect(line.rect.minX - 1 <= pen.x && pen.x <= line.rect.maxX + 1)
        }
      }
    }
    #expect(layout.boundingSize.height <= 120)
    let drawn = layout.boundingRect
    #expect(abs(layout.boundingSize.width - (200 - drawn.minX + 10)) <= 1)
  }

  @Test("lines that start at the left stack to the right, and answer the same queries")
  func startsAtLeft() throws {
    let mongolian = Array(repeating: "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ", count: 8).joined(separator: " ")
    func map(_ change: (inout TextContainer) -> Void) throws -> TextMap {
      var container = TextContainer(size: Size(width: 200, height: 120))
      container.isVertical = true
      container.startsAtLeft = true
      container.insets = EdgeInsets(top: 10, left: 20, bottom: 10, right: 30)
      change(&container)
      var text = AttributedText(
        mongolian, attributes: TextAttributes(font: Font(size: 14), language: "mn-Mong"))
      // A line with taller letters shows that ascents stay at the right.
      try text.update(in: 0..<6) { $0.font.size = 21 }
      return try typesetter.map(text, in: container)
    }
    let left = try map { _ in }
    let right = try map { $0.startsAtLeft = false }
    #expect(left.layout.lines.count > 2)
    #expect(left.layout.lines.map(\.range) == right.layout.lines.map(\.range))
    #expect(left.layout.lines.first.map { abs($0.rect.minX - 20) < 0.01 } == true)
    for (line, next) in zip(left.layout.lines, left.layout.lines.dropFirst()) {
      #expect(abs(next.rect.minX - line.rect.maxX) < 0.01)
    }
    for (line, other) in zip(left.layout.lines, right.layout.lines) {
      #expect(abs(line.ascent - other.ascent) < 0.001)
      #expect(abs(line.rect.width - other.rect.width) < 0.001)
      #expect(abs(line.rect.minX - 20 - (170 - other.rect.maxX)) < 0.01)
      // Each run stands on its line, as on lines from the right.
      let (runs, others) = (left.layout.runs[line.runs], right.layout.runs[other.runs])
      for (run, own) in zip(runs, others) {
        #expect(abs(run.origin.x - line.origin.x - (own.origin.x - other.origin.x)) < 0.001)
        #expect(abs(run.origin.y - own.origin.y) < 0.001)
      }
    }
    for (number, line) in left.layout.lines.enumerated() {
      let middle = Point(x: (line.rect.minX + line.rect.maxX) / 2, y: line.rect.minY + 1)
      #expect(left.layout.line(at: middle) == number)
      #expect(left.position(closestTo: middle).offset == line.range.lowerBound)
    }
    #expect(left.layout.line(closestTo: Point(x: -500, y: 50)) == 0)
    #expect(left.layout.line(closestTo: Point(x: 500, y: 50)) == left.layout.lines.count - 1)
    let rects = left.selectionRects(for: 0..<mongolian.utf8.count)
    #expect(rects.first?.containsStart == true && rects.last?.containsEnd == true)
    #expect(zip(rects, rects.dropFirst()).allSatisfy { $0.rect.minX <= $1.rect.minX })
    #expect(left.layout.boundingSize.width <= 200)
    // Without a width, lines begin at the left inset.
    let free = try map { $0.size.width = .infinity }
    #expect(free.layout.lines.first.map { abs($0.rect.minX - 20) < 0.01 } == true)
    let last = try #require(free.layout.lines.last)
    #expect(abs(free.layout.boundingSize.width - (last.rect.maxX + 30)) <= 1)
    // Text flows around a shape at the left.
    let around = try map { $0.exclusionPaths = [.rect(Rect(x: 0, y: 0, width: 60, height: 120))] }
    #expect(around.layout.lines.first.map { $0.rect.minX >= 59.9 } == true)
    let copy = try JSONDecoder().decode(TextMap.self, from: JSONEncoder().encode(left))
    #expect(copy == left)
  }

  @Test("turns text that is not written upright, and only that")
  func turns() throws {
    let layout = try map(japanese).layout
    func isTurned(_ run: GlyphRun) -> Bool { layout.fonts[run.font].transform?.xy == 1 }
    let latin = layout.runs.filter(isTurned)
    #expect(!latin.isEmpty)
    let text = Array(japanese.utf8)
    for run in latin {
      #expect(String(decoding: text[run.range], as: UTF8.self).allSatisfy { $0.isASCII })
    }
    // Upright characters each take an em.
    let upright = layout.runs.filter { !isTurned($0) }.flatMap { layout.glyphs[$0.glyphs] }
    #expect(upright.filter { abs($0.advance.length - 14) < 0.01 }.count * 10 > upright.count * 9)
  }

  @Test("answers queries along its own axes")
  func answers() throws {
    let map = try map(japanese)
    let first = try #require(map.layout.lines.first)
    let start = Point(x: (first.rect.minX + first.rect.maxX) / 2, y: first.rect.minY + 1)
    #expect(map.position(closestTo: start).offset == 0)
    #expect(map.characterRange(at: start) == 0..<3)
    let caret = try #require(map.caretRect(at: TextPosition(offset: 3)))
    #expect(caret.height == 0)
    #expect(caret.width >= first.rect.width)
    #expect(abs(caret.minY - 24) < 0.01)
    let rects = map.selectionRects(for: 0..<japanese.utf8.count)
    #expect(rects.count >= map.layout.lines.count)
    #expect(rects.allSatisfy { $0.isVertical })
    #expect(map.layout.line(closestTo: Point(x: 500, y: 50)) == 0)
    #expect(map.layout.line(closestTo: Point(x: -500, y: 50)) == map.layout.lines.count - 1)
    for (row, _) in map.layout.lines.enumerated().dropFirst() {
      let before = try #require(map.layout.rect(ofRow: row - 1))
      let own = try #require(map.layout.rect(ofRow: row))
      #expect(abs(before.minX - own.maxX) < 1e-9)
    }
  }

  @Test("drops columns beyond the width, and shows a token")
  func truncates() throws {
    var container = TextContainer(size: Size(width: 50, height: 100), truncation: .end)
    container.isVertical = true
    let text = AttributedText(
      japanese, attributes: TextAttributes(font: Font(size: 14), language: "ja"))
    let map = try typesetter.map(text, in: container)
    #expect(map.layout.isTruncated)
    #expect(map.layout.boundingRect.minX >= 0)
    #expect(map.graphemes.contains { $0.isToken })
    container.size.width = .infinity
    let all = try typesetter.layout(text, in: container)
    #expect(!all.isTruncated)
    #expect(abs(all.boundingRect.minX) < 0.01)
  }
}
