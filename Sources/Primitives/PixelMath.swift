/// Arithmetic on premultiplied ARGB32 pixels, two channels at a time, exactly rounded.
@usableFromInline package enum PixelMath {
  /// Each channel times `factor` / 255.
  @inlinable @inline(__always)
  package static func multiply(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    let even = (pixel & 0xFF_00FF) * factor + 0x80_0080
    let odd = (pixel >> 8 & 0xFF_00FF) * factor + 0x80_0080
    return ((even + (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF)
      | ((odd + (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00)
  }

  /// `first` × `weight` / 255 + `second` × `otherWeight` / 255; the weights add up to at most 255.
  @inlinable @inline(__always)
  package static func mix(
    _ first: UInt32, _ weight: UInt32, _ second: UInt32, _ otherWeight: UInt32
  ) -> UInt32 {
    let even = (first & 0xFF_00FF) * weight + (second & 0xFF_00FF) * otherWeight + 0x80_0080
    let odd =
      (first >> 8 & 0xFF_00FF) * weight + (second >> 8 & 0xFF_00FF) * otherWeight + 0x80_0080
    return ((even + (even >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF)
      | ((odd + (odd >> 8 & 0xFF_00FF)) & 0xFF00_FF00)
  }

  /// `source` over `destination`.
  @inlinable @inline(__always)
  package static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ multiply(destination, by: 255 - source >> 24)
  }

  /// Blends `pixel` over `count` pixels from `start` on.
  @inlinable @inline(__always)
  package static func fill(_ start: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    guard count > 0, pixel >> 24 > 0 else { return }
    if pixel >> 24 == 255 {
      start.update(repeating: pixel, count: count)
    } else {
      for index in 0..<count { start[index] = over(pixel, start[index]) }
    }
  }
}

extension Color {
  /// Returns the opaque colour that results when a painter draws this colour over an opaque one.
  package func over(_ below: Color) -> Color {
    let pixel = PixelMath.over(premultipliedPixel, below.premultipliedPixel)
    return Color(rgb: pixel & 0xFF_FFFF)
  }
}
