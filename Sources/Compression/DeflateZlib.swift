internal import CZlib
import GalleyFiles

/// A raw deflate stream of zlib, reset for each block.
final class ZlibStream {
  // zlib keeps a pointer back to its stream, which therefore never moves; freed in deinit.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init(level: Int32) {
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { MemoryFailure.end("zlib's stream") }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  func deflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
    deflateReset(stream)
    // zlib only reads its input, though its field is not const.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(output.count)
    let status = CZlib.deflate(stream, Z_FULL_FLUSH)
    precondition(
      status == Z_OK && stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0,
      "zlib failed with \(status) on \(input.count) bytes")
    return Int(stream.pointee.total_out)
  }
}
