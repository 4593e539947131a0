import GalleyPrimitives

extension String {
  /// This address of the web with escapes for blanks and characters beyond ASCII, as browsers request it.
  ///
  /// The name of the server stays as it is, and so do an address with a control character, which is refused, and escapes.
  ///
  /// - Complexity: O(bytes).
  package var percentEncoded: String {
    utf8.contains { $0 < 0x20 || $0 == 0x7F } ? self : escaped(isStrict: false)
  }

  /// This address, whole or relative, with escapes for all bytes that no address has.
  ///
  /// The name of the server and escapes stay as they are: where a byte needs an escape, Foundation would escape each `%`.
  ///
  /// - Complexity: O(bytes).
  /// - SeeAlso: RFC 3986, appendix A, "Collected ABNF for URI"
  package var uriEncoded: String { escaped(isStrict: true) }

  private func escaped(isStrict: Bool) -> String {
    guard utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || isStrict && $0.mayNeedEscape }) else {
      return self
    }
    let path = endOfServer
    var result = String(self[..<path])
    var hasFragment = false
    var rest = utf8[path...]
    while let byte = rest.popFirst() {
      let isNumber = byte == UInt8(ascii: "#")
      let isKept =
        byte > 0x20 && byte < 0x7F
        && !(isStrict && byte.mayNeedEscape && !rest.isEscape(behind: byte)
          && !(isNumber && !hasFragment))
      hasFragment = hasFragment || isNumber
      if isKept {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
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

extension Substring.UTF8View {
  /// Whether these bytes behind another one are the digits of an escape.
  fileprivate func isEscape(behind byte: UInt8) -> Bool {
    let digits = prefix(2)
    return byte == UInt8(ascii: "%") && digits.count == 2
      && digits.allSatisfy { $0.isDigit || (0x61...0x66).contains($0 | 0x20) }
  }
}

extension UInt8 {
  /// Whether no address has this sign, or not in each place.
  fileprivate var mayNeedEscape: Bool { "\"#%<>[\\]^`{|}".utf8.contains(self) }

  /// Whether this is `/`, `?` or `#`.
  fileprivate var endsServer: Bool { "/?#".utf8.contains(self) }
}
