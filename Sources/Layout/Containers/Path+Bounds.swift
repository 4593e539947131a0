import GalleyPrimitives

extension Path {
  /// The largest coordinate of a path, in layout units.
  package static let limit = 1_048_576.0

  package var isSound: Bool {
    elements.count <= 65_536
      && elements.allSatisfy { element in
        let points: [Point] =
          switch element {
          case .move(let point), .line(let point): [point]
          case .quadratic(let point, let control): [point, control]
          case .cubic(let point, let control1, let control2): [point, control1, control2]
          case .close: []
          }
        return points.allSatisfy { abs($0.x) <= Self.limit && abs($0.y) <= Self.limit }
      }
  }
}
