import Foundation
import GalleyPrimitives

/// The dashes of a border as exact areas.
///
/// They follow the middle of the border's line clockwise, from the left end of the top edge. This
/// is a class because shapes are copied for each item, and few of them have dashes.
final class DashedEdge: Sendable {
  /// A corner of the border, as seen from the top left.
  fileprivate struct Corner: Sendable {
    /// The extent along both sides, in device pixels.
    let reach: Double
    /// The number of pixels touched along both sides.
    let extent: Int
    /// The length of the line's middle.
    let length: Double
    /// Whether the inner edge is sharp: the radius is smaller than the border's width.
    let isSharp: Bool
    /// The areas that dashes cover, row by row.
    var areas: [Float] = []

    init(radius: Double, border: Double) {
      reach = max(radius, border)
      extent = Int(reach.rounded(.up))
      isSharp = radius < border
      length = isSharp ? border : Double.pi / 2 * (radius - border / 2)
    }
  }

  private let pattern: DashPattern
  private let border: Int
  private let width: Double
  private let height: Double
  private let topLeft: Corner
  private let topRight: Corner
  private let bottomRight: Corner
  private let bottomLeft: Corner
  /// The positions on the line where the sides begin: the top side at 0, or at the end of a sharp
  /// corner before it.
  private let top: Double
  private let right: Double
  private let bottom: Double
  private let left: Double

  /// Makes the dashes of a border of `border` device pixels.
  ///
  /// `nil` if a side has no space for dashes, or if the line is solid.
  init?(_ pattern: DashPattern?, box: SnappedBox, radii: CornerRadii, border: Int) {
    guard let pattern, border > 0 else { return nil }
    let line = Double(border)
    var topLeft = Corner(radius: radii.topLeft, border: line)
    var topRight = Corner(radius: radii.topRight, border: line)
    var bottomRight = Corner(radius: radii.bottomRight, border: line)
    var bottomLeft = Corner(radius: radii.bottomLeft, border: line)
    let (width, height) = (Double(box.width), Double(box.height))
    // The radii on a full side may exceed its length by a rounding error.
    let room = 1e-6
    let sides = [
      width - topLeft.reach - topRight.reach, height - topRight.reach - bottomRight.reach,
      width - bottomRight.reach - bottomLeft.reach, height - bottomLeft.reach - topLeft.reach,
    ]
    guard sides.allSatisfy({ $0 > -room }) else { return nil }
    let top = topLeft.isSharp ? line / 2 : 0
    let right = top + sides[0] + topRight.length
    let bottom = right + sides[1] + bottomRight.length
    let left = bottom + sides[2] + bottomLeft.length
    func dashes(_ corner: Corner, _ start: Double) -> [Dash] {
      pattern.dashes(from: start, to: start + corner.length).map { ($0 - start, $1 - start) }
    }
    topRight.setAreas(dashes(topRight, top + sides[0]), border: line, isClockwise: false)
    bottomRight.setAreas(dashes(bottomRight, right + sides[1]), border: line, isClockwise: true)
    bottomLeft.setAreas(dashes(bottomLeft, bottom + sides[2]), border: line, isClockwise: false)
    let end = left + sides[3]
    var last = dashes(topLeft, end)
    if topLeft.isSharp {
      // The line begins and ends in the middle of this corner.
      last = pattern.dashes(from: end, to: end + top).map { ($0 - end, $1 - end) }
      for dash in pattern.dashes(from: 0, to: top) {
        if dash.start == 0, let before = last.last, before.end > top - room {
          last[last.count - 1].end = top + dash.end
        } else {
          last.append((top + dash.start, top + dash.end))
        }
      }
    }
    topLeft.setAreas(last, border: line, isClockwise: true)
    (self.pattern, self.border, self.width, self.height) = (pattern, border, width, height)
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }

  /// Returns the dashes' coverage of a pixel, with the coordinates of
  /// ``RoundedShape/coverage(_:_:_:)``.
  func coverage(_ column: Int, _ back: Int, _ down: Int, _ up: Int) -> Double {
    var sum = 0.0
    func add(
      _ place: Int, _ depth: Int, side: Double, from first: Corner, to last: Corner,
      at start: Double
    ) {
      guard depth < border else { return }
      let from = max(Double(place), first.reach)
      let to = min(Double(place + 1), side - last.reach)
      sum += pattern.drawn(from: start + from - first.reach, to: start + to - first.reach)
    }
    add(column, down, side: width, from: topLeft, to: topRight, at: top)
    add(down, back, side: height, from: topRight, to: bottomRight, at: right)
    add(back, up, side: width, from: bottomRight, to: bottomLeft, at: bottom)
    add(up, column, side: height, from: bottomLeft, to: topLeft, at: left)
    func add(_ corner: Corner, _ x: Int, _ y: Int) {
      guard x < corner.extent, y < corner.extent else { return }
      sum += Double(corner.areas[y * corner.extent + x])
    }
    add(topLeft, column, down)
    add(topRight, back, down)
    add(bottomRight, back, up)
    add(bottomLeft, column, up)
    return min(1, sum)
  }

  /// Returns how many columns at the left and right end of a row differ from its middle.
  func extents(down: Int, up: Int) -> (left: Int, right: Int) {
    func extent(_ top: Corner, _ bottom: Corner) -> Int {
      max(border, down < top.extent ? top.extent : 0, up < bottom.extent ? bottom.extent : 0)
    }
    return (extent(topLeft, bottomLeft), extent(topRight, bottomRight))
  }
}

/// A dash, measured from the start of the line or of a part of it.
private typealias Dash = (start: Double, end: Double)

extension DashedEdge.Corner {
  /// Sums up the areas of dashes.
  ///
  /// As seen from the top left, a clockwise line comes up the side and a counterclockwise line goes
  /// down it.
  fileprivate mutating func setAreas(_ dashes: [Dash], border: Double, isClockwise: Bool) {
    var sum = AreaSum(extent: extent)
    let dashes = isClockwise ? dashes : dashes.map { (length - $0.end, length - $0.start) }
    if isSharp {
      Self.addBend(dashes, border: border, to: &sum)
    } else {
      for dash in dashes {
        Self.addArc(
          dash.start / length, dash.end / length, radius: reach, border: border, to: &sum)
      }
    }
    areas = sum.areas()
  }

  /// Adds the area between two fractions of a quarter circle.
  private static func addArc(
    _ from: Double, _ to: Double, radius: Double, border: Double, to sum: inout AreaSum
  ) {
    let (first, last) = (from * Double.pi / 2, to * Double.pi / 2)
    // Chords deviate from the circle by at most a thousandth of a pixel.
    let step = (8 * 0.001 / max(1, radius)).squareRoot()
    let count = max(1, Int(((last - first) / step).rounded(.up)))
    func arc(_ radius: Double, center: Double) -> [(x: Double, y: Double)] {
      (0...count).map { index in
        let angle = first + (last - first) * Double(index) / Double(count)
        return (
          max(0, center - radius * cos(angle)), max(0, center - radius * sin(angle))
        )
      }
    }
    sum.add(arc(radius, center: radius) + arc(radius - border, center: radius).reversed())
  }

  /// Adds the dashes of a line with a sharp bend: up the side, then along the top.
  private static func addBend(_ dashes: [Dash], border: Double, to sum: inout AreaSum) {
    let turn = border / 2
    func add(_ x: Dash, _ y: Dash, isHole: Bool = false) {
      let points = [(x.start, y.start), (x.start, y.end), (x.end, y.end), (x.end, y.start)]
      sum.add(isHole ? points.reversed() : points)
    }
    let before = dashes.filter { $0.start < turn }.map { dash in
      (start: border - min(dash.end, turn), end: border - dash.start)
    }
    let after = dashes.filter { $0.end > turn }.map { (start: max($0.start, turn), end: $0.end) }
    for y in before { add((0, border), y) }
    for x in after {
      add(x, (0, border))
      // Within the bend, both directions cover the same pixels.
      for y in before { add(x, y, isHole: true) }
    }
    if dashes.contains(where: { $0.start < turn && $0.end > turn }) { add((0, turn), (0, turn)) }
  }
}
