import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// Carets, hits and selections beside a truncation token.
@Suite("Queries beside a token", .timeLimit(.minutes(15)))
struct TokenQueryTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var string: String
    var truncation: TextContainer.Truncation
    var isVertical: Bool
    var token: String?

    var testDescription: String {
      "\(truncation), \(string.prefix(6)), \(token ?? "…")" + (isVertical ? ", vertical" : "")
    }
  }

  private static let strings = [
    "One two three four five six seven", "שלום עולם וברוך הבא לכולם בערב הזה",
  ]

  private static let samples = strings.flatMap { string in
    [TextContainer.Truncation.start, .middle, .end].flatMap { truncation in
      [false, true].flatMap { isVertical in
        [nil, "[more]"].map {
          Sample(string: string, truncation: truncation, isVertical: isVertical, token: $0)
        }
      }
    }
  }

  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func map(_ sample: Sample, rows: Int = 1, width: Double = 120) throws -> TextMap {
    var container = TextContainer(
      size: sample.isVertical
        ? Size(width: 300, height: width) : Size(width: width, height: .infinity),
      maximumRowCount: rows, truncation: sample.truncation)
    container.isVertical = sample.isVertical
    let attributes = TextAttributes(font: Font(size: 14))
    container.truncationToken = sample.token.map { AttributedText($0, attributes: attributes) }
    return try typesetter.map(AttributedText(sample.string, attributes: attributes), in: container)
  }

  /// The sides of a rectangle along the lines.
  private func sides(_ rect: Rect, _ map: TextMap) -> ClosedRange<Double> {
    map.layout.isVertical ? rect.minY...rect.maxY : rect.minX...rect.maxX
  }

  private func token(of map: TextMap) throws -> ClosedRange<Double> {
    let rects = map.tokenRects.map { sides($0, map) }
    let low = try #require(rects.map(\.lowerBound).min())
    return low...(try #require(rects.map(\.upperBound).max()))
  }

  @Test("carets stand at the token's sides, in either affinity", arguments: samples)
  func carets(sample: Sample) throws {
    let map = try map(sample)
    let token = try token(of: map)
    let hidden = try #require(map.layout.truncatedRange)
    let line = try #require(map.layout.lines.last)
    let (first, last) =
      line.isRightToLeft
      ? (token.upperBound, token.lowerBound) : (token.lowerBound, token.upperBound)
    for affinity in TextPosition.Affinity.allCases {
      func place(_ offset: Int) throws -> Double {
        let position = TextPosition(offset: offset, affinity: affinity)
        return sides(try #require(map.caretRect(at: position)), map).lowerBound
      }
      if sample.truncation != .start {
        #expect(abs(try place(hidden.lowerBound) - first) < 0.01, "\(affinity)")
        // Hidden text has positions at its ends alone.
        #expect(abs(try place(hidden.lowerBound + 3) - first) < 0.01, "\(affinity)")
      }
      if sample.truncation != .end {
        #expect(abs(try place(hidden.upperBound) - last) < 0.01, "\(affinity)")
      }
    }
  }

  @Test("a hit on the token finds the text at its nearer side", arguments: samples)
  func hits(sample: Sample) throws {
    let map = try map(sample)
    let token = try token(of: map)
    let hidden = try #require(map.layout.truncatedRange)
    let line = try #require(map.layout.lines.last)
    let width = token.upperBound - token.lowerBound
    for (part, isFirst) in [(0.2, !line.isRightToLeft), (0.8, line.isRightToLeft)] {
      let along = token.lowerBound + part * width
      let point =
        sample.isVertical
        ? Point(x: line.rect.minX + 5, y: along) : Point(x: along, y: line.rect.minY + 5)
      #expect(map.isToken(at: point))
      #expect(map.characterRange(at: point)?.isEmpty == true)
      let expected =
        switch sample.truncation {
        case .start: hidden.upperBound
        case .middle: isFirst ? hidden.lowerBound : hidden.upperBound
        case .end, .none: hidden.lowerBound
        }
      let found = map.position(closestTo: point)
      #expect(found.offset == expected, "\(part)")
      // The caret is beside the token.
      let caret = sides(try #require(map.caretRect(at: found)), map).lowerBound
      #expect(abs(caret - token.lowerBound) < 0.01 || abs(caret - token.upperBound) < 0.01)
    }
  }

  @Test(
    "each selection has one rectangle with its start and one with its end, and rect(for:) is around them",
    arguments: samples)
  func selections(sample: Sample) throws {
    for rows in [1, 2] {
      let map = try map(sample, rows: rows, width: 90)
      let places = map.boundaries
      for start in places {
        for end in places where end > start {
          let rects = map.selectionRects(for: start..<end)
          #expect(rects.count(where: \.containsStart) == 1, "\(rows): \(start)..<\(end)")
          #expect(rects.count(where: \.containsEnd) == 1, "\(rows): \(start)..<\(end)")
          let all = try #require(rects.map(\.rect).reduce(nil) { $0?.union($1) ?? $1 })
          #expect(map.rect(for: start..<end) == all)
        }
      }
    }
  }

  @Test("a selection of hidden text within a line has the token, and tight rectangles do not")
  func selectedToken() throws {
    for sample in Self.samples where sample.truncation == .middle {
      let map = try map(sample)
      let hidden = try #require(map.layout.truncatedRange)
      let token = try token(of: map)
      let rect = try #require(map.rect(for: hidden))
      let found = sides(rect, map)
      #expect(abs(found.lowerBound - token.lowerBound) < 0.01)
      #expect(abs(found.upperBound - token.upperBound) < 0.01)
      #expect(map.selectionRects(for: map.shownRange).count == 1)
      #expect(map.tightRects(for: map.shownRange).count == 2)
    }
  }

  @Test("a selection of a part of the text hidden within a line has the token as a whole")
  func partOfHiddenText() throws {
    for sample in Self.samples where sample.truncation == .middle {
      let map = try map(sample)
      let hidden = try #require(map.layout.truncatedRange)
      let token = map.selectionRects(for: hidden)
      let part = hidden.lowerBound + 4..<hidden.upperBound - 4
      #expect(map.snapped(part) == hidden)
      #expect(map.selectionRects(for: part).map(\.rect) == token.map(\.rect))
      #expect(map.firstRect(for: part) == token[0].rect && map.rect(for: part) == token[0].rect)
      // A range that ends in the hidden text ends behind the token, and one that begins there before it.
      let shown = map.shownRange
      for (own, whole) in [
        (shown.lowerBound..<part.lowerBound, shown.lowerBound..<hidden.upperBound),
        (part.upperBound..<shown.upperBound, hidden.lowerBound..<shown.upperBound),
      ] {
        #expect(map.snapped(own) == whole)
        let rects = map.selectionRects(for: own)
        #expect(rects.map(\.rect) == map.selectionRects(for: whole).map(\.rect))
        #expect(rects.count(where: \.containsStart) == 1 && rects.count(where: \.containsEnd) == 1)
      }
      #expect(map.selectionRects(for: part.lowerBound..<part.lowerBound).isEmpty)
    }
  }

  @Test(
    "a caret that moves along the line visits each shown place once, back and forth",
    arguments: samples)
  func moves(sample: Sample) throws {
    let map = try map(sample)
    let isTurned = try #require(map.layout.lines.last).isRightToLeft
    let start = TextPosition(offset: map.shownRange.lowerBound)
    let end = TextPosition(offset: map.shownRange.upperBound, affinity: .backward)
    for (from, movement) in [
      (start, isTurned ? TextMovement.left : .right), (end, isTurned ? .right : .left),
    ] {
      var (position, visited) = (from, [from.offset])
      while let next = map.position(from: position, moving: movement), visited.count < 200 {
        position = next
        visited.append(next.offset)
      }
      #expect(visited == (from == start ? map.boundaries : map.boundaries.reversed()))
    }
  }
}
