import Foundation
import Galley
import GalleyCells
import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRandomness
import GalleyRaster
import GalleyTypesetting
import TestSupport
import Testing

/// Archives of layouts, maps and cells with one changed value.
@Suite("Damaged archive", .timeLimit(.minutes(15)))
struct DamagedArchiveTests {
  private let painter: Painter
  private let map: TextMap

  init() throws {
    painter = try Painter(pool: SurfacePool())
    var text = AttributedText(
      "ab של\u{FFFC} 漢\nlast line", attributes: TextAttributes(font: Font(size: 14)))
    try text.update(in: 0..<2) {
      $0.shadows = [TextShadow(color: .black, offset: Point(x: 1, y: 2), radius: 2)]
      $0.underline = TextDecoration(.single)
      $0.highlight = TextHighlight()
    }
    try text.update(in: 7..<10) {
      $0.attachment = TextAttachment(.color(.black), size: Size(width: 8, height: 6))
    }
    try text.update(in: 11..<14) { $0.ruby = RubyAnnotation("かん") }
    map = try Typesetter(try FontLibrary(.noto)).map(
      text, in: TextContainer(width: 70, maximumRowCount: 2, truncation: .end))
  }

  @Test("an archive with one changed number is refused, or its layout is drawn without a trap")
  func numbers() throws {
    let archive = try JSONSerialization.jsonObject(with: JSONEncoder().encode(map))
    try exercise(map)
    var (count, refused) = (0, 0)
    for path in Mutation.paths(archive) {
      for value in Mutation.values {
        guard let changed = Mutation(path: path, value: value).applied(to: archive) else {
          continue
        }
        let data = try JSONSerialization.data(withJSONObject: changed)
        count += 1
        do {
          try exercise(JSONDecoder().decode(TextMap.self, from: data))
        } catch is DecodingError {
          refused += 1
        } catch is RasterError {
          // Drawing may refuse a font whose file does not exist.
        }
      }
    }
    #expect(count > 500 && refused > count / 2, "\(refused) of \(count)")
  }

  @Test("archives with one to four random changes are refused, or drawn without a trap")
  func randomChanges() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // Unlike JSON, a property list has numbers that are no number.
    let archive = try PropertyListSerialization.propertyList(
      from: encoder.encode(map), options: [], format: nil)
    let paths = Mutation.paths(archive)
    var generator = SeededGenerator(seed: 19)
    var refused = 0
    let count = Effort.count(300, full: 2_000)
    for _ in 0..<count {
      var changed: Any = archive
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard let path = paths.randomElement(using: &generator),
          let value = Mutation.randomValues.randomElement(using: &generator)
        else { continue }
        changed = Mutation(path: path, value: value).applied(to: changed) ?? changed
      }
      let data = try PropertyListSerialization.data(
        fromPropertyList: changed, format: .binary, options: 0)
      do {
        try exercise(PropertyListDecoder().decode(TextMap.self, from: data))
      } catch is DecodingError {
        refused += 1
      } catch is EncodingError {
        // JSON cannot have a number that a property list has.
      } catch is RasterError {
        // Drawing may refuse a font whose file does not exist.
      }
    }
    #expect((count / 2..<count).contains(refused), "\(refused)")
  }

  @Test("huge lengths, reversed ranges, overlapping runs and bad indices throw an error")
  func namedFaults() throws {
    let archive = try JSONSerialization.jsonObject(with: JSONEncoder().encode(map))
    for (path, value) in [
      (["layout", "lines", "0", "advance"], .number(-1e300)),
      (["layout", "lines", "0", "origin", "x"], .number(1e300)),
      (
        ["layout", "attributeRuns", "0", "attributes", "shadows", "0", "offset", "x"],
        .number(-1e300)
      ),
      (["layout", "runs", "1", "glyphs"], .range(0, 1)),
      (["layout", "runs", "0", "font"], .number(99)),
      (["layout", "lines", "1", "range"], .range(0, 3)),
      (["graphemes", "0", "start"], .number(4_000)),
      (["lineGraphemes", "0"], .range(0, 9_000)), (["layout", "rowCount"], .number(7)),
    ] as [([String], Mutation.Value)] {
      let changed = try #require(Mutation(path: path, value: value).applied(to: archive))
      let data = try JSONSerialization.data(withJSONObject: changed)
      #expect(throws: DecodingError.self, "\(path)") {
        try JSONDecoder().decode(TextMap.self, from: data)
      }
    }
    let place = #""x":{"rawValue":0},"width":{"rawValue":0},"level":0,"marks":0"#
    let grapheme = #"{"start":4,"end":3,\#(place)}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PlacedGrapheme.self, from: Data(grapheme.utf8))
    }
  }

  @Test("a cell with a size, a scale or a rectangle out of bounds throws a decoding error")
  func cells() throws {
    let cell = try CellTemplate().layout(
      CellContent(title: "a title"), with: Typesetter(try FontLibrary(.noto)))
    let archive = try JSONSerialization.jsonObject(with: JSONEncoder().encode(cell))
    for path in [["size", "width"], ["size", "height"], ["scale"], ["card", "size", "width"]] {
      for value in [Mutation.Value.number(-1), .number(1e300), .number(-1e300)] {
        let changed = try #require(Mutation(path: path, value: value).applied(to: archive))
        let data = try JSONSerialization.data(withJSONObject: changed)
        #expect(throws: DecodingError.self, "\(path)") {
          try JSONDecoder().decode(CellLayout.self, from: data)
        }
      }
    }
  }

  /// Calls all queries of a map, and draws its layout.
  private func exercise(_ map: TextMap) throws {
    let layout = map.layout
    let points = [Point(x: 5, y: 5), Point(x: -9, y: 30), Point(x: 1e300, y: .nan)]
    for point in points {
      _ = (map.position(closestTo: point), map.characterRange(at: point))
      _ = (map.characterRange(closestTo: point), layout.line(at: point))
      _ = (layout.highlight(at: point), map.isToken(at: point))
    }
    for row in [-1, 0, 1, layout.rowCount] { _ = layout.rect(ofRow: row) }
    _ = (
      map.boundaries, map.tokenRects, layout.highlights, map.shownRange, layout.missingGlyphCount
    )
    for offset in [0, 3, 9, 14, Int(Int32.max)] {
      let position = TextPosition(offset: offset)
      _ = (map.caretRect(at: position), map.caretOffset(of: position))
      _ = (map.offset(after: offset), map.offset(before: offset))
      for unit in TextUnit.allCases {
        _ = map.range(of: unit, at: position)
        for movement in TextMovement.allCases {
          _ = map.position(from: position, moving: movement, by: unit)
        }
      }
      _ = (map.selectionRects(for: 0..<offset), map.tightRects(for: 0..<offset))
    }
    _ = try painter.draw(
      DisplayList([.text(layout, origin: .zero)]), size: Size(width: 80, height: 50), scale: 1,
      background: .white)
    _ = try JSONEncoder().encode(map)
  }
}

/// A change of one value in a JSON tree.
private struct Mutation {
  enum Value {
    case number(Double)
    case range(Int, Int)
    /// An empty array; applies to arrays only.
    case empty
  }

  var path: [String]
  var value: Value

  static let values: [Value] = [
    .number(-1), .number(0), .number(2_147_483_648), .number(-1e300), .number(1e300), .empty,
  ]

  static let randomValues: [Value] =
    values + [
      .number(.nan), .number(.infinity), .number(-.infinity), .number(1), .number(2), .number(7),
      .number(-2_147_483_649), .number(1e18), .number(0.5), .number(65_536), .range(0, 1),
      .range(1, 9_000), .range(5, 5),
    ]

  /// The paths of all numbers and arrays; of an array's elements only the first and the last.
  static func paths(_ tree: Any) -> [[String]] {
    if let object = tree as? [String: Any] {
      return object.sorted { $0.key < $1.key }.flatMap { key, value in
        paths(value).map { [key] + $0 }
      }
    }
    if let array = tree as? [Any] {
      let own = Set([0, array.count - 1]).filter { array.indices.contains($0) }.sorted()
      return [[]] + own.flatMap { index in paths(array[index]).map { ["\(index)"] + $0 } }
    }
    return tree is NSNumber ? [[]] : []
  }

  func applied(to tree: Any) -> Any? { applied(to: tree, path[...]) }

  private func applied(to tree: Any, _ rest: ArraySlice<String>) -> Any? {
    guard let key = rest.first else {
      switch value {
      case .number(let number): return NSNumber(value: number)
      case .range(let start, let end): return [start, end]
      case .empty: return tree is [Any] ? [Any]() : nil
      }
    }
    if var object = tree as? [String: Any], let old = object[key] {
      guard let new = applied(to: old, rest.dropFirst()) else { return nil }
      object[key] = new
      return object
    }
    if var array = tree as? [Any], let index = Int(key), array.indices.contains(index) {
      guard let new = applied(to: array[index], rest.dropFirst()) else { return nil }
      array[index] = new
      return array
    }
    return nil
  }
}
