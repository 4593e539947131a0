/// Pixel rows on their way to an encoder.
package struct PixelRows: Sendable {
  package var rowCount: Int
  /// Native-endian premultiplied ARGB32, without gaps between rows.
  package var bytes: [UInt8]
}
