/// Deflates byte blocks so that the results can be joined in any order.
///
/// Each block becomes deflate blocks that never refer back over their own start, end byte aligned
/// in a full flush, and hold no final block. Equal input gives equal bytes, whatever was deflated
/// before.
///
/// Not `Sendable`: the match tables are reused from block to block, one deflater a worker.
package final class BlockDeflater {
  /// Which encoder, and how hard it tries.
  package enum Level: Sendable {
    /// ISA-L level 1.
    case igzip1
    /// ISA-L level 2.
    case igzip2
    /// zlib level 6.
    case zlib6
  }

  private enum Encoder {
    case igzip(IgzipStream)
    case zlib(ZlibStream)
  }

  private let encoder: Encoder

  /// A deflater with tables of its own, some 400 KB.
  package init(_ level: Level) {
    switch level {
    case .igzip1:
      encoder = .igzip(
        IgzipStream(level: 1, tableSize: 4096 + 2 * 8192 + 4 * 64 * 1024))
    case .igzip2:
      encoder = .igzip(
        IgzipStream(level: 2, tableSize: 4096 + 2 * 32768 + 4 * 64 * 1024))
    case .zlib6:
      encoder = .zlib(ZlibStream(level: 6))
    }
  }

  /// The room that ``deflate(_:into:)`` needs for `count` bytes at worst.
  package func bound(_ count: Int) -> Int {
    // Stored blocks of at most 65,535 bytes with five bytes each, and the flush.
    count + (count / 16383 + 1) * 5 + 64
  }

  /// Deflates `input` to `output`, and returns how many bytes of it were used.
  ///
  /// - Precondition: `output` holds at least `bound(input.count)` bytes, and `input` less than 1 GiB.
  package func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    precondition(input.count < 1 << 30 && output.count >= bound(input.count))
    // The encoders choose stored blocks by the room they see, so it depends on the input alone.
    let room = UnsafeMutableRawBufferPointer(rebasing: output[..<bound(input.count)])
    return switch encoder {
    case .igzip(let stream): stream.deflate(input, into: room)
    case .zlib(let stream): stream.deflate(input, into: room)
    }
  }
}
