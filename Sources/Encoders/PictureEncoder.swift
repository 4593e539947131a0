import GalleyHandles
import GalleyImages
package import GalleyPNG
package import GalleyPrimitives

/// Encodes a picture as a whole.
///
/// Not `Sendable`: each worker has its own encoder, which reuses its memory from picture to picture.
package protocol PictureEncoder: AnyObject {
  /// Appends rows of native-endian premultiplied ARGB32 pixels, `stride` bytes apart.
  func append(_ pixels: UnsafeRawBufferPointer, stride: Int, rows: Range<Int>)
  /// Appends `rowCount` rows of one colour.
  func append(repeating color: Color, rowCount: Int)
  /// Returns the file with the rows so far, and starts an empty picture.
  ///
  /// `scale` is the number of device pixels per layout unit, which is 1/96 inch.
  ///
  /// - Throws: `PNGError` or ``PictureError``.
  func finish(scale: Double) throws -> [UInt8]
}

extension WholePictureEncoder: PictureEncoder {}

extension PictureFormat {
  /// Makes an encoder of whole pictures, `width` pixels wide.
  package func makeEncoder(width: Int, isTransparent: Bool) -> any PictureEncoder {
    switch self {
    case .png:
      WholePictureEncoder(width: width, colorType: colorType(isTransparent: isTransparent))
    case .jpeg, .webp: CollectingEncoder(self, width: width, isTransparent: isTransparent)
    case .pdf, .svg: preconditionFailure("a document is written without pixels")
    }
  }

  /// The longest edge of a picture in this format, in pixels.
  package var edgeLimit: Int {
    switch self {
    case .png, .pdf, .svg: Int(Int32.max)
    case .jpeg: JPEGWriter.edgeLimit
    case .webp: WebPWriter.edgeLimit
    }
  }
}

/// Collects the pixels of a picture for a library that needs all of them at once.
private final class CollectingEncoder: PictureEncoder {
  private let format: PictureFormat
  private let width: Int
  private let isTransparent: Bool
  private var pixels = Scratch()
  private var rowCount = 0

  init(_ format: PictureFormat, width: Int, isTransparent: Bool) {
    self.format = format
    self.width = width
    self.isTransparent = isTransparent
  }

  private var rowByteCount: Int { 4 * width }

  func append(_ source: UnsafeRawBufferPointer, stride: Int, rows: Range<Int>) {
    let start = rowCount * rowByteCount
    pixels.reserve(start + rows.count * rowByteCount, keeping: start)
    rowCount += rows.count
    for (index, row) in rows.enumerated() {
      let target = pixels.bytes[(start + index * rowByteCount)...]
      UnsafeMutableRawBufferPointer(rebasing: target).copyMemory(
        from: UnsafeRawBufferPointer(
          rebasing: source[row * stride..<row * stride + rowByteCount]))
    }
  }

  func append(repeating color: Color, rowCount: Int) {
    let row = [UInt32](repeating: color.premultipliedPixel, count: width)
    row.withUnsafeBytes { row in
      for _ in 0..<rowCount { append(row, stride: rowByteCount, rows: 0..<1) }
    }
  }

  func finish(scale: Double) throws -> [UInt8] {
    defer { rowCount = 0 }
    let size = PixelSize(width: width, height: rowCount)
    guard size.height > 0, max(size.width, size.height) <= format.edgeLimit else {
      throw PictureError.unsupportedSize(format.kind, size, edgeLimit: format.edgeLimit)
    }
    let pixels = UnsafeRawBufferPointer(rebasing: pixels.bytes[..<(rowCount * rowByteCount)])
    do throws(PictureWritingError) {
      return switch format {
      case .webp(let quality):
        try WebPWriter.encode(pixels, size, quality: quality, isTransparent: isTransparent)
      case .jpeg(let quality):
        try JPEGWriter.encode(pixels, size, quality: quality, dotsPerInch: 96 * scale)
      case .png, .pdf, .svg: preconditionFailure("the format has a writer of its own")
      }
    } catch {
      throw PictureError.notEncoded(format.kind, size, reason: error.reason)
    }
  }
}
