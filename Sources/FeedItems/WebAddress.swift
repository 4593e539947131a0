import GalleyPrimitives

extension String {
  /// This address of the web, whole or relative, with escapes for blanks, for characters beyond ASCII, and for signs that
  /// no address has, as browsers request it.
  ///
  /// The name of the server stays as it is, and so do an address with a control character, and escapes that are there:
  /// Foundation would escape their `%`.
  ///
  /// - Complexity: O(bytes).
  package var percentEncoded: String {
    guard utf8.contains(where: \.isEscapedInAddress),
      !utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return self }
    let path = endOfServer
    var result = String(self[..<path])
    for byte in self[path...].utf8 {
      guard byte.isEscapedInAddress else {
        result.unicodeScalars.append(UnicodeScalar(byte))
        continue
      }
      let digits = String(byte, radix: 16, uppercase: true)
      result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
    return result
  }

  private var endOfServer: Index {
    guard let slashes = firstRange(bytes: "//") else { return startIndex }
    let colon = UInt8(ascii: ":")
    let scheme = utf8[..<slashes.lowerBound]
    guard scheme.last ?? colon == colon, !scheme.contains(where: \.endsServer) else {
      return startIndex
    }
    return utf8[slashes.upperBound...].firstIndex(where: \.endsServer) ?? endIndex
  }
}

extension UInt8 {
  fileprivate var isEscapedInAddress: Bool {
    self <= 0x20 || self >= 0x80 || "\"<>\\^`{|}".utf8.contains(self)
  }

  /// Whether this is `/`, `?` or `#`.
  fileprivate var endsServer: Bool { "/?#".utf8.contains(self) }
}
