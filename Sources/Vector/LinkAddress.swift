/// Addresses that documents may lead to.
enum LinkAddress {
  private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]
  private static let byteLimit = 2_048

  /// Returns an address with all bytes escaped that an address cannot have; `nil` for one that is too long, or that
  /// has another scheme than http, https, mailto and tel, or none.
  ///
  /// A document of a stranger's feed must not run a script, nor open a file of its reader.
  static func safe(_ address: String) -> String? {
    guard let colon = address.firstIndex(of: ":"), address.utf8.count <= byteLimit,
      schemes.contains(address[..<colon].lowercased())
    else { return nil }
    var result = ""
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~:/?#[]@!$&*+,;=%".utf8.contains(byte):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
