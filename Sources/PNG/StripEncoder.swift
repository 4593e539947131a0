import GalleyHandles
public import GalleyPrimitives

/// Deflates pixel rows to strips.
///
/// Not `Sendable`: one a worker, whose memory it reuses from strip to strip. The bytes of a strip
/// depend on its pixels, the profile and the colour type alone: not on the worker, the processor, or
/// what was encoded before.
public final class StripEncoder {
  /// How hard it tries.
  public let profile: PNGProfile
  /// What the strips' pixels hold.
  public let colorType: PNGColorType

  // Rows are deflated in segments of about this size, so that the working memory stays in the
  // cache and does not grow with the strip. Each segment is a full flush of its own.
  private static let segmentSize = 1 << 20

  private let deflater: BlockDeflater
  private let maximumPayload: Int
  private var raw = RawRows()
  private var output = Scratch()
  private var outputCount = 0
  private var chunkStart = 0
  private var adler = Adler32()

  /// An encoder for one worker.
  public convenience init(profile: PNGProfile = .fast, colorType: PNGColorType = .rgb) {
    self.init(profile: profile, colorType: colorType, maximumPayload: Chunk.maximumPayload)
  }

  /// An encoder that begins a new chunk where one might exceed `maximumPayload`.
  init(profile: PNGProfile, colorType: PNGColorType, maximumPayload: Int) {
    self.profile = profile
    self.colorType = colorType
    self.maximumPayload = maximumPayload
    self.deflater =
      switch profile {
      case .fast: BlockDeflater(.igzip1)
      case .balanced: BlockDeflater(.igzip2)
      case .small: BlockDeflater(.zlib6)
      }
  }

  /// Encodes some rows of native-endian premultiplied ARGB32 or RGB24 pixels, Cairo's formats.
  ///
  /// With ``PNGColorType/rgb`` the fourth channel is ignored; with ``PNGColorType/rgba`` the alpha
  /// is made straight, rounded as Cairo's own writer does.
  ///
  /// - Parameters:
  ///   - pixels: rows from the top, `stride` bytes apart, aligned to four bytes.
  ///   - stride: bytes from a row to the next, at least `4 * width`.
  ///   - width: pixels a row, 1 to 1,000,000.
  ///   - rows: which rows; none gives a strip without bytes.
  /// - Returns: the strip of these rows.
  /// - Precondition: `pixels` holds these rows.
  /// - Complexity: O(pixels), about 1 ms a megapixel of text in profile fast.
  public func encode(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>
  ) -> Strip {
    precondition(1...PNGHeader.maximumWidth ~= width && stride >= 4 * width, "no such row")
    precondition(
      rows.isEmpty
        || rows.lowerBound >= 0
          && (rows.upperBound - 1) * stride + 4 * width <= pixels.count,
      "rows outside the pixels")
    return encode(width: width, rowCount: rows.count) { part in
      let from = rows.lowerBound + part.lowerBound
      raw.append(
        pixels, stride: stride, width: width, rows: from..<from + part.count, as: colorType)
    }
  }

  /// Encodes `rowCount` rows of one colour, such as the page's background below the last cell.
  ///
  /// - Precondition: `width` is 1 to 1,000,000, `rowCount` not negative.
  /// - Complexity: O(pixels), some 0.1 ms a megapixel.
  public func encode(repeating color: Color, width: Int, rowCount: Int) -> Strip {
    precondition(1...PNGHeader.maximumWidth ~= width && rowCount >= 0, "no such rows")
    return encode(width: width, rowCount: rowCount) { part in
      raw.append(
        repeating: color.premultipliedPixel, width: width, rowCount: part.count, as: colorType)
    }
  }

  /// Encodes rows that `fill` appends to `raw`, a segment at a time.
  private func encode(width: Int, rowCount: Int, fill: (Range<Int>) -> Void) -> Strip {
    let segment = max(1, Self.segmentSize / colorType.rowByteCount(width: width))
    (outputCount, chunkStart, adler) = (0, 0, Adler32())
    for start in Swift.stride(from: 0, to: rowCount, by: segment) {
      raw.removeAll()
      fill(start..<min(start + segment, rowCount))
      deflateSegment(isFirst: start == 0)
    }
    if rowCount > 0 { closeChunk() }
    return Strip(
      bytes: [UInt8](UnsafeRawBufferPointer(rebasing: output.bytes[..<outputCount])), width: width,
      rowCount: rowCount, colorType: colorType, adler: adler)
  }

  private func deflateSegment(isFirst: Bool) {
    let bound = deflater.bound(raw.byteCount)
    if isFirst {
      outputCount = Chunk.headSize
    } else if outputCount - chunkStart - Chunk.headSize + bound > maximumPayload {
      closeChunk()
      chunkStart = outputCount
      outputCount += Chunk.headSize
    }
    output.reserve(outputCount + bound + Chunk.overhead, keeping: outputCount)
    outputCount += deflater.deflate(
      raw.bytes, into: UnsafeMutableRawBufferPointer(rebasing: output.bytes[outputCount...]))
    adler.append(Adler32(of: raw.bytes), of: raw.byteCount)
  }

  private func closeChunk() {
    outputCount += 4
    Chunk.close(
      Chunk.imageData,
      around: UnsafeMutableRawBufferPointer(rebasing: output.bytes[chunkStart..<outputCount]))
  }
}
