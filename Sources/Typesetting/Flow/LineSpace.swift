import GalleyLayout
import GalleyPrimitives

/// A container in the coordinates of its lines: the inside starts at zero, lines run along x and stack
/// along y.
///
/// Vertical text is composed in these coordinates too, and turned afterwards.
struct LineSpace {
  let container: TextContainer
  /// From the container's top-left corner to the inside, in layout units.
  let inside: Rect
  let shape: ContainerShape?

  init(_ container: TextContainer) {
    self.container = container
    var inside: Rect
    if let bounds = container.path?.bounds {
      let (left, top) = (max(0, bounds.minX), max(0, bounds.minY))
      inside = Rect(
        x: left, y: top, width: max(0, bounds.maxX - left), height: max(0, bounds.maxY - top))
    } else {
      let insets = container.insets.clamped
      inside = Rect(
        x: insets.left, y: insets.top,
        width: max(0, container.size.width - insets.left - insets.right),
        height: max(0, container.size.height - insets.top - insets.bottom))
    }
    self.inside = inside
    let (isVertical, startsAtLeft) = (container.isVertical, container.startsAtLeft)
    let origin = inside
    shape = ContainerShape(container) { point in
      isVertical
        ? Point(
          x: point.y - origin.minY, y: startsAtLeft ? point.x - origin.minX : origin.maxX - point.x)
        : Point(x: point.x - origin.minX, y: point.y - origin.minY)
    }
  }

  /// The maximal length of a line, in Pango units, rounded down; `nil` for no limit.
  var lineLength: Int? { units(container.isVertical ? inside.height : inside.width) }

  /// The maximal height of all lines, in Pango units, rounded down; `nil` for no limit.
  var depth: Int? { units(container.isVertical ? inside.width : inside.height) }

  private func units(_ length: Double) -> Int? {
    let units = length * 1024
    return units < Double(1 << 50) ? Int(units) : nil
  }

  /// The free stretches of a band, in Pango units, left to right.
  func intervals(top: Int, bottom: Int) -> [Range<Int>] {
    let length = lineLength ?? Int(Int32.max)
    guard let shape, Double(top) / 1024 < shape.bottom || container.path != nil else {
      return [0..<length]
    }
    return shape.intervals(
      top: Double(top) / 1024, bottom: Double(bottom) / 1024,
      in: 0...(Double(length) / 1024)
    )
    .map { interval in
      let left = Int((interval.lowerBound * 1024).rounded(.up))
      return left..<max(left, Int(interval.upperBound * 1024))
    }
  }

  /// The container in which lines are composed: its insets are the start and the top of the inside.
  var composingContainer: TextContainer {
    var result = container
    result.insets =
      container.isVertical
      ? EdgeInsets(left: inside.minY) : EdgeInsets(top: inside.minY, left: inside.minX)
    return result
  }
}
