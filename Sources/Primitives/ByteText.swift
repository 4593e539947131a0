import Glibc

/// Syntax in texts, by bytes and scalars: a sign with a combining mark on it is one character for Swift, and a sign for each
/// format.
///
/// The searches of the standard library go back by characters, which takes the square of the length of a row of flags.
extension StringProtocol {
  /// Whether the text begins with the bytes of another one, also if marks follow them.
  ///
  /// - Complexity: O(bytes of `text`).
  package func hasPrefix(bytes text: String) -> Bool { utf8.starts(with: text.utf8) }

  /// Whether the bytes of another text are within this one.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func contains(bytes text: String) -> Bool { firstRange(bytes: text) != nil }

  /// Whether another text is within this one, with its letters of ASCII as capitals or small letters.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func contains(anyCaseOf text: String) -> Bool {
    withBytes { bytes in text.withBytes { bytes.contains(anyCaseOf: $0) } }
  }

  /// The first place of the bytes of another text.
  ///
  /// - Parameter text: A text of one byte or more.
  /// - Returns: A range between scalars, which may divide a character; `nil` if the bytes are nowhere.
  /// - Complexity: O(bytes × bytes of `text`), most of it by `memchr` and `memcmp`.
  package func firstRange(bytes text: String) -> Range<Index>? {
    // A search by indices is not specialized for each text in other modules: it took 0.1 µs and more a byte.
    guard let offset = withBytes({ bytes in text.withBytes { bytes.firstOffset(of: $0) } })
    else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// The number of places of the bytes of another text, which do not overlap.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func count(bytes text: String) -> Int {
    var count = 0
    var rest = self[startIndex...]
    while let range = rest.firstRange(bytes: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }

  /// The text with other bytes in the place of each `text`.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func replacing(bytes text: String, with words: String) -> String {
    var result = ""
    var rest = self[startIndex...]
    while let range = rest.firstRange(bytes: text) {
      result += rest[..<range.lowerBound]
      result += words
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  private func withBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = String(self)
    return copy.withUTF8(body)
  }

  /// The text without white space before it.
  package var droppingBlanks: SubSequence {
    self[unicodeScalars.drop(while: \.properties.isWhitespace).startIndex...]
  }

  /// The text without white space at its ends.
  ///
  /// - Complexity: O(bytes).
  package var trimmingBlanks: String {
    let start = unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(self[start.startIndex..<start.index(after: last)])
  }

  /// The text on one line, with one blank in the place of each run of white space, and none at its ends.
  ///
  /// - Complexity: O(bytes).
  package var joiningBlanks: String {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map { self[$0.startIndex..<$0.endIndex] }.joined(separator: " ")
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first place of other bytes; `nil` for none, and for no bytes.
  fileprivate func firstOffset(of part: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = baseAddress, let bytes = part.baseAddress, part.count > 0 else { return nil }
    var offset = 0
    while offset + part.count <= count,
      let place = memchr(start + offset, Int32(bytes[0]), count - part.count - offset + 1)
    {
      offset = UnsafeRawPointer(place) - UnsafeRawPointer(start)
      if memcmp(place, bytes, part.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }

  /// Whether other bytes are within these, with the letters of ASCII in either case.
  fileprivate func contains(anyCaseOf part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first?.smallLetter else { return false }
    return stride(from: 0, through: count - part.count, by: 1).contains { offset in
      self[offset].smallLetter == first
        && part.indices.allSatisfy { self[offset + $0].smallLetter == part[$0].smallLetter }
    }
  }
}

extension UInt8 {
  /// The small letter of a capital of ASCII, and any other byte itself.
  fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
