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
  /// The place in the stream.
  private var frames = ZstdFrames()
  /// Whether the last call filled its buffer, so that libzstd may hold more bytes.
  private var mayHoldBytes = false

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
    if mayHoldBytes {
      // An error loses all that is written in the same call.
      let held = pass(UnsafeRawBufferPointer(rebasing: input[..<0]), into: output)
      if held.written > 0 || failure != nil { return held }
    }
    let piece = input[..<min(input.count, frames.pieceByteCount)]
    return pass(UnsafeRawBufferPointer(rebasing: piece), into: output)
  }

  private func pass(
    _ piece: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int) {
    var source = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let status = ZSTD_decompressStream(stream, &target, &source)
    mayHoldBytes = target.pos == output.count
    do throws(DecompressionError) {
      guard ZSTD_isError(status) == 0 else {
        source.pos = piece.count
        throw DecompressionError(reason: String(cString: ZSTD_getErrorName(status)))
      }
      try frames.pass(UnsafeRawBufferPointer(rebasing: piece[..<source.pos]), written: target.pos)
    } catch {
      failure = error
    }
    // 0 means that a frame has ended and that all of it is written.
    if source.pos > 0 || target.pos > 0 { mayEnd = status == 0 }
    return (source.pos, target.pos)
  }
}
