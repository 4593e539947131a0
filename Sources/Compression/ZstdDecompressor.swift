internal import CZstd
import GalleyFiles

/// Decompresses Zstandard (RFC 8878) by libzstd: one or more frames.
///
/// Memory is bounded by libzstd's own limit of a frame's window, 128 MiB.
package final class ZstdDecompressor: Decompressor {
  // Allocated here, freed in deinit, and used by this object alone.
  private let stream: OpaquePointer
  package private(set) var mayEnd = false

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
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let status = ZSTD_decompressStream(stream, &target, &source)
    guard ZSTD_isError(status) == 0 else {
      throw DecompressionError(reason: String(cString: ZSTD_getErrorName(status)))
    }
    // 0 means that a frame has ended and that all of it is written.
    if source.pos > 0 || target.pos > 0 { mayEnd = status == 0 }
    return (source.pos, target.pos)
  }
}
