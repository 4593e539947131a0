package import GalleyHandles
package import GalleyPrimitives

/// What an image's file says of itself before any pixel is decoded.
package struct ImageHeader: Hashable, Sendable {
  package enum Format: Hashable, Sendable { case png, jpeg, webp, gif, heif }

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

/// Reads PNG, JPEG, WebP, GIF, AVIF and HEIF; judges them by their header before it decodes.
///
/// A large image is scaled down while it is decoded, so that memory does not grow with it.
package enum ImageReader {
  /// The longest edge that is decoded, in pixels.
  package static let edgeLimit = PixelImage.edgeLimit
  /// The most pixels that are held at once: those of an image scaled down, or as a whole where its format cannot be
  /// read by rows.
  package static let heldPixelLimit = 32 << 20
  /// The most pixels for a byte of the file, above ``denselyPackedPixels``: an image of one colour takes a moment for
  /// each megapixel, and few bytes.
  package static let pixelsPerByte = 1024
  /// How many pixels the scans of a JPEG may go over, those of each component by themselves.
  ///
  /// An encoder's usual 10 to 24 scans of a large image pass; hundreds of them, which take a second
  /// and few bytes, do not.
  package static let scannedPixelLimit = 512 << 20

  /// How many pixels any file may have, and how many an image within a feed may have.
  private static func denselyPackedPixels(isEmbedded: Bool) -> Int {
    isEmbedded ? 1 << 20 : 16 << 20
  }

  /// What the file's first bytes say.
  ///
  /// - Throws: ``ImageError``: not an image, damaged, or over the limits.
  package static func header(of file: ImageFile) throws(ImageError) -> ImageHeader {
    do throws(ImageError.Cause) {
      let header = try unboundedHeader(of: file.bytes)
      let size = header.size
      guard size.width > 0, size.height > 0 else { throw ImageError.Cause.damaged("no extent") }
      let (edgeLimit, pixelLimit) = (file.limits.maximumEdge, file.limits.maximumPixels)
      guard size.width <= edgeLimit, size.height <= edgeLimit,
        size.width * size.height <= pixelLimit
      else {
        throw ImageError.Cause.tooManyPixels(
          header.orientedSize, edgeLimit: edgeLimit, pixelLimit: pixelLimit)
      }
      let pixelCount = size.width * size.height
      guard
        pixelCount
          <= max(denselyPackedPixels(isEmbedded: file.isEmbedded), pixelsPerByte * file.byteCount)
      else {
        throw ImageError.Cause.tooFewBytes(
          header.orientedSize, byteCount: file.byteCount, pixelsPerByte: pixelsPerByte)
      }
      if let kind = kindHeldWhole(header.format, file.bytes), pixelCount > heldPixelLimit {
        throw ImageError.Cause.heldTooLarge(
          header.orientedSize, kind, pixelLimit: heldPixelLimit)
      }
      return header
    } catch { throw ImageError(name: file.name, cause: error) }
  }

  /// Whether the first bytes of a file say all that ``header(of:)`` does: those of PNG, and of JPEG with one scan.
  static func isDecided(byHead bytes: [UInt8]) -> Bool {
    bytes.starts(with: signatureOfPNG)
      || bytes.starts(with: signatureOfJPEG) && JPEGScans(bytes).isOne
  }

  /// Whether the first bytes of a file are those of a format that is read.
  package static func hasSignature(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: signatureOfPNG) || bytes.starts(with: signatureOfJPEG) { return true }
    if bytes.starts(with: "GIF8".utf8) { return true }
    return bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
      || HEIFReader.formatName(bytes) != nil
  }

  private static let signatureOfPNG: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let signatureOfJPEG: [UInt8] = [0xFF, 0xD8, 0xFF]

  /// The words for a picture whose decoder holds all of its pixels; `nil` for one that is read by rows.
  private static func kindHeldWhole(_ format: ImageHeader.Format, _ bytes: [UInt8]) -> String? {
    switch format {
    case .png: PNGReader.isInterlaced(bytes) ? "an interlaced PNG" : nil
    case .jpeg: JPEGScans(bytes).count > 1 ? "a progressive JPEG" : nil
    // The reader of WebP knows more kinds than one.
    case .webp: nil
    case .gif: "a GIF"
    case .heif: HEIFReader.formatName(bytes) ?? "an HEIF image"
    }
  }

  /// Decodes the file, turned upright, in the colours of sRGB if there are `profiles` to convert them.
  ///
  /// A decoder that can scale down cheaply gives fewer pixels than the file has, but never fewer
  /// than `size`, which will be drawn, unless these are more than ``heldPixelLimit``.
  ///
  /// - Throws: ``ImageError``: as ``header(of:)``, and for a file damaged further on.
  package static func image(
    of file: ImageFile, atLeast size: PixelSize, profiles: ColorProfiles? = nil
  ) throws(ImageError) -> PixelImage {
    let header = try header(of: file)
    let turned = header.orientation.swapsAxes
    let stored = PixelSize(
      width: turned ? size.height : size.width, height: turned ? size.width : size.height)
    do throws(ImageError.Cause) {
      return try decoded(header, file.bytes, atLeast: stored, edgeLimit: edgeLimit, profiles)
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
      return try decoded(header, file.bytes, atLeast: nil, edgeLimit: PixelImage.edgeLimit, nil)
    } catch { throw ImageError(name: file.name, cause: error) }
  }

  /// The drawn size of a picture that no decoder scales down.
  static let everyPixel = PixelSize(width: .max >> 8, height: .max >> 8)

  /// Decodes with at least the `drawn` pixels, or all of them, and turns the image upright.
  private static func decoded(
    _ header: ImageHeader, _ bytes: [UInt8], atLeast drawn: PixelSize?, edgeLimit: Int,
    _ profiles: ColorProfiles?
  ) throws(ImageError.Cause) -> PixelImage {
    let size = header.size
    let drawn = drawn ?? everyPixel
    let decoded =
      switch header.format {
      case .png: try PNGReader.decode(bytes, size, atLeast: drawn, edgeLimit: edgeLimit)
      case .jpeg: try JPEGReader.decode(bytes, size, atLeast: drawn, profiles)
      case .webp: try WebPReader.decode(bytes, size, atLeast: drawn)
      case .gif: try GIFReader.decode(bytes, size, atLeast: drawn)
      case .heif: try HEIFReader.decode(bytes, size, atLeast: drawn)
      }
    if let profile = decoded.profile { profiles?.convert(decoded.image, from: profile) }
    guard let upright = header.orientation.upright(decoded.image) else { throw .outOfMemory }
    return upright
  }

  /// The edge of the squares of pixels that become one pixel, so that at least twice the drawn pixels remain for a
  /// good filter, unless these are more than ``heldPixelLimit``.
  static func divisor(_ size: PixelSize, atLeast drawn: PixelSize) -> Int {
    guard drawn != everyPixel else { return 1 }
    var divisor = max(
      1, min(size.width / max(1, 2 * drawn.width), size.height / max(1, 2 * drawn.height)))
    while size.width / divisor * (size.height / divisor) > heldPixelLimit { divisor += 1 }
    return divisor
  }

  /// The extent to which a decoder scales down that averages all pixels at any ratio: the drawn one and the rest that
  /// the image has in its proportions, if that halves the image at least.
  static func averagedSize(_ size: PixelSize, atLeast drawn: PixelSize) -> PixelSize {
    let factor = min(
      Double(size.width) / Double(max(1, drawn.width)),
      Double(size.height) / Double(max(1, drawn.height)))
    let averaged = PixelSize(
      width: Int((Double(size.width) / factor).rounded(.up)),
      height: Int((Double(size.height) / factor).rounded(.up)))
    if factor >= 2, averaged.width * averaged.height <= heldPixelLimit { return averaged }
    let divisor = divisor(size, atLeast: drawn)
    return PixelSize(width: max(1, size.width / divisor), height: max(1, size.height / divisor))
  }

  private static func unboundedHeader(
    of bytes: [UInt8]
  ) throws(ImageError.Cause) -> ImageHeader {
    if bytes.starts(with: signatureOfPNG) {
      return ImageHeader(
        format: .png, size: try PNGReader.size(bytes), orientation: .upright)
    }
    if bytes.starts(with: signatureOfJPEG) {
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
    if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      return ImageHeader(format: .gif, size: try GIFReader.size(bytes), orientation: .upright)
    }
    if HEIFReader.formatName(bytes) != nil {
      return ImageHeader(format: .heif, size: try HEIFReader.size(bytes), orientation: .upright)
    }
    if let name = UnreadFormat.name(of: bytes) { throw .unread(name) }
    throw .unknownFormat
  }

  /// The extent of a JPEG whose scans are not too much work.
  private static func jpegSize(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    let size = try JPEGReader.size(bytes)
    // A larger one is refused for its size.
    guard size.width <= edgeLimit, size.height <= edgeLimit else { return size }
    let scans = JPEGScans(bytes)
    let pixelCount = scans.componentCount * size.width * size.height
    guard scans.count <= 1 || pixelCount <= scannedPixelLimit else {
      throw .tooManyScans(scans.count, pixelCount: pixelCount, pixelLimit: scannedPixelLimit)
    }
    return size
  }
}

extension ImageError.Cause: Error {}

/// The formats that are recognised, so that a message can name them.
private enum UnreadFormat {
  private static let marks: [(bytes: [UInt8], name: String)] = [
    (Array("BM".utf8), "a BMP image"), ([0x49, 0x49, 0x2A, 0], "a TIFF image"),
    ([0x4D, 0x4D, 0, 0x2A], "a TIFF image"), ([0xFF, 0x0A], "a JPEG XL image"),
    ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL image"), ([0, 0, 1, 0], "an icon"),
    ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 image"),
    (Array("%PDF".utf8), "a PDF document"), (Array("8BPS".utf8), "a Photoshop document"),
  ]

  /// The words for a format with its article; `nil` for any other.
  static func name(of bytes: [UInt8]) -> String? {
    if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) { return mark.name }
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    guard head.drop(while: \.isWhitespace).first == "<" else { return nil }
    if head.contains("<svg") { return "an SVG drawing" }
    return head.contains("<html") || head.contains("<!doctype html") ? "an HTML page" : nil
  }
}

extension ImageReader {
  /// The extensions of files in all formats.
  package static let fileExtensions = ["png", "jpg", "webp", "gif", "avif", "heic"]

  /// The extension of an image's file, by its content.
  ///
  /// - Throws: ``ImageError``, as ``header(of:)``.
  package static func fileExtension(of file: ImageFile) throws(ImageError) -> String {
    switch try header(of: file).format {
    case .png: "png"
    case .jpeg: "jpg"
    case .webp: "webp"
    case .gif: "gif"
    case .heif: HEIFReader.formatName(file.bytes) == "an AVIF image" ? "avif" : "heic"
    }
  }
}
