internal import CHEIF
internal import GalleyPrimitives

/// The channels of a decoded HEIF image, each in a plane of its own.
///
/// libheif does not interleave colours and transparency of different depths. So the planes are checked and
/// interleaved here, which gives the pixels that it gives for others.
struct HEIFPlanes {
  private let red, green, blue: galley_heif_plane
  private let alpha: galley_heif_plane?

  /// The planes of `picture`, which must outlive them; `nil` if they differ in size or in storage.
  init?(_ heif: UnsafePointer<galley_heif_functions>, _ picture: galley_heif_picture) {
    var picture = picture
    red = galley_heif_plane(heif, &picture, heif_channel_R)
    green = galley_heif_plane(heif, &picture, heif_channel_G)
    blue = galley_heif_plane(heif, &picture, heif_channel_B)
    let alpha = galley_heif_plane(heif, &picture, heif_channel_Alpha)
    self.alpha = alpha.start == nil ? nil : alpha
    for plane in [red, green, blue] + (self.alpha.map { [$0] } ?? []) {
      guard plane.start != nil, (plane.width, plane.height) == (red.width, red.height),
        (1...ImageReader.edgeLimit).contains(size.width),
        (1...ImageReader.edgeLimit).contains(size.height), (8...16).contains(plane.bits),
        Int(plane.stride) >= size.width * (plane.bits > 8 ? 2 : 1)
      else { return nil }
    }
  }

  var hasAlpha: Bool { alpha != nil }

  var size: PixelSize { PixelSize(width: Int(red.width), height: Int(red.height)) }

  /// Writes row `y` as RGBA bytes, or as ARGB32 numbers, with the higher eight bits of each value.
  ///
  /// - Complexity: O(width).
  func write(_ y: Int, to row: UnsafeMutablePointer<UInt32>, isRGBA: Bool) {
    add(green, y, shift: 8, to: row, isFirst: true)
    add(red, y, shift: isRGBA ? 0 : 16, to: row)
    add(blue, y, shift: isRGBA ? 16 : 0, to: row)
    if let alpha {
      add(alpha, y, shift: 24, to: row)
    } else {
      for x in 0..<size.width { row[x] |= 0xFF00_0000 }
    }
  }

  private func add(
    _ plane: galley_heif_plane, _ y: Int, shift: UInt32, to row: UnsafeMutablePointer<UInt32>,
    isFirst: Bool = false
  ) {
    guard let start = plane.start else { return }
    let values = start + y * Int(plane.stride)
    let kept: UInt32 = isFirst ? 0 : .max
    if plane.bits == 8 {
      for x in 0..<size.width { row[x] = row[x] & kept | UInt32(values[x]) << shift }
    } else {
      let excess = UInt32(plane.bits) - 8
      UnsafeRawPointer(values).withMemoryRebound(to: UInt16.self, capacity: size.width) { values in
        for x in 0..<size.width {
          row[x] = row[x] & kept | min(255, UInt32(values[x]) >> excess) << shift
        }
      }
    }
  }
}
