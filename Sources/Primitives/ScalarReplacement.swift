extension String {
  /// The text with a word in place of each sign, also of one with marks on it.
  ///
  /// `replacing` takes a sign and its marks for one character, which a format of bytes does not.
  ///
  /// - Parameter words: Words by the ASCII character that they replace.
  /// - Returns: The text itself if it has none of the signs.
  /// - Complexity: O(bytes).
  package func replacingSigns(_ words: [Unicode.Scalar: String]) -> String {
    let signs = Set(words.keys.compactMap { UInt8(exactly: $0.value) })
    guard utf8.contains(where: signs.contains) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count + utf8.count / 8)
    for scalar in unicodeScalars {
      if scalar.isASCII, let word = words[scalar] {
        result += word
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
