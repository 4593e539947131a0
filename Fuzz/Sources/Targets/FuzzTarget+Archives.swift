import Foundation
import GalleyCells
import GalleyHandles
import GalleyImages
import GalleyLayout
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import GalleyRowHeights
import GalleyText
import GalleyThemeFiles

extension FuzzTarget {
  /// The JSON of a layout, which is queried and drawn if it is accepted.
  static let codedLayout = FuzzTarget(name: "coded-layout") {
    let painter = try Painter(pool: SurfacePool())
    return { bytes in
      guard let map = try? JSONDecoder().decode(TextMap.self, from: Data(bytes)) else { return }
      for point in [Point(x: 5, y: 5), Point(x: -9, y: 30), Point(x: 1e300, y: .nan)] {
        _ = (map.position(closestTo: point), map.characterRange(at: point))
        _ = (map.characterRange(closestTo: point), map.layout.highlight(at: point))
      }
      for offset in [0, 3, 9, Int(Int32.max)] {
        let position = TextPosition(offset: offset)
        _ = (map.caretRect(at: position), map.offset(after: offset), map.offset(before: offset))
        for unit in TextUnit.allCases { _ = map.range(of: unit, at: position) }
        _ = (map.selectionRects(for: 0..<offset), map.tightRects(for: 0..<offset))
      }
      // Drawing may refuse a font whose file does not exist.
      _ = try? painter.draw(
        DisplayList([.text(map.layout, origin: .zero)]), size: Size(width: 80, height: 50),
        scale: 1,
        background: .white)
      _ = try JSONEncoder().encode(map)
    }
  }

  /// A theme in YAML.
  static let theme = FuzzTarget(name: "theme") {
    { bytes in
      guard let theme = try? Theme(yaml: String(decoding: bytes, as: UTF8.self)) else { return }
      for style in [theme.title, theme.body, theme.author, theme.time] {
        try BrokenPromise.check(
          (1...512).contains(style.font.size), "a font size of \(style.font.size)")
      }
    }
  }

  /// All formats of images: the header, and the pixels of small images, in the colours of sRGB.
  static let images = FuzzTarget(name: "images") {
    let profiles = ColorProfiles()
    return { bytes in
      let file = ImageFile(name: "fuzzed", bytes: bytes)
      guard let header = try? ImageReader.header(of: file) else { return }
      try BrokenPromise.check(
        header.size.width * header.size.height <= ImageLimits.ceiling.maximumPixels,
        "a header over the limit")
      guard header.size.width * header.size.height <= 1 << 20,
        let image = try? ImageReader.image(
          of: file, atLeast: PixelSize(width: 40, height: 30), profiles: profiles)
      else { return }
      try BrokenPromise.check(image.width > 0 && image.height > 0, "an image without pixels")
    }
  }

  /// A file of row heights; the checksum is that of the bytes, so that damage behind it is reached.
  static let heights = FuzzTarget(name: "heights") {
    { bytes in
      for isTrue in [false, true] {
        var sums = [ContentKey(high: 0, low: 0)]
        if isTrue, bytes.count >= 16 {
          let words = stride(from: bytes.count - 16, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          }
          sums = [ContentKey(high: words[0], low: words[1])]
        }
        let sum = sums[0]
        guard let stored = try? StoredHeights(bytes: bytes, countLimit: 50, checksum: { _ in sum })
        else { continue }
        let written = stored.bytes { _ in sum }
        let again = try StoredHeights(bytes: written, countLimit: 50) { _ in sum }
        try BrokenPromise.check(
          again.count == stored.count, "heights differ after they were written")
      }
    }
  }

  /// Pixel rows → strips, joined to a PNG, which has the same pixels when it is decoded.
  static let strips = FuzzTarget(name: "strips") {
    let encoders = PNGProfile.allCases.map { StripEncoder(profile: $0) }
    return { bytes in
      var input = InputReader(bytes)
      let width = 1 + input.number(below: 40)
      let encoder = encoders[input.number(below: encoders.count)]
      var pixels: [UInt32] = []
      var strips: [Strip] = []
      while input.hasMore, pixels.count < 1 << 16 {
        let rowCount = input.number(below: 9)
        let rows = (0..<rowCount * width).map { _ in
          0xFF00_0000 | UInt32(input.byte()) << 16 | UInt32(input.byte()) << 8
            | UInt32(input.byte())
        }
        pixels += rows
        strips.append(
          rows.withUnsafeBytes {
            encoder.encode($0, stride: 4 * width, width: width, rows: 0..<rowCount)
          })
      }
      guard let png = try? AssembledPNG(strips, scale: 1) else {
        return try BrokenPromise.check(pixels.isEmpty, "strips with rows are refused")
      }
      let size = PixelSize(width: width, height: pixels.count / width)
      let image = try ImageReader.image(
        of: ImageFile(name: "joined", bytes: png.bytes), atLeast: size)
      try BrokenPromise.check(
        image.width == size.width && image.height == size.height, "a picture of another size")
      let isEqual = pixels.withUnsafeBytes {
        $0.elementsEqual(UnsafeRawBufferPointer(start: image.pixels, count: image.byteCount))
      }
      try BrokenPromise.check(
        isEqual,
        "joined strips have other pixels")
    }
  }
}
