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

  /// The number of bytes that libzstd wants.
  private var wanted = 0
  private var frame = Frame()

  /// A frame so far.
  private struct Frame {
    /// Its first bytes, which say how long its content is.
    var head: [UInt8] = []
    /// The last bytes that were read: those of a block's head, if one has just ended.
    var lastBytes: (UInt8, UInt8, UInt8) = (0, 0, 0)
    var writtenByteCount: UInt64 = 0

    private static let maximumHeadByteCount = 18

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
      head += bytes.prefix(Self.maximumHeadByteCount - head.count)
      for byte in bytes.suffix(3) { lastBytes = (lastBytes.1, lastBytes.2, byte) }
    }

    /// Whether the block whose head has just ended is stored as it is, and longer than the frame's content.
    ///
    /// libzstd copies each piece of such a block that still fits.
    var isExceeded: Bool {
      guard head.first == 0x28, lastBytes.0 & 6 == 0 else { return false }
      let content = ZSTD_getFrameContentSize(head, head.count)
      // The two largest numbers stand for an unknown size, and for an error.
      guard content < .max - 1 else { return false }
      let byteCount =
        UInt64(lastBytes.0) >> 3 | UInt64(lastBytes.1) << 5 | UInt64(lastBytes.2) << 13
      return writtenByteCount + byteCount > content
    }
  }

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
    frame.read(UnsafeRawBufferPointer(rebasing: input[..<source.pos]))
    frame.writtenByteCount += UInt64(target.pos)
    let endsBlockHead = wanted <= Self.blockHeadByteCount && status > Self.blockHeadByteCount
    if signatureLeft == 0, endsBlockHead, frame.isExceeded {
      failure = DecompressionError(reason: "A block is longer than its frame")
      return (source.pos, target.pos)
    }
    wanted = status
    if status == 0 { frame = Frame() }
    // 0 means that a frame has ended and that all of it is written.
    if source.pos > 0 || target.pos > 0 { mayEnd = status == 0 }
    signatureLeft = status == 0 ? Self.signatureByteCount : max(0, signatureLeft - source.pos)
    // The number of bytes that libzstd wants has those of the next block's head in it.
    let left = status > Self.blockHeadByteCount ? status - Self.blockHeadByteCount : status
    unitLeft = max(1, left - 1)
    return (source.pos, target.pos)
  }
}
