internal import CZstd

/// The place within a stream of Zstandard (RFC 8878, section 3.1), whose parts are read one after the other.
///
/// libzstd does not say which part it reads, and the number of bytes that it asks for has those of two parts in it.
struct ZstdFrames {
  /// The bytes that are missing from the end of the part; 1 at least.
  private var left = 4

  private enum Part {
    case signature, skippedSize, skipped, descriptor, head, blockHead, block, checksum
  }

  private var part = Part.signature
  /// The bytes of the signature, of a frame's head, or of the head of a block, so far.
  private var bytes: [UInt8] = []
  private var hasChecksum = false
  private var isLastBlock = false
  /// The content that the frame's head promises, in bytes; `nil` without a promise.
  private var promised: UInt64?
  private var writtenByteCount: UInt64 = 0

  /// The most bytes that libzstd may get at a time.
  ///
  /// A part with content goes up to its last byte, and then this one follows. With more, libzstd would decompress a frame as a
  /// whole, so that nothing of a damaged one arrives, and the place of the damage would depend on the size of the pieces. Of the
  /// other parts, libzstd checks some bytes before it has all.
  var pieceByteCount: Int { part == .block || part == .skipped ? max(1, left - 1) : 1 }

  /// Takes the bytes that libzstd has read, no more than ``pieceByteCount``, and the number of those that it has written meanwhile.
  ///
  /// - Throws: ``DecompressionError``, if a part ends that libzstd takes differently from RFC 8878, or by the size of pieces.
  /// - Complexity: O(1), for all parts but the content of blocks.
  mutating func pass(
    _ read: UnsafeRawBufferPointer, written: Int
  ) throws(DecompressionError) {
    writtenByteCount += UInt64(written)
    if part != .block, part != .skipped { bytes += read }
    left -= read.count
    if left == 0 { try endPart() }
  }

  private mutating func endPart() throws(DecompressionError) {
    switch part {
    case .signature:
      // libzstd reads older formats too, which are not of the RFC, and not of what this takes for parts.
      guard number == 0xFD2F_B528 || number & 0xFFFF_FFF0 == 0x184D_2A50 else {
        throw DecompressionError(reason: "Unknown frame descriptor")
      }
      if number == 0xFD2F_B528 {
        // What follows in the head is told from the signature on.
        (part, left) = (.descriptor, 1)
      } else {
        begin(.skippedSize, byteCount: 4)
      }
    case .skippedSize:
      let size = Int(number)
      begin(size == 0 ? .signature : .skipped, byteCount: size == 0 ? 4 : size)
    case .descriptor: (part, left) = (.head, headByteCount(bytes[4]))
    case .head:
      hasChecksum = bytes[4] & 4 != 0
      // The two largest numbers stand for an unknown size, and for an error.
      let size = ZSTD_getFrameContentSize(bytes, bytes.count)
      promised = size < .max - 1 ? size : nil
      writtenByteCount = 0
      begin(.blockHead, byteCount: 3)
    case .blockHead: try endBlockHead()
    case .block: endBlock()
    case .skipped, .checksum: begin(.signature, byteCount: 4)
    }
  }

  private mutating func endBlockHead() throws(DecompressionError) {
    let size = number >> 3
    let kind = number >> 1 & 3
    isLastBlock = number & 1 == 1
    // libzstd copies each piece of a stored block that still fits.
    if kind == 0, let promised, writtenByteCount + UInt64(size) > promised {
      throw DecompressionError(reason: "A block is longer than its frame")
    }
    guard size > 0 || kind == 1 else { return endBlock() }
    // One byte stands for a block that repeats it.
    begin(.block, byteCount: kind == 1 ? 1 : Int(size))
  }

  private mutating func endBlock() {
    if !isLastBlock {
      begin(.blockHead, byteCount: 3)
    } else if hasChecksum {
      begin(.checksum, byteCount: 4)
    } else {
      begin(.signature, byteCount: 4)
    }
  }

  private mutating func begin(_ next: Part, byteCount: Int) {
    (part, left) = (next, byteCount)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The bytes of the part as a number, the lowest first.
  private var number: UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The bytes of a frame's head behind its descriptor.
  private func headByteCount(_ descriptor: UInt8) -> Int {
    let isSingleSegment = descriptor & 0x20 != 0
    let dictionary = [0, 1, 2, 4][Int(descriptor & 3)]
    let size = [isSingleSegment ? 1 : 0, 2, 4, 8][Int(descriptor >> 6)]
    return (isSingleSegment ? 0 : 1) + dictionary + size
  }
}
