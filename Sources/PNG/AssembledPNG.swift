import GalleyHandles

/// A PNG made of strips: assembled in the compressed domain, no pixel is touched.
///
/// A frame or a page is this: a header, shared strips, a trailer.
public struct AssembledPNG: Sendable {
  /// Signature and chunks up to the first strip.
  public let header: [UInt8]
  /// The picture's rows, from the top.
  public let strips: [Strip]
  /// The last IDAT and IEND.
  public let trailer: [UInt8]
  /// Pixel rows.
  public let rowCount: Int

  /// A picture of `strips`, one below the other.
  ///
  /// - Parameters:
  ///   - strips: at least one row in all; of one width and colour type.
  ///   - scale: device pixels per layout unit, which is 1/96 inch; stored as the pixels' size.
  /// - Throws: ``PNGError/unsupportedSize(width:rowCount:)`` without rows, or with 2³¹ and more.
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

  /// The file's size.
  public var byteCount: Int {
    strips.reduce(header.count + trailer.count) { $0 + $1.bytes.count }
  }

  /// The file in one piece.
  ///
  /// - Complexity: O(bytes), a copy of the compressed bytes.
  public var bytes: [UInt8] {
    var bytes = header
    bytes.reserveCapacity(byteCount)
    for strip in strips { bytes += strip.bytes }
    bytes += trailer
    return bytes
  }

  /// Writes the file; it appears whole or not at all.
  ///
  /// With `durable`, waits until the disk has it.
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

/// Writes what `body` writes to the file at `path`, atomically.
func writeFile(
  _ path: String, durable: Bool, _ body: (inout AtomicFile) throws(FileError) -> Void
) throws(PNGError) {
  try withPNGErrors { () throws(FileError) in
    var file = try AtomicFile(path)
    try body(&file)
    try file.commit(durable: durable)
  }
}
