/// Decompresses a stream in pieces.
///
/// Not `Sendable`: a decompressor serves one thread.
package protocol Decompressor: AnyObject {
  /// Whether the data may end after the bytes that are read so far.
  var mayEnd: Bool { get }
  /// The damage that the last call met, which the next call throws: the bytes before it arrive first, so that
  /// the size of the pieces in which the input is read changes nothing.
  var failure: DecompressionError? { get }

  /// Decompresses a part of `input` to `output`, and returns the number of bytes read and written.
  ///
  /// Reads or writes at least one byte if both buffers have room, unless the data needs more input.
  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (read: Int, written: Int)
}

/// A fault of compressed data.
package struct DecompressionError: Error, Hashable, Sendable {
  /// The fault in the library's words.
  package let reason: String
}
