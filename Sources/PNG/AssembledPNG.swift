import GalleyFiles

/// A PNG assembled from compressed strips, without touching pixels.
///
/// Frames and pages have this form: a header, shared strips, a trailer.
public struct AssembledPNG: Sendable {
  /// Signature and chunks up to the first strip.
  public let header: [UInt8]
  /// The picture's rows, from the top.
  public let strips: [Strip]
  /// The last IDAT and IEND.
  public let trailer: [UInt8]
  /// Pixel rows.
  public let rowCount: Int

  /// Makes a picture of `strips`, stacked top to bottom.
  ///
  /// - Parameters:
  ///   - strips: the strips, with at least one row in all.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixel density.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)`` for no rows, or for 2³¹ rows and more.
  /// - Precondition: The strips have one width and one colour type.
  /// - Complexity: O(strips), a few microseconds.
  public init(_ strips: [Strip], scale: Double) throws(PNGError) {
    var adler = Adler32()
    var rowCount = 0
    for strip in strips {
      precondition(
        strip.width == strips[0].width && strip.colorType == strips[0].colorType,
        "strips of one picture have one width and one colour type")
      adler.append(strip.adler, of: strip.rawByteCount)
      rowCount += strip.rowCount
    }
    let header = PNGHeader(
      width: strips.first?.width ?? 0, rowCount: rowCount,
      colorType: strips.first?.colorType ?? .rgb, scale: scale)
    try header.validate()
    self.header = header.bytes
    self.strips = strips
    self.trailer = PNGHeader.trailer(adler)
    self.rowCount = rowCount
  }

  /// The size of the file in bytes.
  public var byteCount: Int {
    strips.reduce(header.count + trailer.count) { $0 + $1.bytes.count }
  }

  /// The bytes of the file.
  ///
  /// - Complexity: O(bytes), a copy of the compressed bytes.
  public var bytes: [UInt8] {
    var bytes = header
    bytes.reserveCapacity(byteCount)
    for strip in strips { bytes += strip.bytes }
    bytes += trailer
    return bytes
  }

  /// Writes the file, atomically.
  ///
  /// With `durable`, waits until the file is on the disk.
  ///
  /// - Throws: ``PNGError/cannotCreate(path:errno:)``, ``PNGError/writeFailed(path:errno:)``.
  public func write(to path: String, durable: Bool = false) throws(PNGError) {
    try writeFile(path, durable: durable) { file throws(FileError) in
      try file.write(header)
      for strip in strips { try file.write(strip.bytes) }
      try file.write(trailer)
    }
  }
}

/// Runs `body` on a file that appears at `path` when it is complete.
func writeFile(
  _ path: String, durable: Bool, _ body: (inout AtomicFile) throws(FileError) -> Void
) throws(PNGError) {
  try withPNGErrors { () throws(FileError) in
    var file = try AtomicFile(path)
    try body(&file)
    try file.commit(durable: durable)
  }
}
