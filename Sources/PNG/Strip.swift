/// Some pixel rows of a picture, deflated once, as finished IDAT chunks.
///
/// A strip never refers back over its own start and ends byte aligned, without a final block: strips
/// of one width and colour type may follow each other in any order, any number of times.
public struct Strip: Hashable, Sendable {
  /// Whole IDAT chunks: length, type, payload and CRC of each.
  ///
  /// - Note: Empty if the strip has no rows.
  public let bytes: [UInt8]
  /// Pixels a row.
  public let width: Int
  /// Pixel rows.
  public let rowCount: Int
  /// What the pixels hold.
  public let colorType: PNGColorType
  /// The checksum of the raw bytes: every row's filter byte and pixels.
  public let adler: Adler32

  /// Bytes before they were deflated.
  public var rawByteCount: Int { rowCount * colorType.rowByteCount(width: width) }
}
