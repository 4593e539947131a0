internal import Glibc

/// Converts a text in pieces to UTF-8, by the C library's `iconv`.
///
/// Bytes that are no character of the encoding become U+FFFD. Not `Sendable`: a decoder serves one
/// thread.
final class EncodingDecoder {
  // Opened here, closed in deinit, and used by this object alone.
  private let converter: iconv_t
  /// The number of bytes of the smallest character.
  private let unit: Int
  private var output = [UInt8](repeating: 0, count: 128 << 10)

  /// Makes a decoder; `nil` if the C library does not know the encoding.
  init?(_ encoding: String) {
    let converter = iconv_open("UTF-8", encoding)
    // The C library returns -1 for an unknown name.
    guard Int(bitPattern: converter) != -1, let converter else { return nil }
    self.converter = converter
    unit = encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1
  }

  deinit { iconv_close(converter) }

  /// The UTF-8 of `input`, and the number of bytes read; bytes of a character that is not whole
  /// remain, unless they are the last ones.
  func decode(_ input: UnsafeRawBufferPointer, isLast: Bool) -> (Int, [UInt8]) {
    var text: [UInt8] = []
    var position = 0
    while position < input.count {
      let (read, code) = convert(UnsafeRawBufferPointer(rebasing: input[position...]), to: &text)
      position += read
      switch code {
      case E2BIG: continue
      case EILSEQ: position = min(position + unit, input.count)
      case EINVAL where isLast: position = input.count
      default: return (position, text)
      }
      text += [0xEF, 0xBF, 0xBD]
    }
    return (position, text)
  }

  /// Converts some bytes, and returns their number, and the reason to stop there; 0 at the end.
  private func convert(
    _ input: UnsafeRawBufferPointer, to text: inout [UInt8]
  ) -> (read: Int, code: Int32) {
    var code: Int32 = 0
    var (inputLeft, outputLeft) = (input.count, output.count)
    output.withUnsafeMutableBytes { bytes in
      // `iconv` only reads its input, though its parameter is not const.
      var from = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
      var to = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      if iconv(converter, &from, &inputLeft, &to, &outputLeft) == -1 {
        code = errno
      }
    }
    text += output[..<(output.count - outputLeft)]
    return (input.count - inputLeft, code)
  }
}
