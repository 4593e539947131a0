internal import CZstd

/// Frames of Zstandard, as libzstd compresses them.
package enum ZstdFrame {
  /// An error of libzstd, in its words.
  package struct Failure: Error {
    package let reason: String
  }

  /// One frame, with its length and a checksum.
  package static func compressed(_ bytes: [UInt8], level: Int) throws(Failure) -> [UInt8] {
    guard let context = ZSTD_createCCtx() else { throw Failure(reason: "no memory") }
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    var frame = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count = ZSTD_compress2(context, &frame, frame.count, bytes, bytes.count)
    guard ZSTD_isError(count) == 0 else {
      throw Failure(reason: String(cString: ZSTD_getErrorName(count)))
    }
    return Array(frame.prefix(count))
  }
}
