import Galley
import GalleyLayout

/// The record of a layout, in `galley text`, without its lines, which are written apart: as one value, those of a long text
/// would take a kilobyte for each of its bytes.
struct TextRecord: Encodable {
  var text: InspectedText
  var width: Double
  var height: Double
  var repaired: Int
  /// The factor of the font size, with `--shrink` alone.
  var factor: Double?
  /// The rectangle of the picture, if there is one.
  var picture: InspectedRect?

  init(_ layout: TextLayout, origin: Point, repaired: Int, factor: Double?) {
    text = InspectedText(layout, origin: origin, isWhole: false)
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
  /// The column of a caret or a point, from 0; of several columns alone.
  var column: Int?
  var rect: InspectedRect?
  var rects: [SelectedRect]?

  /// A rectangle of a selection.
  struct SelectedRect: Encodable {
    var rect: InspectedRect
    var column: Int?
    var line: Int
    var containsStart: Bool
    var containsEnd: Bool
    var isRightToLeft: Bool

    init(_ selected: SelectionRect, column: Int? = nil) {
      rect = InspectedRect(selected.rect)
      self.column = column
      line = selected.line
      containsStart = selected.containsStart
      containsEnd = selected.containsEnd
      isRightToLeft = selected.isRightToLeft
    }
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
    let shown = map.snapped(selection)
    range = [shown.lowerBound, shown.upperBound]
    rects = map.selectionRects(for: selection).map { SelectedRect($0) }
  }

  init(caret position: TextPosition, in flow: TextFlowMap) {
    query = "caret"
    column = flow.column(of: position)
    let position = column.map { flow.columns[$0].map.snapped(position) } ?? position
    take(position, in: flow)
  }

  init(hit point: Point, in flow: TextFlowMap) {
    query = "hit"
    column = flow.column(closestTo: point)
    take(flow.position(closestTo: point), in: flow)
    range = flow.characterRange(at: point).map { [$0.lowerBound, $0.upperBound] }
    isToken = column.map {
      let own = flow.columns[$0]
      return own.map.isToken(at: Point(x: point.x - own.origin.x, y: point.y - own.origin.y))
    }
  }

  init(selection: Range<Int>, in flow: TextFlowMap) {
    query = "select"
    range = [selection.lowerBound, selection.upperBound].map { offset in
      flow.column(of: TextPosition(offset: offset)).map {
        flow.columns[$0].map.snapped(offset)
      } ?? offset
    }
    rects = flow.selectionRects(for: selection).map {
      SelectedRect($0.selection, column: $0.column)
    }
  }

  private mutating func take(_ position: TextPosition, in flow: TextFlowMap) {
    offset = position.offset
    affinity = position.affinity.rawValue
    rect = flow.caretRect(at: position).map { InspectedRect($0) }
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
      // Above the text, whose backgrounds would cover it.
      appearance.marks.append(
        .init(
          Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height),
          Color(red: 0x2F, green: 0x8C, blue: 0xFF, alpha: 0x55)))
    }
  }
}
