/// A sequence of bytes in a text that should be UTF-8.
package enum UTF8Sequence: Equatable {
  /// A well-formed sequence of this many bytes.
  case wellFormed(Int)
  /// A maximal subpart of an ill-formed sequence, of this many bytes, which becomes one U+FFFD.
  case illFormed(Int)

  /// The sequence of `bytes` that begins at `index`.
  ///
  /// A maximal subpart is the longest prefix of a well-formed sequence, or else one byte.
  ///
  /// - SeeAlso: The Unicode Standard, section 3.9: table 3-7, and "U+FFFD Substitution of Maximal
  ///   Subparts".
  package init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = bytes[index]
    let length: Int
    // The range of the second byte excludes overlong forms, surrogates and values above U+10FFFF.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0x00...0x7F: length = 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default:
      self = .illFormed(1)
      return
    }
    for place in 1..<max(length, 1) {
      let range = place == 1 ? second : 0x80...0xBF
      guard index + place < bytes.count, range.contains(bytes[index + place]) else {
        self = .illFormed(place)
        return
      }
    }
    self = .wellFormed(length)
  }

  /// The number of maximal subparts of ill-formed UTF-8, each of which becomes one U+FFFD.
  package static func illFormedCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        index += 1
        continue
      }
      switch UTF8Sequence(text, at: index) {
      case .wellFormed(let length): index += length
      case .illFormed(let length):
        count += 1
        index += length
      }
    }
    return count
  }
}
