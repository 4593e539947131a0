/// Guesses the encoding of a text that is no UTF-8, as spreadsheets write tables.
extension TextEncoding {
  /// The number of bytes that are looked at.
  static let guessedByteCount = 64 << 10

  /// The label of the encoding of a text that is no UTF-8, not even a damaged one; `nil` for UTF-8, and for a text that is
  /// neither of the two encodings that can be told.
  ///
  /// Shift_JIS is told by kana and punctuation within words of double bytes. In windows-1252 the bytes beyond ASCII are
  /// letters and marks of Western Europe, most of them alone between others. Bytes of other encodings remain, and become
  /// U+FFFD: a wrong guess would show wrong letters.
  ///
  /// - Complexity: O(bytes).
  static func guess(_ bytes: [UInt8]) -> String? {
    guard bytes.contains(where: { $0 >= 0x80 }), !isUTF8(bytes),
      !bytes.contains(where: { $0 < 0x09 || (0x0E..<0x20).contains($0) || $0 == 0x7F })
    else { return nil }
    if isJapanese(bytes) { return "shift_jis" }
    return isWestern(bytes) ? "windows-1252" : nil
  }

  /// Whether a text is UTF-8, of which a part may be damaged: most of its bytes beyond ASCII are in whole characters.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var (characters, errors) = (0, 0)
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): if scalar.value >= 0x80 { characters += 1 }
      case .error: errors += 1
      case .emptyInput: break decoding
      }
    }
    // The last character may be cut off.
    if bytes.count >= guessedByteCount { errors -= min(errors, 1) }
    return errors <= characters
  }

  /// Whether all bytes are characters of Shift_JIS, and those of two bytes mostly follow each other, a fifth of them kana or
  /// punctuation.
  private static func isJapanese(_ bytes: [UInt8]) -> Bool {
    var (doubles, kana, pairs) = (0, 0, 0)
    var lastEnd = -1
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte) else {
        guard byte < 0x80 || (0xA1...0xDF).contains(byte) else { return false }
        continue
      }
      guard index < bytes.count else { break }
      let trail = bytes[index]
      guard (0x40...0xFC).contains(trail), trail != 0x7F else { return false }
      if lastEnd == index - 1 { pairs += 1 }
      index += 1
      lastEnd = index
      doubles += 1
      if (0x81...0x83).contains(byte) { kana += 1 }
    }
    return doubles > 0 && kana * 5 >= doubles && pairs * 2 >= doubles
  }

  /// Whether four of five bytes beyond ASCII are Western letters and marks, and nine of ten are in runs of two at most:
  /// words of other scripts are longer.
  private static func isWestern(_ bytes: [UInt8]) -> Bool {
    var (high, western, long) = (0, 0, 0)
    for run in bytes.split(whereSeparator: { $0 < 0x80 }) {
      high += run.count
      if run.count > 2 { long += run.count }
      for index in run.indices where isWestern(bytes, at: index) { western += 1 }
    }
    return western * 5 >= high * 4 && long * 10 <= high
  }

  /// Whether a byte is a letter of Western Europe, or a mark where one may stand: not within a word, where other encodings
  /// have letters.
  private static func isWestern(_ bytes: [UInt8], at index: Int) -> Bool {
    let byte = bytes[index]
    guard westernBytes.contains(byte) else { return false }
    let isLetter = byte >= 0xC0 || [0x8C, 0x92, 0x9C, 0xAA, 0xBA].contains(byte)
    return isLetter || !(isASCIILetter(bytes, index - 1) && isASCIILetter(bytes, index + 1))
  }

  private static func isASCIILetter(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes.indices.contains(index) && (0x61...0x7A).contains(bytes[index] | 0x20)
  }

  /// The bytes of windows-1252 for letters of Western Europe, quotation marks, dashes and signs of texts.
  private static let westernBytes: Set<UInt8> = Set(
    Array(0xC0...0xFE) + [
      0x80, 0x84, 0x85, 0x8C, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9C, 0xA0, 0xA1,
      0xA3,
      0xA7, 0xA9, 0xAA, 0xAB, 0xAE, 0xB0, 0xB2, 0xB4, 0xB7, 0xBA, 0xBB, 0xBD, 0xBF,
    ]
  ).subtracting([0xD0, 0xD7, 0xDD, 0xDE, 0xF0, 0xF7, 0xFD, 0xFE])
}
