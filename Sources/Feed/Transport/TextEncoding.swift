/// Finds the encoding of a text from its first bytes.
enum TextEncoding {
  /// The number of bytes in which an XML declaration names its encoding.
  static let declarationByteCount = 256

  /// The name of UTF-16 or UTF-32, which the first four bytes show; `nil` for other encodings.
  ///
  /// Without a byte order mark, the zero bytes of a first character in ASCII show it.
  static func name(firstBytes: [UInt8]) -> String? {
    let bytes = firstBytes + repeatElement(1, count: max(4 - firstBytes.count, 0))
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0xFF, 0xFE, 0, 0), (1..., 0, 0, 0): return "UTF-32LE"
    case (0, 0, 0xFE, 0xFF), (0, 0, 0, 1...): return firstBytes.count < 4 ? nil : "UTF-32BE"
    case (0xFF, 0xFE, _, _), (1..., 0, 1..., 0): return "UTF-16LE"
    case (0xFE, 0xFF, _, _), (0, 1..., 0, 1...): return firstBytes.count < 2 ? nil : "UTF-16BE"
    default: return nil
    }
  }

  /// The name of the encoding in the XML declaration at the beginning of `bytes`; `nil` for UTF-8.
  static func name(declaredIn bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.firstRange(of: "?>"),
      let key = text[..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = text[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let label = value.dropFirst().prefix { $0 != quote }.lowercased()
    return name(of: label)
  }

  /// The encoding of a label as web pages mean it, which is often a superset of the named one.
  private static func name(of label: String) -> String? {
    switch label {
    case "utf-8", "utf8", "": nil
    // A declaration in ASCII cannot stand in UTF-16 or UTF-32: it was left when the text was saved.
    case _ where label.hasPrefix("utf-16") || label.hasPrefix("utf-32") || label.hasPrefix("ucs"):
      nil
    case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1": "WINDOWS-1252"
    case "iso-8859-9": "WINDOWS-1254"
    case "iso-8859-11", "tis-620": "CP874"
    case "gb2312", "gbk", "x-gbk": "GB18030"
    case "shift_jis", "shift-jis", "sjis", "x-sjis": "CP932"
    case "euc-kr", "ks_c_5601-1987", "ksc5601": "CP949"
    case "big5": "BIG5-HKSCS"
    default: label
    }
  }
}
