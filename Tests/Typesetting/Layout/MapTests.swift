import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("TextMap", .timeLimit(.minutes(15)))
struct MapTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func map(
    _ string: String, width: Double = 120, maximumRowCount: Int = 0,
    truncation: TextContainer.Truncation = .none
  ) throws -> TextMap {
    try typesetter.map(
      AttributedText(string, attributes: TextAttributes(font: Font(size: 14))),
      in: TextContainer(
        width: width, maximumRowCount: maximumRowCount, truncation: truncation))
  }

  private let english = "The quick brown fox jumps over the lazy dog"

  @Test("leaves no hole between text rows")
  func hasNoHoles() throws {
    let map = try map(english + "\n中文字体 with Latin\nशब्द")
    let bounds = map.layout.boundingRect
    for y in stride(from: bounds.minY + 0.01, to: bounds.maxY, by: 0.05) {
      #expect(map.layout.line(at: Point(x: 1, y: y)) != nil)
    }
    for row in 1..<map.layout.rowCount {
      let above = try #require(map.layout.rect(ofRow: row - 1))
      let below = try #require(map.layout.rect(ofRow: row))
      #expect(above.maxY == below.minY)
    }
    #expect(map.layout.line(at: Point(x: 1, y: bounds.maxY + 1)) == nil)
    #expect(map.layout.line(closestTo: Point(x: 1, y: 1e9)) == map.layout.lines.count - 1)
    #expect(map.layout.lines(ofRow: map.layout.rowCount) == nil)
    #expect(map.layout.lines(ofRow: -1) == nil)
    #expect(map.layout.row(ofLine: -1) == nil)
  }

  @Test("tells the end of a wrapped line from the start of the next")
  func hasAffinity() throws {
    let map = try map(english)
    let next = map.layout.lines[1].range.lowerBound
    let end = TextPosition(offset: next, affinity: .backward)
    #expect(map.layout.line(of: end) == 0)
    #expect(map.layout.line(of: TextPosition(offset: next)) == 1)
    let rects = try (
      #require(map.caretRect(at: end)), #require(map.caretRect(at: TextPosition(offset: next)))
    )
    #expect(rects.0.maxY == rects.1.minY)
    #expect(rects.1.minX == 0)
    #expect(rects.0.minX > 60)
    #expect(end < TextPosition(offset: next))
    #expect(map.position(closestTo: Point(x: 500, y: 3)) == end)
  }

  @Test("marks both ends of a selection, and reaches to the side where lines end")
  func selects() throws {
    let map = try map("one שלום two\nthree")
    let text = map.shownRange
    let rects = map.selectionRects(for: text)
    #expect(rects.filter(\.containsStart).count == 1)
    #expect(rects.filter(\.containsEnd).map(\.line) == [1])
    #expect(rects.contains { $0.isRightToLeft })
    #expect(rects.filter { $0.line == 0 }.map(\.rect.maxX).max() == 120)
    #expect(rects.allSatisfy { !$0.isVertical })
    // Side by side, without a gap or an overlap.
    let first = rects.filter { $0.line == 0 }.map(\.rect).sorted { $0.minX < $1.minX }
    for (left, right) in zip(first, first.dropFirst()) { #expect(left.maxX == right.minX) }
    let word = try #require(map.rect(for: 4..<12))
    #expect(map.firstRect(for: 4..<12) == word)
    #expect(map.firstRect(for: text) != map.rect(for: text))
    #expect(map.selectionRects(for: 3..<3).isEmpty)
    #expect(map.rect(for: 900..<1000) == nil)
    #expect(map.rect(for: -5..<3) == map.rect(for: 0..<3))
  }

  @Test("never stands inside a grapheme cluster", arguments: ["👩🏾‍💻", "e\u{301}", "\r\n", "🇨🇳", "1️⃣"])
  func isWhole(cluster: String) throws {
    let map = try map("a" + cluster + "b")
    let end = 1 + cluster.utf8.count
    for offset in 1..<end { #expect(map.snapped(offset) == 1) }
    #expect(map.snapped(end) == end)
    #expect(map.offset(after: 1) == end)
    #expect(map.offset(before: end) == 1)
    #expect(map.boundaries == [0, 1, end, end + 1])
  }

  @Test(
    "never stands inside a binding, whatever is asked, and goes over it in one step",
    arguments: ["bound words", "👩🏾‍💻 e\u{301}", "שלום abc", "မြန်မာ ท้าย", "\u{FFFC}\u{FFFC}"],
    [false, true])
  func isBound(stretch: String, isVertical: Bool) throws {
    let string = "ab " + stretch + stretch + " cd"
    var text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
    let length = stretch.utf8.count
    let bindings = [3..<3 + length, 3 + length..<3 + 2 * length]
    for range in bindings { try text.update(in: range) { $0.binding = TextBinding() } }
    // Other attributes cut a binding for drawing only.
    let cut = text.boundary(notAfter: 3 + length / 2)
    if cut > 3 { try text.update(in: 3..<cut) { $0.color = Color(rgb: 0xFF0000) } }
    var container = TextContainer(size: Size(width: 150, height: 150))
    container.isVertical = isVertical
    let map = try typesetter.map(text, in: container)
    let inner = Set(bindings.flatMap { $0.dropFirst() })
    let allowed = Set(map.boundaries)
    #expect(allowed.isDisjoint(with: inner) && allowed.contains(3) && allowed.contains(3 + length))
    for offset in inner {
      #expect(!inner.contains(map.snapped(offset)))
      let rect = map.caretRect(at: TextPosition(offset: offset))
      #expect(rect == map.caretRect(at: TextPosition(offset: map.snapped(offset))))
      #expect(bindings.contains(map.range(of: .character, at: TextPosition(offset: offset))))
    }
    #expect(map.offset(after: 3) == 3 + length && map.offset(before: 3 + 2 * length) == 3 + length)
    let bounds = map.layout.boundingRect
    for x in stride(from: bounds.minX - 5, through: bounds.maxX + 5, by: 1.5) {
      for y in stride(from: bounds.minY - 5, through: bounds.maxY + 5, by: 1.5) {
        let point = Point(x: x, y: y)
        let position = map.position(closestTo: point)
        #expect(allowed.contains(position.offset))
        for range in [map.characterRange(at: point), map.characterRange(closestTo: point)] {
          guard let range else { continue }
          #expect(allowed.contains(range.lowerBound) && allowed.contains(range.upperBound))
        }
      }
    }
    for offset in map.boundaries {
      for movement in TextMovement.allCases {
        for unit in TextUnit.allCases {
          for affinity in [TextPosition.Affinity.forward, .backward] {
            let start = TextPosition(offset: offset, affinity: affinity)
            guard let end = map.position(from: start, moving: movement, by: unit) else { continue }
            #expect(allowed.contains(end.offset), "\(start) \(movement) \(unit)")
          }
        }
        for unit in TextUnit.allCases {
          let range = map.range(of: unit, at: TextPosition(offset: offset))
          #expect(allowed.contains(range.lowerBound) && allowed.contains(range.upperBound))
        }
      }
    }
  }

  @Test("moves by words, lines and columns")
  func moves() throws {
    let map = try map(english)
    func move(_ offset: Int, _ movement: TextMovement, _ unit: TextUnit) -> Int? {
      map.position(from: TextPosition(offset: offset), moving: movement, by: unit)?.offset
    }
    #expect(move(0, .forward, .word) == 3)
    #expect(move(3, .forward, .word) == 9)
    #expect(move(9, .backward, .word) == 4)
    #expect(move(5, .backward, .line) == 0)
    #expect(move(5, .forward, .line) == map.layout.lines[0].range.upperBound)
    #expect(move(0, .backward, .character) == nil)
    #expect(move(0, .up, .character) == nil)
    #expect(map.range(of: .word, at: TextPosition(offset: 5)) == 4..<9)
    #expect(map.range(4..<9, extendedTo: TextPosition(offset: 11), by: .word) == 4..<15)
    var position = TextPosition(offset: 6)
    let column = try #require(map.caretRect(at: position)).minX
    for line in 1..<map.layout.lines.count {
      position = try #require(map.position(from: position, moving: .down, column: column))
      #expect(map.layout.line(of: position) == line)
    }
    #expect(map.position(from: position, moving: .down) == nil)
  }

  @Test("does not let a dragged selection collapse")
  func drags() throws {
    let map = try map(english)
    let other = TextPosition(offset: 4)
    let point = try #require(map.caretRect(at: other)).origin
    let after = map.position(dragging: TextPosition(offset: 9), to: point, other: other)
    #expect(after.offset == 5)
    let before = map.position(dragging: TextPosition(offset: 1), to: point, other: other)
    #expect(before.offset == 3)
  }

  @Test("tells a truncation token from the text")
  func hasToken() throws {
    let map = try map(english, maximumRowCount: 2, truncation: .end)
    let token = try #require(map.tokenRects.first)
    let middle = Point(x: (token.minX + token.maxX) / 2, y: (token.minY + token.maxY) / 2)
    #expect(map.isToken(at: middle))
    #expect(map.characterRange(at: middle)?.isEmpty == true)
    #expect(!map.isToken(at: Point(x: 2, y: middle.y)))
    #expect(map.boundaries.last == map.layout.truncatedRange?.lowerBound)
  }

  @Test("has a defined answer for points with NaN coordinates")
  func isTotal() throws {
    for map in [try map(""), try map(english)] {
      for number in [Double.nan, .infinity, -.infinity, 1e300] {
        let point = Point(x: number, y: number)
        #expect(
          map.shownRange.contains(map.position(closestTo: point).offset)
            || map.position(closestTo: point).offset == map.shownRange.upperBound)
        _ = map.characterRange(at: point)
        _ = map.characterRange(closestTo: point)
      }
      #expect(map.caretRect(at: TextPosition(offset: -7)) != nil)
      #expect(map.caretRect(at: TextPosition(offset: 1 << 40)) != nil)
    }
  }

  @Test("comes back from JSON as it was")
  func isCodable() throws {
    let map = try map(english + " שלום", maximumRowCount: 2, truncation: .end)
    let decoded = try JSONDecoder().decode(TextMap.self, from: JSONEncoder().encode(map))
    #expect(decoded == map)
    #expect(decoded.hashValue == map.hashValue)
  }
}
