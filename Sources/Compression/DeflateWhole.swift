internal import CDeflate
import GalleyFiles

/// Deflates a whole buffer to one closed zlib stream, smaller and slower than blocks that can be
/// joined.
///
/// Not `Sendable`: a compressor serves one thread.
package final class WholeDeflater {
  // Allocated here, freed in deinit, and used by this object alone.
  private let compressor: OpaquePointer

  /// A deflater of libdeflate's `level`, 1 to 12.
  package init(level: Int32 = 6) {
    precondition(1...12 ~= level, "libdeflate has no level \(level)")
    guard let compressor = libdeflate_alloc_compressor(level) else {
      MemoryFailure.end("libdeflate's compressor")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// The room that ``deflate(_:into:)`` needs for `count` bytes at worst.
  package func bound(_ count: Int) -> Int {
    libdeflate_zlib_compress_bound(compressor, count)
  }

  /// Deflates `input` to `output`, header and Adler-32 included, and returns the bytes used.
  ///
  /// - Precondition: `output` holds at least `bound(input.count)` bytes.
  package func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = libdeflate_zlib_compress(
      compressor, input.baseAddress, input.count, output.baseAddress, output.count)
    precondition(count > 0, "libdeflate had \(output.count) bytes for \(input.count)")
    return count
  }
}
