/// Pixel rows of a picture, deflated once, as complete IDAT chunks.
///
/// A strip never refers back beyond its own start and ends on a byte boundary, without a final
/// block. So strips of one width and colour type may follow each other in any order, any number of
/// times.
public struct Strip: Hashable, Sendable {
  /// Whole IDAT chunks: length, type, payload and CRC of each.
  ///
  /// - Note: Empty if the strip has no rows.
  public let bytes: [UInt8]
  /// Pixels per row.
  public let width: Int
  /// Pixel rows.
  public let rowCount: Int
  /// The colour type.
  public let colorType: PNGColorType
  /// The checksum of the uncompressed bytes: the filter byte and the pixels of each row.
  public let adler: Adler32

  /// The number of bytes before compression.
  public var rawByteCount: Int { rowCount * colorType.rowByteCount(width: width) }
}
