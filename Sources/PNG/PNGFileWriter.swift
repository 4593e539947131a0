import GalleyHandles

/// Streams strips to a PNG file of any height, with bounded memory.
///
/// The file appears under its name at ``finish(durable:)``, whole; without it nothing is left. Above
/// 1,000,000 pixel rows libpng refuses to read by default: warning about that is the caller's
/// business.
public struct PNGFileWriter: ~Copyable, Sendable {
  private var header: PNGHeader
  private var adler = Adler32()
  private var file: AtomicFile

  /// Starts the PNG at `path`.
  ///
  /// A path that is no regular file, such as a pipe, gets the bytes at the end.
  ///
  /// - Parameters:
  ///   - path: the file; an older one stays until the new one is whole.
  ///   - width: pixels a row, 1 to 1,000,000.
  ///   - colorType: what the strips hold.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixels' size.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)``, ``PNGError/cannotCreate(path:errno:)``.
  public init(
    path: String, width: Int, colorType: PNGColorType = .rgb, scale: Double
  ) throws(PNGError) {
    try self.init(width: width, colorType: colorType, scale: scale) { () throws(FileError) in
      try AtomicFile(path)
    }
  }

  /// Starts a PNG that is copied to an open descriptor at the end, as standard output needs it.
  ///
  /// Until then it is an unlinked temporary file in `TMPDIR`. A reader that has gone is
  /// ``PNGError/writeFailed(path:errno:)`` with `EPIPE` if the process ignores `SIGPIPE`.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor, which stays open; 1 is standard output.
  ///   - name: what messages call it.
  ///   - width: pixels a row, 1 to 1,000,000.
  ///   - colorType: what the strips hold.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixels' size.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)``, ``PNGError/cannotCreate(path:errno:)``.
  public init(
    spoolingTo descriptor: Int32, named name: String, width: Int, colorType: PNGColorType = .rgb,
    scale: Double
  ) throws(PNGError) {
    try self.init(width: width, colorType: colorType, scale: scale) { () throws(FileError) in
      try AtomicFile(spoolingTo: descriptor, named: name)
    }
  }

  private init(
    width: Int, colorType: PNGColorType, scale: Double,
    open: () throws(FileError) -> AtomicFile
  ) throws(PNGError) {
    // The height is written at the end; until then it is 1, which is a size that can be.
    var header = PNGHeader(width: width, rowCount: 1, colorType: colorType, scale: scale)
    try header.validate()
    let file = try withPNGErrors { () throws(FileError) in
      var file = try open()
      try file.write(header.bytes)
      return file
    }
    header.rowCount = 0
    self.header = header
    self.file = file
  }

  /// Pixel rows so far.
  public var rowCount: Int { header.rowCount }

  /// Bytes so far, some of them perhaps not yet on the disk.
  public var byteCount: Int { file.byteCount }

  /// Appends `strip` below the rows so far.
  ///
  /// - Throws: ``PNGError/writeFailed(path:errno:)``, or ``PNGError/unsupportedSize(width:rowCount:)``
  ///   beyond 2³¹ − 1 rows.
  /// - Precondition: `strip` has this picture's width and colour type.
  public mutating func append(_ strip: Strip) throws(PNGError) {
    precondition(
      strip.width == header.width && strip.colorType == header.colorType,
      "strips of one picture have one width and one colour type")
    let rowCount = header.rowCount + strip.rowCount
    guard rowCount <= PNGHeader.maximumRowCount else {
      throw .unsupportedSize(width: header.width, rowCount: rowCount)
    }
    do throws(FileError) { try file.write(strip.bytes) } catch { throw PNGError(error) }
    header.rowCount = rowCount
    adler.append(strip.adler, of: strip.rawByteCount)
  }

  /// Completes the file and lets it appear under its name.
  ///
  /// - Parameter durable: whether to wait until the disk has it.
  /// - Returns: the file's size in bytes.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)`` without rows,
  ///   ``PNGError/writeFailed(path:errno:)``; then no file is left.
  @discardableResult
  public consuming func finish(durable: Bool = true) throws(PNGError) -> Int {
    try header.validate()
    let imageHeader = header.imageHeader
    let trailer = PNGHeader.trailer(adler)
    do throws(FileError) {
      try file.write(trailer)
      let byteCount = file.byteCount
      try file.overwrite(imageHeader, at: PNGHeader.imageHeaderRange.lowerBound)
      try file.commit(durable: durable)
      return byteCount
    } catch {
      throw PNGError(error)
    }
  }
}
