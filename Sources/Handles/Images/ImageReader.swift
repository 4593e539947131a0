package import GalleyPrimitives

/// What an image's file says of itself before any pixel is decoded.
package struct ImageHeader: Hashable, Sendable {
  package enum Format: Hashable, Sendable { case png, jpeg, webp }

  package var format: Format
  /// The extent as it is stored, in pixels.
  package var size: PixelSize
  /// How the stored pixels are to be turned.
  package var orientation: ImageOrientation

  /// The extent as it is shown, in pixels.
  package var orientedSize: PixelSize {
    orientation.swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }
}

/// Reads PNG, JPEG and WebP; judges them by their header before it decodes.
package enum ImageReader {
  /// The longest edge that is decoded, in pixels.
  package static let edgeLimit = 4096
  /// The most pixels that are decoded.
  package static let pixelLimit = 16 << 20
  /// How many pixels the scans of a JPEG may go over, those of each component by themselves.
  ///
  /// An encoder's usual 10 to 24 scans of the largest image pass; hundreds of them, which take a second
  /// and few bytes, do not.
  package static let scannedPixelLimit = 32 * pixelLimit

  /// What the file's first bytes say.
  ///
  /// - Throws: ``ImageError``: not an image, damaged, or over the limits.
  package static func header(of file: ImageFile) throws(ImageError) -> ImageHeader {
    do throws(ImageError.Cause) {
      let header = try unboundedHeader(of: file.bytes)
      let size = header.size
      guard size.width > 0, size.height > 0 else { throw ImageError.Cause.damaged("no extent") }
      guard size.width <= edgeLimit, size.height <= edgeLimit,
        size.width * size.height <= pixelLimit
      else { throw ImageError.Cause.tooManyPixels(header.orientedSize) }
      return header
    } catch { throw ImageError(name: file.name, cause: error) }
  }

  /// Decodes the file, turned upright.
  ///
  /// A decoder that can scale down cheaply gives fewer pixels than the file has, but never fewer
  /// than `size`, which will be drawn.
  ///
  /// - Throws: ``ImageError``: as ``header(of:)``, and for a file damaged further on.
  package static func image(
    of file: ImageFile, atLeast size: PixelSize
  ) throws(ImageError) -> PixelImage {
    let header = try header(of: file)
    let turned = header.orientation.swapsAxes
    let stored = PixelSize(
      width: turned ? size.height : size.width, height: turned ? size.width : size.height)
    do throws(ImageError.Cause) {
      let image =
        switch header.format {
        case .png: try PNGReader.decode(file.bytes, header.size)
        case .jpeg: try JPEGReader.decode(file.bytes, header.size, atLeast: stored)
        case .webp: try WebPReader.decode(file.bytes, header.size, atLeast: stored)
        }
      guard let upright = header.orientation.upright(image) else {
        throw ImageError.Cause.outOfMemory
      }
      return upright
    } catch { throw ImageError(name: file.name, cause: error) }
  }

  /// Decodes a picture that a program of the user wrote, upright, up to the longest edge of a ``PixelImage``.
  ///
  /// - Throws: ``ImageError``.
  package static func picture(of file: ImageFile) throws(ImageError) -> PixelImage {
    do throws(ImageError.Cause) {
      let header = try unboundedHeader(of: file.bytes)
      let size = header.size
      guard max(size.width, size.height) <= PixelImage.edgeLimit else {
        throw ImageError.Cause.drawnTooLarge(
          size, edgeLimit: PixelImage.edgeLimit,
          pixelLimit: PixelImage.edgeLimit * PixelImage.edgeLimit)
      }
      let image =
        switch header.format {
        case .png: try PNGReader.decode(file.bytes, size, edgeLimit: PixelImage.edgeLimit)
        case .jpeg: try JPEGReader.decode(file.bytes, size, atLeast: size)
        case .webp: try WebPReader.decode(file.bytes, size, atLeast: size)
        }
      guard let upright = header.orientation.upright(image) else {
        throw ImageError.Cause.outOfMemory
      }
      return upright
    } catch { throw ImageError(name: file.name, cause: error) }
  }

  private static func unboundedHeader(
    of bytes: [UInt8]
  ) throws(ImageError.Cause) -> ImageHeader {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return ImageHeader(
        format: .png, size: try PNGReader.size(bytes), orientation: .upright)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      return ImageHeader(
        format: .jpeg, size: try jpegSize(bytes),
        orientation: ImageOrientation(jpeg: bytes))
    }
    if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      return ImageHeader(
        format: .webp, size: try WebPReader.size(bytes), orientation: .upright)
    }
    throw .unknownFormat
  }

  /// The extent of a JPEG whose scans are not too much work.
  private static func jpegSize(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    let size = try JPEGReader.size(bytes)
    let scans = JPEGScans(bytes)
    // A larger one is refused for its size.
    guard size.width <= edgeLimit, size.height <= edgeLimit else { return size }
    let pixelCount = scans.componentCount * size.width * size.height
    guard pixelCount <= scannedPixelLimit else {
      throw .tooManyScans(scans.count, pixelCount: pixelCount, pixelLimit: scannedPixelLimit)
    }
    return size
  }
}

extension ImageError.Cause: Error {}
