internal import CZstd
import GalleyFiles

/// Decompresses Zstandard (RFC 8878) by libzstd: one or more frames.
///
/// Memory is bounded by libzstd's own limit of a frame's window, 128 MiB.
package final class ZstdDecompressor: Decompressor {
  // Allocated here, freed in deinit, and used by this object alone.
  private let stream: OpaquePointer
  package private(set) var mayEnd = false
  package private(set) var failure: DecompressionError?
  /// The bytes to the last one of a unit (a head, a block or a checksum), or 1 for that one.
  ///
  /// libzstd gets no more at a time. With more, it would decompress a frame as a whole, so that nothing of a damaged one
  /// arrives, and the place of the damage would depend on the size of the pieces.
  private var unitLeft = 1
  /// The bytes of the frame's signature that are still to come, each of which is checked.
  private var signatureLeft = ZstdDecompressor.signatureByteCount

  private static let signatureByteCount = 4
  private static let blockHeadByteCount = 3

  /// Makes a decompressor at the first byte of a frame.
  package init() {
    guard let stream = ZSTD_createDStream() else {
      MemoryFailure.end("libzstd's stream")
    }
    self.stream = stream
  }

  deinit { ZSTD_freeDStream(stream) }

  package func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (read: Int, written: Int) {
    if let failure { throw failure }
    let fed = min(input.count, signatureLeft > 0 ? 1 : unitLeft)
    var source = ZSTD_inBuffer(src: input.baseAddress, size: fed, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let status = ZSTD_decompressStream(stream, &target, &source)
    guard ZSTD_isError(status) == 0 else {
      failure = DecompressionError(reason: String(cString: ZSTD_getErrorName(status)))
      return (fed, target.pos)
    }
    // 0 means that a frame has ended and that all of it is written.
    if source.pos > 0 || target.pos > 0 { mayEnd = status == 0 }
    signatureLeft = status == 0 ? Self.signatureByteCount : max(0, signatureLeft - source.pos)
    // The number of bytes that libzstd wants has those of the next block's head in it.
    let left = status > Self.blockHeadByteCount ? status - Self.blockHeadByteCount : status
    unitLeft = max(1, left - 1)
    return (source.pos, target.pos)
  }
}
