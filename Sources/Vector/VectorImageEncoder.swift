import GalleyCompression
import GalleyEncoders
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
package import GalleyRaster

/// The formats of vector documents.
package enum VectorFormat: Hashable, Sendable {
  /// PDF 1.7.
  case pdf
  /// SVG 1.1.
  case svg
}

/// Encodes the images of vector drawings as a document will have them, once for each image.
package final class VectorImageEncoder {
  private let format: VectorFormat
  private let deflater = WholeDeflater()
  private var cache = BoundedCache<ContentKey, VectorImage>(costLimit: 8 << 20)

  package init(_ format: VectorFormat) { self.format = format }

  /// Returns a drawing with all images encoded.
  ///
  /// - Throws: ``/GalleyPNG/PNGError``.
  /// - Complexity: O(pixels).
  package func encode(_ drawing: VectorDrawing) throws -> VectorDrawing {
    var result = drawing
    for (index, operation) in drawing.operations.enumerated() {
      if case .image(let image, let place) = operation {
        result.operations[index] = .image(try encoded(image), place)
      }
    }
    return result
  }

  private func encoded(_ image: VectorImage) throws -> VectorImage {
    guard case .pixels(let pixels) = image.content else { return image }
    if let known = cache.value(for: image.key), known.size == image.size { return known }
    var result = image
    switch format {
    case .pdf: result.content = flate(pixels)
    case .svg: result.content = .encoded(color: try png(pixels, image.size), alpha: nil)
    }
    guard case .encoded(let color, let alpha) = result.content else { return result }
    cache.insert(result, for: image.key, cost: color.count + (alpha?.count ?? 0) + 256)
    return result
  }

  /// Straight colours, and alpha if a pixel is not opaque.
  private func flate(_ pixels: [UInt32]) -> VectorImage.Content {
    let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
    var (colors, alphas) = ([UInt8](), [UInt8]())
    colors.reserveCapacity(3 * pixels.count)
    for pixel in pixels {
      let alpha = pixel >> 24
      func straight(_ channel: UInt32) -> UInt8 {
        alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha))
      }
      colors.append(straight(pixel >> 16 & 0xFF))
      colors.append(straight(pixel >> 8 & 0xFF))
      colors.append(straight(pixel & 0xFF))
      if !isOpaque { alphas.append(UInt8(alpha)) }
    }
    return .encoded(
      color: deflater.deflated(colors), alpha: isOpaque ? nil : deflater.deflated(alphas))
  }

  private func png(_ pixels: [UInt32], _ size: PixelSize) throws -> [UInt8] {
    let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
    let encoder = WholePictureEncoder(width: size.width, colorType: isOpaque ? .rgb : .rgba)
    pixels.withUnsafeBytes { encoder.append($0, stride: 4 * size.width, rows: 0..<size.height) }
    return try encoder.finish(scale: 1)
  }
}

extension WholeDeflater {
  /// Returns a closed zlib stream of bytes.
  func deflated(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bound(bytes.count)) { output, count in
      count = bytes.withUnsafeBytes { deflate($0, into: UnsafeMutableRawBufferPointer(output)) }
    }
  }
}
