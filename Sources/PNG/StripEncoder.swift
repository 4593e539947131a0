import GalleyCompression
import GalleyHandles
public import GalleyPrimitives

/// Deflates pixel rows to strips.
///
/// Not `Sendable`: each worker has its own encoder, which reuses its memory from strip to strip.
/// The bytes of a strip depend only on its pixels, the profile and the colour type, not on the
/// worker, the processor or earlier strips.
public final class StripEncoder {
  /// The effort of the encoder.
  public let profile: PNGProfile
  /// The colour type of the strips.
  public let colorType: PNGColorType

  // Rows are deflated in segments of about this size, so that the working memory stays in the cache
  // and does not grow with the strip. Each segment ends with a full flush.
  private static let segmentSize = 1 << 20
  // Runs of equal rows from this size on are not deflated, but written as repeats of one row. Each ends a
  // segment, whose tables take as long as 16 KB of such rows.
  private static let runSizes = 128 << 10...64 << 20

  private let deflater: BlockDeflater
  private let maximumPayload: Int
  private var raw = RawRows()
  private var output = Scratch()
  private var outputCount = 0
  private var chunkStart = 0
  private var adler = Adler32()

  /// Makes an encoder for one worker.
  public convenience init(profile: PNGProfile = .fast, colorType: PNGColorType = .rgb) {
    self.init(profile: profile, colorType: colorType, maximumPayload: Chunk.maximumPayload)
  }

  /// Makes an encoder that begins a new chunk where the current one might exceed `maximumPayload`.
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
  /// With ``PNGColorType/rgb`` the fourth channel is ignored. With ``PNGColorType/rgba`` colours
  /// are converted to straight alpha, with the rounding of Cairo's own writer. With few greys they are
  /// dithered, from the first of the rows on.
  ///
  /// - Parameters:
  ///   - pixels: rows from the top, `stride` bytes apart, aligned to four bytes.
  ///   - stride: bytes from one row to the next, at least `4 * width`.
  ///   - width: pixels per row, 1 to 1,000,000.
  ///   - rows: the rows to encode; an empty range gives a strip without bytes.
  /// - Returns: the strip of these rows.
  /// - Precondition: `pixels` holds these rows.
  /// - Complexity: O(pixels), about 1 ms per megapixel of text in profile fast.
  public func encode(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>
  ) -> Strip {
    precondition(1...PNGHeader.maximumWidth ~= width && stride >= 4 * width, "no such row")
    precondition(
      rows.isEmpty
        || rows.lowerBound >= 0
          && (rows.upperBound - 1) * stride + 4 * width <= pixels.count,
      "rows outside the pixels")
    guard !repeatsRows(width: width) else {
      return encodeRuns(pixels, stride: stride, width: width, rows: rows)
    }
    return encode(width: width, rowCount: rows.count) { part in
      let from = rows.lowerBound + part.lowerBound
      raw.append(
        pixels, stride: stride, width: width, rows: from..<from + part.count, as: colorType,
        continues: part.lowerBound > 0)
    }
  }

  /// The numbers of equal rows after a first one that are written as repeats, at this width; `nil` if
  /// all rows are deflated.
  package func repeatedRunCounts(width: Int) -> ClosedRange<Int>? {
    guard repeatsRows(width: width) else { return nil }
    let rowByteCount = colorType.rowByteCount(width: width)
    let least = max(2, Self.runSizes.lowerBound / rowByteCount)
    return least...max(least, Self.runSizes.upperBound / rowByteCount)
  }

  /// Encodes some rows as ``encode(_:stride:width:rows:)`` does, with the same bytes; the rows of each of `runs` equal
  /// its first one, and the others are not read.
  ///
  /// - Precondition: Rows of this width have ``repeatedRunCounts(width:)``, which `rows` do not exceed. The runs are
  ///   in order and do not overlap, and `pixels` holds the rows.
  package func encode(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>,
    runs: [Range<Int>]
  ) -> Strip {
    guard !runs.isEmpty else { return encode(pixels, stride: stride, width: width, rows: rows) }
    precondition(
      rows.lowerBound >= 0 && (rows.upperBound - 1) * stride + 4 * width <= pixels.count,
      "rows outside the pixels")
    precondition(
      repeatedRunCounts(width: width).map { rows.count <= $0.upperBound } ?? false,
      "rows that are not written as repeats")
    return encodeRuns(pixels, stride: stride, width: width, rows: rows, known: runs)
  }

  /// Encodes `rowCount` rows of one colour, such as the page's background below the last cell.
  ///
  /// - Precondition: `width` is 1 to 1,000,000, `rowCount` is not negative.
  /// - Complexity: O(pixels), about 0.1 ms per megapixel; less in profiles `fast` and `balanced`.
  public func encode(repeating color: Color, width: Int, rowCount: Int) -> Strip {
    precondition(1...PNGHeader.maximumWidth ~= width && rowCount >= 0, "no such rows")
    return encode(
      repeating: [UInt32](repeating: color.premultipliedPixel, count: width), rowCount: rowCount)
  }

  /// Encodes `rowCount` rows that all have the premultiplied pixels of `row`.
  ///
  /// - Precondition: `row` has 1 to 1,000,000 pixels, `rowCount` is not negative.
  /// - Complexity: O(pixels), about 0.1 ms per megapixel; less in profiles `fast` and `balanced`.
  package func encode(repeating row: [UInt32], rowCount: Int) -> Strip {
    precondition(1...PNGHeader.maximumWidth ~= row.count && rowCount >= 0, "no such rows")
    guard !repeatsRows(width: row.count) else {
      return row.withUnsafeBytes {
        encodeRuns($0, stride: 0, width: row.count, rows: 0..<rowCount)
      }
    }
    return encode(width: row.count, rowCount: rowCount) { part in
      raw.append(
        repeating: row, rowCount: part.count, as: colorType, continues: part.lowerBound > 0)
    }
  }

  /// Whether runs of rows of this width are written as repeats.
  ///
  /// Dithered rows differ, and profile `small` has codes for repeats among its own.
  private func repeatsRows(width: Int) -> Bool {
    profile != .small && colorType.bitDepth == 8
      && 4...RepeatedRows.longestRow ~= colorType.rowByteCount(width: width)
  }

  /// Encodes rows in segments that end at long runs of equal rows, and those runs as repeats.
  private func encodeRuns(
    _ pixels: UnsafeRawBufferPointer, stride: Int, width: Int, rows: Range<Int>,
    known: [Range<Int>] = []
  ) -> Strip {
    guard let runs = repeatedRunCounts(width: width) else {
      preconditionFailure("rows that are not written as repeats")
    }
    let rowByteCount = colorType.rowByteCount(width: width)
    var known = known[...]
    (outputCount, chunkStart, adler) = (0, 0, Adler32())
    var row = rows.lowerBound
    while row < rows.upperBound {
      raw.removeAll()
      let run = raw.append(
        pixels, stride: stride, width: width, rows: row..<rows.upperBound, as: colorType,
        untilRunOf: runs, byteLimit: Self.segmentSize, known: &known)
      deflateSegment(isFirst: row == rows.lowerBound)
      if !run.isEmpty { repeatRow(run.count, of: rowByteCount) }
      row = run.upperBound
    }
    if !rows.isEmpty { closeChunk() }
    return strip(width: width, rowCount: rows.count)
  }

  /// Writes repeats of the last of the raw rows.
  private func repeatRow(_ count: Int, of rowByteCount: Int) {
    let repeated = RepeatedRows(rowByteCount: rowByteCount)
    reserve(repeated.bound(count))
    outputCount += repeated.write(
      count, into: UnsafeMutableRawBufferPointer(rebasing: output.bytes[outputCount...]))
    let row = UnsafeRawBufferPointer(rebasing: raw.bytes.suffix(rowByteCount))
    adler.append(Adler32(of: row), of: rowByteCount, repeats: count)
  }

  /// Encodes rows in segments; `fill` appends the rows of a segment to `raw`.
  private func encode(width: Int, rowCount: Int, fill: (Range<Int>) -> Void) -> Strip {
    let segment = max(1, Self.segmentSize / colorType.rowByteCount(width: width))
    (outputCount, chunkStart, adler) = (0, 0, Adler32())
    for start in Swift.stride(from: 0, to: rowCount, by: segment) {
      raw.removeAll()
      fill(start..<min(start + segment, rowCount))
      deflateSegment(isFirst: start == 0)
    }
    if rowCount > 0 { closeChunk() }
    return strip(width: width, rowCount: rowCount)
  }

  /// The rows so far as a strip.
  private func strip(width: Int, rowCount: Int) -> Strip {
    Strip(
      bytes: [UInt8](UnsafeRawBufferPointer(rebasing: output.bytes[..<outputCount])), width: width,
      rowCount: rowCount, colorType: colorType, adler: adler)
  }

  private func deflateSegment(isFirst: Bool) {
    if isFirst { outputCount = Chunk.headSize }
    reserve(deflater.bound(raw.byteCount))
    outputCount += deflater.deflate(
      raw.bytes, into: UnsafeMutableRawBufferPointer(rebasing: output.bytes[outputCount...]))
    adler.append(Adler32(of: raw.bytes), of: raw.byteCount)
  }

  /// Makes room for `bound` bytes of the stream, in another chunk if the current one may not take them.
  private func reserve(_ bound: Int) {
    let used = outputCount - chunkStart - Chunk.headSize
    if used > 0, used + bound > maximumPayload {
      closeChunk()
      chunkStart = outputCount
      outputCount += Chunk.headSize
    }
    output.reserve(outputCount + bound + Chunk.overhead, keeping: outputCount)
  }

  private func closeChunk() {
    outputCount += 4
    Chunk.close(
      Chunk.imageData,
      around: UnsafeMutableRawBufferPointer(rebasing: output.bytes[chunkStart..<outputCount]))
  }
}
