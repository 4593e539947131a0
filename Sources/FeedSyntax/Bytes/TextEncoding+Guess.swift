/// Guesses the encoding of a text that is no UTF-8, as spreadsheets write tables.
extension TextEncoding {
  /// The number of bytes that are looked at.
  static let guessedByteCount = 64 << 10

  /// The label of the encoding of a text: `nil` for UTF-8, also for a damaged one, and for all but two others.
  ///
  /// Shift_JIS is told by its kana and punctuation. A text whose bytes beyond ASCII are few, and mostly letters and marks
  /// of Western Europe, is windows-1252. Bytes of other encodings remain, and become U+FFFD: a wrong guess would
  /// show wrong letters.
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

  /// Whether all bytes are characters of Shift_JIS, a fifth of the double ones kana or punctuation.
  private static func isJapanese(_ bytes: [UInt8]) -> Bool {
    var (doubles, kana) = (0, 0)
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
      index += 1
      doubles += 1
      if (0x81...0x83).contains(byte) { kana += 1 }
    }
    return doubles > 0 && kana * 5 >= doubles
  }

  /// Whether the bytes beyond ASCII are at most a third of the text, four of five of them Western letters and marks.
  private static func isWestern(_ bytes: [UInt8]) -> Bool {
    let high = bytes.filter { $0 >= 0x80 }
    let letters = high.count { westernBytes.contains($0) }
    return high.count * 3 <= bytes.count && letters * 5 >= high.count * 4
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
