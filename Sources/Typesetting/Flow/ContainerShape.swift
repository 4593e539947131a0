import GalleyLayout
import GalleyPrimitives

/// The edges of the outlines that bound text; gives the free stretches of a band between two y.
struct ContainerShape {
  private struct Edge {
    var a: Point
    var b: Point
    /// The path it belongs to: 0 for the container's own.
    var path: Int

    var top: Double { min(a.y, b.y) }
    var bottom: Double { max(a.y, b.y) }
  }

  private var edges: [Edge] = []
  private let hasPath: Bool
  private let isEvenOdd: Bool
  private let reach: Double
  /// The y at which the lowest outline ends.
  private(set) var bottom = -Double.infinity

  /// The outlines of a container, with all points changed by `transform`; `nil` if only a rectangle
  /// bounds the text.
  init?(_ container: TextContainer, transform: (Point) -> Point) {
    guard container.path != nil || !container.exclusionPaths.isEmpty else { return nil }
    hasPath = container.path != nil
    isEvenOdd = container.isEvenOdd
    reach = max(0, container.pathLineWidth) / 2
    if let path = container.path { append(path, number: 0, transform) }
    for (number, path) in container.exclusionPaths.enumerated() {
      append(path, number: number + 1, transform)
    }
    bottom += reach
  }

  private mutating func append(_ path: Path, number: Int, _ transform: (Point) -> Point) {
    for polygon in path.polygons {
      let corners = polygon.map(transform)
      for (index, corner) in corners.enumerated() {
        let next = corners[(index + 1) % corners.count]
        bottom = max(bottom, corner.y)
        guard corner != next else { continue }
        edges.append(Edge(a: corner, b: next, path: number))
      }
    }
  }

  /// The stretches of the band from `top` to `bottom` that are free over its whole height, left to
  /// right, within `bounds`.
  ///
  /// - Complexity: O(edges), and for each stretch the edges in the band.
  func intervals(
    top: Double, bottom: Double, in bounds: ClosedRange<Double>
  ) -> [ClosedRange<Double>] {
    let near = edges.filter { $0.bottom >= top - reach && $0.top <= bottom + reach }
    let blocked = near.compactMap { span(of: $0, top: top, bottom: bottom) }
      .sorted { $0.lowerBound < $1.lowerBound }
    let middle = (top + bottom) / 2
    var result: [ClosedRange<Double>] = []
    var left = bounds.lowerBound
    for span in blocked + [bounds.upperBound...bounds.upperBound] {
      let right = min(span.lowerBound, bounds.upperBound)
      if right > left, isFree(Point(x: (left + right) / 2, y: middle), near) {
        // An outline that only touches the band does not split it.
        if let last = result.last, last.upperBound == left {
          result[result.count - 1] = last.lowerBound...right
        } else {
          result.append(left...right)
        }
      }
      left = max(left, span.upperBound)
    }
    return result
  }

  private func isFree(_ point: Point, _ near: [Edge]) -> Bool {
    var windings: [Int: Int] = [:]
    for edge in near {
      guard (edge.a.y <= point.y) != (edge.b.y <= point.y) else { continue }
      let x = edge.a.x + (point.y - edge.a.y) / (edge.b.y - edge.a.y) * (edge.b.x - edge.a.x)
      if x > point.x { windings[edge.path, default: 0] += edge.b.y > edge.a.y ? 1 : -1 }
    }
    func isInside(_ path: Int) -> Bool {
      let winding = windings[path] ?? 0
      return isEvenOdd ? winding % 2 != 0 : winding != 0
    }
    return (!hasPath || isInside(0)) && !windings.keys.contains { $0 > 0 && isInside($0) }
  }

  /// The stretch of a band that an edge with its stroke covers; `nil` if it only touches the band.
  private func span(of edge: Edge, top: Double, bottom: Double) -> ClosedRange<Double>? {
    guard edge.bottom + reach > top, edge.top - reach < bottom else { return nil }
    guard reach > 0 else {
      func x(_ y: Double) -> Double {
        guard edge.a.y != edge.b.y else { return edge.a.x }
        let y = min(max(y, edge.top), edge.bottom)
        return edge.a.x + (y - edge.a.y) / (edge.b.y - edge.a.y) * (edge.b.x - edge.a.x)
      }
      if edge.a.y == edge.b.y { return min(edge.a.x, edge.b.x)...max(edge.a.x, edge.b.x) }
      let sides = [x(top), x(bottom)]
      return min(sides[0], sides[1])...max(sides[0], sides[1])
    }
    let right = side(of: edge, top: top, bottom: bottom, sign: 1)
    let left = side(of: edge, top: top, bottom: bottom, sign: -1)
    return left <= right ? left...right : nil
  }

  /// The right (for `sign` −1, left) side of an edge with its stroke and round ends, in a band.
  ///
  /// The stroke's outline is convex. So its furthest point is at the furthest end of the edge or, if
  /// that end is outside the band, on the nearest side of the band.
  private func side(of edge: Edge, top: Double, bottom: Double, sign: Double) -> Double {
    let (a, b) = (edge.a, edge.b)
    let peak = sign * a.x >= sign * b.x ? a : b
    let y = min(max(peak.y, top), bottom)
    var best = -Double.infinity
    for end in [a, b] where abs(y - end.y) <= reach {
      best = max(best, sign * end.x + (reach * reach - (y - end.y) * (y - end.y)).squareRoot())
    }
    let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
    let (nx, ny) = (-(b.y - a.y) / length * reach, (b.x - a.x) / length * reach)
    for turn in [1.0, -1] where a.y != b.y {
      let (from, to) = (a.y + turn * ny, b.y + turn * ny)
      guard min(from, to) <= y, y <= max(from, to) else { continue }
      let x = a.x + turn * nx + (y - from) / (to - from) * (b.x - a.x)
      best = max(best, sign * x)
    }
    return sign * best
  }
}
