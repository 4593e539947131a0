internal import CGIF
import GalleyHandles
internal import GalleyPrimitives

/// Decodes the first frame of a GIF through giflib.
enum GIFReader {
  /// The extent of the screen, in which all frames are.
  static func size(_ bytes: [UInt8]) throws(ImageError.Cause) -> PixelSize {
    guard bytes.count >= 13 else { throw .damaged("no screen descriptor") }
    func number(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
    return PixelSize(width: number(6), height: number(8))
  }

  static func decode(
    _ bytes: [UInt8], _ size: PixelSize, atLeast drawn: PixelSize
  ) throws(ImageError.Cause) -> DecodedImage {
    var result = Result<PixelImage, ImageError.Cause>.failure(.outOfMemory)
    bytes.withUnsafeBytes { buffer in
      var input = Input(bytes: buffer)
      withUnsafeMutablePointer(to: &input) { input in
        var code: Int32 = 0
        guard let file = DGifOpen(input, Input.read, &code) else {
          return result = .failure(damage(code))
        }
        defer { DGifCloseFile(file, nil) }
        do throws(ImageError.Cause) {
          result = .success(try firstFrame(of: file, size, atLeast: drawn))
        } catch { result = .failure(error) }
      }
    }
    return DecodedImage(image: try result.get())
  }

  /// The bytes of a file, and how many of them are read.
  private struct Input {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    /// Gives giflib the next bytes.
    static let read: InputFunc = { file, target, count in
      guard let input = file?.pointee.UserData?.assumingMemoryBound(to: Input.self), let target
      else { return 0 }
      let offset = input.pointee.offset
      let given = min(Int(max(0, count)), input.pointee.bytes.count - offset)
      guard given > 0, let start = input.pointee.bytes.baseAddress else { return 0 }
      UnsafeMutableRawPointer(target).copyMemory(from: start + offset, byteCount: given)
      input.pointee.offset += given
      return Int32(given)
    }
  }

  private static func firstFrame(
    of file: UnsafeMutablePointer<GifFileType>, _ size: PixelSize, atLeast drawn: PixelSize
  ) throws(ImageError.Cause) -> PixelImage {
    var transparentIndex: Int?
    while true {
      var type = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &type) == GIF_OK else { throw damage(file.pointee.Error) }
      switch type {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(file) == GIF_OK else { throw damage(file.pointee.Error) }
        return try image(of: file, size, atLeast: drawn, transparentIndex)
      case EXTENSION_RECORD_TYPE:
        if let index = try transparency(in: file) { transparentIndex = index }
      default:
        throw .damaged("it has no frame")
      }
    }
  }

  /// Passes over an extension; the index of the transparent colour, if it says one.
  private static func transparency(
    in file: UnsafeMutablePointer<GifFileType>
  ) throws(ImageError.Cause) -> Int? {
    var kind: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    var index: Int?
    guard DGifGetExtension(file, &kind, &block) == GIF_OK else { throw damage(file.pointee.Error) }
    while let bytes = block {
      // The first byte is the count of the others.
      if kind == GRAPHICS_EXT_FUNC_CODE, bytes[0] >= 4, bytes[1] & 1 != 0 { index = Int(bytes[4]) }
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw damage(file.pointee.Error) }
    }
    return index
  }

  private static func image(
    of file: UnsafeMutablePointer<GifFileType>, _ size: PixelSize, atLeast drawn: PixelSize,
    _ transparentIndex: Int?
  ) throws(ImageError.Cause) -> PixelImage {
    let frame = file.pointee.Image
    let (width, height) = (Int(frame.Width), Int(frame.Height))
    guard width > 0, height > 0, width * height <= max(1 << 20, size.width * size.height) else {
      throw .damaged("its first frame is larger than its screen")
    }
    var indices = [UInt8](repeating: 0, count: width * height)
    // The rows of an interlaced frame come in four passes.
    let passes: [(start: Int, step: Int)] =
      frame.Interlace ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    for pass in passes {
      for y in stride(from: pass.start, to: height, by: pass.step) {
        let code = indices.withUnsafeMutableBufferPointer {
          DGifGetLine(file, $0.baseAddress.map { $0 + y * width }, Int32(width))
        }
        guard code == GIF_OK else { throw damage(file.pointee.Error) }
      }
    }
    let palette = palette(of: file, transparentIndex)
    let block = min(RowAverager.blockLimit, ImageReader.divisor(size, atLeast: drawn))
    guard var averager = RowAverager(size, block: block) else { throw .outOfMemory }
    var row = [UInt32](repeating: 0, count: size.width)
    let (left, top) = (Int(frame.Left), Int(frame.Top))
    for y in 0..<size.height {
      let isInFrame = (top..<top + height).contains(y)
      for x in 0..<size.width {
        let isInside = isInFrame && (left..<left + width).contains(x)
        row[x] = isInside ? palette[Int(indices[(y - top) * width + x - left])] : 0
      }
      row.withUnsafeBufferPointer { $0.baseAddress.map { averager.append($0) } }
    }
    return averager.image
  }

  /// The 256 colours of a frame, as premultiplied pixels; those without a definition are black.
  private static func palette(
    of file: UnsafeMutablePointer<GifFileType>, _ transparentIndex: Int?
  ) -> [UInt32] {
    var palette = [UInt32](repeating: 0xFF00_0000, count: 256)
    if let map = file.pointee.Image.ColorMap ?? file.pointee.SColorMap,
      let colors = map.pointee.Colors
    {
      for index in 0..<min(256, Int(max(0, map.pointee.ColorCount))) {
        let color = colors[index]
        palette[index] =
          0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
      }
    }
    if let transparentIndex { palette[transparentIndex] = 0 }
    return palette
  }

  private static func damage(_ code: Int32) -> ImageError.Cause {
    .damaged(GifErrorString(code).map { String(cString: $0) } ?? "it breaks off")
  }
}
