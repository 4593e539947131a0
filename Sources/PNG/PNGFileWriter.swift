import GalleyFiles

/// Streams strips to a PNG file of any height, with bounded memory.
///
/// The complete file appears under its name at ``finish(durable:)``; without that call no file
/// remains. By default libpng refuses to read more than 1,000,000 pixel rows; the caller is
/// responsible for a warning.
public struct PNGFileWriter: ~Copyable, Sendable {
  private var header: PNGHeader
  private var adler = Adler32()
  private var file: AtomicFile

  /// Starts the PNG at `path`.
  ///
  /// A path that is not a regular file, such as a pipe, receives the bytes at the end.
  ///
  /// - Parameters:
  ///   - path: the file; an older file stays until the new one is complete.
  ///   - width: pixels per row, 1 to 1,000,000.
  ///   - colorType: the colour type of the strips.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixel density.
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
  /// Until then the bytes are in an unlinked temporary file in `TMPDIR`. If the reader closes the
  /// pipe and the process ignores `SIGPIPE`, the error is ``PNGError/writeFailed(path:errno:)``
  /// with `EPIPE`.
  ///
  /// - Parameters:
  ///   - descriptor: an open descriptor, which stays open; 1 is standard output.
  ///   - name: the descriptor's name in messages.
  ///   - width: pixels per row, 1 to 1,000,000.
  ///   - colorType: the colour type of the strips.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixel density.
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
    // The height is written at the end; until then it is 1, which is a valid height.
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

  /// The number of pixel rows so far.
  public var rowCount: Int { header.rowCount }

  /// The number of bytes so far; some may not be on the disk yet.
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

  /// Completes the file, which then appears under its name.
  ///
  /// - Parameter durable: whether to wait until the file is on the disk.
  /// - Returns: the file's size in bytes.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)`` without rows, or
  ///   ``PNGError/writeFailed(path:errno:)``; no file remains in that case.
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
