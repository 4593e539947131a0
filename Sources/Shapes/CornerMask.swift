import Foundation
import GalleyPrimitives

/// The coverage of each pixel by a rounded corner: by its outer edge, and by the inner edge of its
/// border.
///
/// The mask describes the top left corner; the other corners read it mirrored. Coverage is the
/// exact area under the circle, so curves look alike at each scale and do not depend on a
/// rasterizer's sampling.
package final class CornerMask: Sendable {
  /// Pixels along each side: as far as the curve or the border reaches.
  let extent: Int
  /// 255 where the shape covers the pixel, row by row.
  let outer: [UInt8]
  /// 255 where the shape less its border covers the pixel.
  let inner: [UInt8]
  /// The columns of each row that the shape covers in part: those before are outside, and ``inner`` is 255 in those
  /// behind.
  let partial: [Range<Int>]

  /// The largest radius and border, in device pixels; larger values are drawn at this size.
  package static let limit = 2048

  /// Makes the mask of a corner of `radius` device pixels with an inner border of `border` device
  /// pixels.
  init(radius: Double, border: Int) {
    let extent = max(Int(radius.rounded(.up)), border)
    var outer = [UInt8](repeating: 255, count: extent * extent)
    var inner = outer
    let innerRadius = max(0, radius - Double(border))
    for y in 0..<extent {
      for x in 0..<extent {
        outer[y * extent + x] = Self.byte(Self.coverage(radius: radius, x: x, y: y))
        inner[y * extent + x] =
          x < border || y < border
          ? 0
          : Self.byte(Self.coverage(radius: innerRadius, x: x - border, y: y - border))
      }
    }
    self.extent = extent
    self.outer = outer
    self.inner = inner
    partial = (0..<extent).map { y in
      let row = y * extent..<(y + 1) * extent
      let first = outer[row].firstIndex { $0 > 0 } ?? row.upperBound
      let last = inner[row].lastIndex { $0 < 255 } ?? row.lowerBound - 1
      return first - row.lowerBound..<max(first, last + 1) - row.lowerBound
    }
  }

  /// Lends row `y`, from the outside inwards.
  @inline(__always)
  func withRow(
    _ y: Int, _ body: (_ outer: UnsafePointer<UInt8>, _ inner: UnsafePointer<UInt8>) -> Void
  ) {
    outer.withUnsafeBufferPointer { outer in
      inner.withUnsafeBufferPointer { inner in
        guard let outer = outer.baseAddress, let inner = inner.baseAddress else { return }
        body(outer + y * extent, inner + y * extent)
      }
    }
  }

  private static func byte(_ coverage: Double) -> UInt8 {
    UInt8((min(1, max(0, coverage)) * 255).rounded())
  }

  /// Returns the part of the pixel at `x`, `y` that lies within the corner.
  ///
  /// Let u and v be the distances left of and above the circle's centre. The area is the integral,
  /// over the pixel's range of u, of the circle's height above the pixel's lower edge, clamped to
  /// the pixel.
  static func coverage(radius: Double, x: Int, y: Int) -> Double {
    let right = radius - Double(x)
    let top = radius - Double(y)
    // Pixels beyond the centre are fully covered.
    guard right > 0, top > 0 else { return 1 }
    let left = max(0, right - 1)
    let bottom = top - 1
    // Most pixels of a large corner lie entirely inside or entirely outside the circle.
    if right * right + top * top <= radius * radius { return 1 }
    if bottom > 0, left * left + bottom * bottom >= radius * radius { return 0 }
    // The pixel's part right of the centre is covered.
    let beyond = max(0, 1 - right)
    func root(_ value: Double) -> Double { max(0, radius * radius - value * value).squareRoot() }
    func clamp(_ value: Double) -> Double { min(right, max(left, value)) }
    // The circle is above the pixel up to `full`, and below it from `none` on.
    let full = clamp(root(top))
    let none = clamp(bottom > 0 ? root(bottom) : radius)
    func area(_ u: Double) -> Double {
      (u * root(u) + radius * radius * asin(min(1, u / radius))) / 2
    }
    return beyond + (full - left) + max(0, area(none) - area(full) - (none - full) * bottom)
  }
}

/// The corner masks that a worker keeps.
package final class CornerMasks {
  private struct Key: Hashable {
    let radius: Double
    let border: Int
  }

  private var masks = BoundedCache<Key, CornerMask>(costLimit: 16 << 20)

  package init() {}

  /// Returns the mask of a corner, and makes it if the cache does not have it.
  func mask(radius: Double, border: Int) -> CornerMask {
    masks.value(
      for: Key(radius: radius, border: border), cost: { 2 * $0.extent * ($0.extent + 8) + 128 },
      make: { CornerMask(radius: radius, border: border) })
  }
}
