/// A point, in layout units, y down.
public struct Point: Hashable, Sendable, Codable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the top edge.
  public var y: Double

  /// A point at `x`, `y`.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}

/// A width and a height, in layout units.
public struct Size: Hashable, Sendable, Codable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// A size of `width` by `height`.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size of zero.
  public static let zero = Size(width: 0, height: 0)
}

/// A rectangle, in layout units, y down.
public struct Rect: Hashable, Sendable, Codable {
  /// The top-left corner.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// A rectangle at `x`, `y`, of `width` by `height`.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.origin = Point(x: x, y: y)
    self.size = Size(width: width, height: height)
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The extent along x.
  public var width: Double { size.width }
  /// The extent along y.
  public var height: Double { size.height }

  /// Returns the smallest rectangle that contains both; the origin of an empty rectangle counts
  /// too.
  public func union(_ other: Rect) -> Rect {
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(
      x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// This rectangle moved by `x`, `y`.
  public func offset(x: Double, y: Double) -> Rect {
    Rect(x: origin.x + x, y: origin.y + y, width: width, height: height)
  }

  /// Returns this rectangle with `insets` removed from each side; its extents are never negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: max(0, width - insets.left - insets.right),
      height: max(0, height - insets.top - insets.bottom))
  }
}

/// Distances inwards from the four sides, in layout units.
public struct EdgeInsets: Hashable, Sendable, Codable {
  /// From the top.
  public var top: Double
  /// From the left.
  public var left: Double
  /// From the bottom.
  public var bottom: Double
  /// From the right.
  public var right: Double

  /// Insets from each side.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same inset on all four sides.
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// No insets.
  public static let zero = EdgeInsets()

  /// These insets with negative and NaN distances replaced by 0, as in YYTextContainer.
  public var clamped: EdgeInsets {
    func clamp(_ inset: Double) -> Double { inset > 0 ? inset : 0 }
    return EdgeInsets(
      top: clamp(top), left: clamp(left), bottom: clamp(bottom), right: clamp(right))
  }
}

/// The radii of a rectangle's corners, in layout units.
public struct CornerRadii: Hashable, Sendable, Codable {
  /// The radius at the top left.
  public var topLeft: Double
  /// The radius at the top right.
  public var topRight: Double
  /// The radius at the bottom right.
  public var bottomRight: Double
  /// The radius at the bottom left.
  public var bottomLeft: Double

  /// A radius for each corner, clockwise from the top left.
  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The same radius at all four corners.
  public init(all radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// Square corners.
  public static let zero = CornerRadii(all: 0)

  /// Returns these radii, with negative ones replaced by 0, scaled down together until adjacent
  /// radii fit `size`.
  ///
  /// - SeeAlso: CSS Backgrounds and Borders 3, §5.5, "Corner Overlap".
  public func fitted(to size: Size) -> CornerRadii {
    func positive(_ radius: Double) -> Double { radius > 0 ? radius : 0 }
    let (tl, tr, br, bl) = (
      positive(topLeft), positive(topRight), positive(bottomRight), positive(bottomLeft)
    )
    var factor = 1.0
    for (extent, sum) in [
      (size.width, tl + tr), (size.width, bl + br), (size.height, tl + bl), (size.height, tr + br),
    ] where sum > extent {
      factor = min(factor, max(0, extent) / sum)
    }
    return CornerRadii(
      topLeft: tl * factor, topRight: tr * factor, bottomRight: br * factor,
      bottomLeft: bl * factor)
  }
}

/// A width and a height, in device pixels.
public struct PixelSize: Hashable, Sendable, Codable {
  /// The extent along x.
  public var width: Int
  /// The extent along y.
  public var height: Int

  /// A size of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
