/// The Stream-Safe Text Format, with 64 marks in the place of its 30: texts without long rows of combining marks, which
/// normalization sorts.
///
/// The standard library compares and hashes texts in their normalized form, and sorts each row of marks by insertion, which
/// takes the square of the row's length: 120 KB of marks take seconds for each comparison. Readers of strangers' texts bound
/// the rows before anything compares them. U+034F, which is not shown, divides a row and loses no mark. Marks into which a
/// character decomposes are not counted.
///
/// - SeeAlso: Unicode Standard Annex #15, section 13.
package enum StreamSafeText {
  /// The most marks in a row: more than the 32 on one base that layout keeps, so that these stay as they are.
  package static let markLimit = 64

  /// U+034F COMBINING GRAPHEME JOINER in UTF-8.
  private static let joiner: [UInt8] = [0xCD, 0x8F]

  /// The distance of the bytes at which a row is looked for: one mark more than ``markLimit`` has at least 130 bytes.
  private static let step = 2 * markLimit

  /// Whether a text in UTF-8 has no row of more than ``markLimit`` marks.
  ///
  /// - Complexity: O(bytes / 128) without marks, else O(bytes).
  package static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = step
    while index < bytes.count {
      var end = index
      if bytes[index] >= 0x80 {
        var start = startOfScalar(in: bytes, at: index)
        var count = 0
        while start > 0, count <= markLimit, isMark(bytes, at: start) {
          start = startOfScalar(in: bytes, at: start - 1)
          count += 1
        }
        (end, count) = (start, 0)
        // The walk back passes ill-formed bytes, which divide a row.
        while end < bytes.count {
          let isMark = isMark(bytes, at: end)
          guard isMark || end <= index else { break }
          count = isMark ? count + 1 : 0
          if count > markLimit { return false }
          end += length(in: bytes, at: end)
        }
      }
      index = max(index, end) + step
    }
    return true
  }

  /// A text in UTF-8 with U+034F behind each ``markLimit`` marks of longer rows; ill-formed bytes stay.
  ///
  /// - Complexity: O(bytes).
  fileprivate static func divided(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / step * joiner.count)
    var (index, count) = (0, 0)
    while index < bytes.count {
      let end = index + length(in: bytes, at: index)
      count = isMark(bytes, at: index) ? count + 1 : 0
      if count > markLimit {
        result += joiner
        count = 1
      }
      result += bytes[index..<end]
      index = end
    }
    return result
  }

  /// The place of the first byte of the scalar with the byte at `index`.
  private static func startOfScalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    var start = index
    while start > 0, start > index - 3, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The number of bytes of the scalar at `index`, as its first byte tells it, up to another first byte or the text's end.
  private static func length(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let length =
      switch bytes[index] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    let rest = bytes[index + 1..<min(index + length, bytes.count)]
    return 1 + rest.prefix { $0 & 0xC0 == 0x80 }.count
  }

  /// Whether the scalar at `index` is one that normalization sorts.
  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    // U+0300 is the first mark.
    guard bytes[index] >= 0xCC else { return false }
    // The block of Combining Diacritical Marks has no other scalar of class 0 than U+034F.
    if bytes[index] <= 0xCD, index + 1 < bytes.count, 0x80..<0xC0 ~= bytes[index + 1] {
      if bytes[index] == 0xCC { return true }
      if bytes[index + 1] < 0xB0 { return bytes[index + 1] != 0x8F }
    }
    let end = index + length(in: bytes, at: index)
    var value = UInt32(bytes[index]) & (0x7F >> UInt32(end - index))
    for byte in bytes[index + 1..<end] { value = value << 6 | UInt32(byte & 0x3F) }
    guard let scalar = Unicode.Scalar(value) else { return false }
    // Three marks of class 0 decompose into marks of other classes.
    return scalar.properties.canonicalCombiningClass != .notReordered
      || value == 0x0F73 || value == 0x0F75 || value == 0x0F81
  }
}

extension [UInt8] {
  /// Divides long rows of combining marks in a text in UTF-8: ``StreamSafeText``.
  ///
  /// - Complexity: O(bytes).
  package mutating func makeStreamSafe() {
    let divided = withUnsafeBufferPointer { bytes in
      StreamSafeText.isSafe(bytes) ? nil : StreamSafeText.divided(bytes)
    }
    if let divided { self = divided }
  }
}

extension String {
  /// Whether the text has no long rows of combining marks: ``StreamSafeText``.
  ///
  /// - Complexity: O(bytes).
  package var isStreamSafe: Bool {
    var text = self
    return text.withUTF8(StreamSafeText.isSafe)
  }

  /// The text with its long rows of combining marks divided: ``StreamSafeText``.
  ///
  /// - Complexity: O(bytes).
  package var streamSafe: String {
    var text = self
    let divided = text.withUTF8 { bytes in
      StreamSafeText.isSafe(bytes) ? nil : StreamSafeText.divided(bytes)
    }
    return divided.map { String(decoding: $0, as: UTF8.self) } ?? self
  }
}
