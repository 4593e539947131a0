/// An outline of lines and curves, in layout units, y down.
public struct Path: Hashable, Sendable, Codable {
  /// The elements of the outline, in order.
  public var elements: [Element]

  /// Makes an outline of elements.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// One step of an outline.
  ///
  /// Each subpath begins with a move, and is closed at its end.
  public enum Element: Hashable, Sendable, Codable {
    /// The start of a new subpath.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A quadratic Bézier curve to a point.
    case quadratic(Point, control: Point)
    /// A cubic Bézier curve to a point.
    case cubic(Point, control1: Point, control2: Point)
    /// A straight line to the start of the subpath.
    case close
  }

  /// A rectangle.
  public static func rect(_ rect: Rect) -> Path {
    polygon([
      rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// Returns a polygon with these corners; without corners, an empty path.
  public static func polygon(_ corners: [Point]) -> Path {
    guard let first = corners.first else { return Path() }
    return Path([.move(first)] + corners.dropFirst().map(Element.line) + [.close])
  }

  /// An ellipse that touches the sides of a rectangle.
  public static func ellipse(in rect: Rect) -> Path {
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    let (cx, cy) = (rect.minX + rx, rect.minY + ry)
    // The approximation by four arcs deviates by at most 0.03 % of the radius.
    let k = 0.5522847498
    func point(_ x: Double, _ y: Double) -> Point { Point(x: cx + x * rx, y: cy + y * ry) }
    return Path([
      .move(point(1, 0)),
      .cubic(point(0, 1), control1: point(1, k), control2: point(k, 1)),
      .cubic(point(-1, 0), control1: point(-k, 1), control2: point(-1, k)),
      .cubic(point(0, -1), control1: point(-1, -k), control2: point(-k, -1)),
      .cubic(point(1, 0), control1: point(k, -1), control2: point(1, -k)), .close,
    ])
  }

  /// The outline as polygons: one closed list of corners per subpath.
  ///
  /// Curves become lines that deviate by less than a twentieth of a layout unit in shapes of common
  /// sizes.
  ///
  /// - Complexity: O(elements).
  public var polygons: [[Point]] {
    var result: [[Point]] = []
    var corners: [Point] = []
    func finish() {
      if corners.count > 1 { result.append(corners) }
      corners = []
    }
    for element in elements {
      switch element {
      case .move(let point):
        finish()
        corners = [point]
      case .line(let point):
        corners.append(point)
      case .quadratic(let end, let control):
        guard let start = corners.last else { continue }
        Self.steps(start, control, end) { t in
          let u = 1 - t
          return (u * u, 2 * u * t, t * t, 0)
        }
        .forEach { corners.append(Self.blend([start, control, end, end], $0)) }
      case .cubic(let end, let control1, let control2):
        guard let start = corners.last else { continue }
        Self.steps(start, control1, control2, end) { t in
          let u = 1 - t
          return (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        }
        .forEach { corners.append(Self.blend([start, control1, control2, end], $0)) }
      case .close:
        let start = corners.first
        finish()
        corners = start.map { [$0] } ?? []
      }
    }
    finish()
    return result
  }

  /// The smallest rectangle around the corners of ``polygons``; `nil` for an empty path.
  public var bounds: Rect? {
    let points = polygons.joined()
    guard let first = points.first else { return nil }
    return points.reduce(Rect(x: first.x, y: first.y, width: 0, height: 0)) { rect, point in
      rect.union(Rect(x: point.x, y: point.y, width: 0, height: 0))
    }
  }

  private typealias Weights = (Double, Double, Double, Double)

  /// Returns the weights of a curve's points, with a number of steps that depends on its length.
  private static func steps(
    _ points: Point..., weights: (Double) -> Weights
  ) -> [Weights] {
    var length = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      length += ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
    }
    guard length.isFinite else { return [weights(1)] }
    let count = Int(min(64, max(4, (length * 8).squareRoot().rounded(.up))))
    return (1...count).map { weights(Double($0) / Double(count)) }
  }

  private static func blend(_ points: [Point], _ weights: Weights) -> Point {
    let all = [weights.0, weights.1, weights.2, weights.3]
    return zip(points, all).reduce(Point.zero) { sum, part in
      Point(x: sum.x + part.0.x * part.1, y: sum.y + part.0.y * part.1)
    }
  }
}
