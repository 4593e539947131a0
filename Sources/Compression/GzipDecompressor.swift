internal import CZlib
import GalleyFiles

/// Decompresses gzip (RFC 1952) by zlib: one or more members, whose checksums are compared.
package final class GzipDecompressor: Decompressor {
  // zlib keeps a pointer back to its stream, which therefore never moves; freed in deinit.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  package private(set) var mayEnd = false
  package private(set) var failure: DecompressionError?
  /// Whether the last member has ended, and padding follows.
  private var isPadding = false

  /// Makes a decompressor at the first byte of a member.
  package init() {
    stream.initialize(to: z_stream())
    // Window bits above 15 select gzip's header and checksum.
    let status = inflateInit2_(
      stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status != Z_OK { MemoryFailure.end("zlib's stream") }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  package func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (read: Int, written: Int) {
    if let failure { throw failure }
    if mayEnd, let first = input.first {
      // Bytes after the last member are padding, as for gzip itself.
      if first != 0x1F { isPadding = true }
      guard !isPadding else { return (input.count, 0) }
      inflateReset(stream)
      mayEnd = false
    }
    let (inputCount, outputCount) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
    // zlib only reads its input, though its field is not const.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = inputCount
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = outputCount
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: mayEnd = true
    default:
      failure = DecompressionError(
        reason: stream.pointee.msg.map { String(cString: $0) } ?? "not gzip")
    }
    return (
      Int(inputCount - stream.pointee.avail_in), Int(outputCount - stream.pointee.avail_out)
    )
  }
}
