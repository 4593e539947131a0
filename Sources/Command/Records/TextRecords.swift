import Galley
import GalleyLayout

/// The record of a layout, in `galley text`.
struct TextRecord: Encodable {
  var text: InspectedText
  var width: Double
  var height: Double
  var repaired: Int
  /// The factor of the font size, with `--shrink` alone.
  var factor: Double?

  init(_ layout: TextLayout, origin: Point, repaired: Int, factor: Double?) {
    text = InspectedText(layout, origin: origin)
    width = layout.boundingSize.width
    height = layout.boundingSize.height
    self.repaired = repaired
    self.factor = factor
  }
}

/// The answer to a query of `galley text`.
struct TextAnswer: Encodable {
  /// The name of the query.
  var query: String
  var offset: Int?
  var affinity: String?
  /// The character at a point.
  var range: [Int]?
  var isToken: Bool?
  var rect: InspectedRect?
  var rects: [SelectedRect]?

  /// A rectangle of a selection.
  struct SelectedRect: Encodable {
    var rect: InspectedRect
    var line: Int
    var containsStart: Bool
    var containsEnd: Bool
    var isRightToLeft: Bool
  }

  init(caret position: TextPosition, in map: TextMap) {
    query = "caret"
    let position = map.snapped(position)
    take(position, in: map)
  }

  init(hit point: Point, in map: TextMap) {
    query = "hit"
    take(map.position(closestTo: point), in: map)
    range = map.characterRange(at: point).map { [$0.lowerBound, $0.upperBound] }
    isToken = map.isToken(at: point)
  }

  init(selection: Range<Int>, in map: TextMap) {
    query = "select"
    range = [map.snapped(selection.lowerBound), map.snapped(selection.upperBound)]
    rects = map.selectionRects(for: selection).map {
      SelectedRect(
        rect: InspectedRect($0.rect), line: $0.line, containsStart: $0.containsStart,
        containsEnd: $0.containsEnd, isRightToLeft: $0.isRightToLeft)
    }
  }

  private mutating func take(_ position: TextPosition, in map: TextMap) {
    offset = position.offset
    affinity = position.affinity.rawValue
    rect = map.caretRect(at: position).map { InspectedRect($0) }
  }

  /// Shows the answer in a picture: a caret in red, a selection in blue.
  func mark(_ appearance: inout TextRenderer.Appearance) {
    if let rect {
      // A caret has no extent along its line.
      let pixel = 2 / appearance.scale
      appearance.marks.append(
        .init(
          Rect(
            x: rect.x, y: rect.y, width: max(rect.width, pixel), height: max(rect.height, pixel)),
          Color(rgb: 0xE0_2F_2F)))
    }
    for selected in rects ?? [] {
      let rect = selected.rect
      appearance.fills.append(
        .init(
          Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height),
          Color(rgb: 0xB8_D7_FF)))
    }
  }
}
