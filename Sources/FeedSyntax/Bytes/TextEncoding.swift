import GalleyPrimitives

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
    guard let end = text.firstRange(bytes: "?>"),
      let key = text[..<end.lowerBound].firstRange(bytes: "encoding")
    else { return nil }
    let value = text[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let label = value.dropFirst().prefix { $0 != quote }.lowercased()
    return name(of: label)
  }

  /// The encoding of a label as web pages mean it, which is often a superset of the named one; `nil` for UTF-8, and
  /// for a label that is in neither list.
  ///
  /// The C library knows hundreds of encodings. Those that no feed reader knows stay closed to strangers: their
  /// converters are hardly used, and UTF-7 hides ASCII in other characters.
  ///
  /// - SeeAlso: The Encoding Standard, 4.2 "Names and labels".
  static func name(of label: String) -> String? {
    if let name = supersets[label] { return name }
    let end = label.lastIndex { !("0"..."9").contains($0) }
    let family = end.map { label[...$0] } ?? ""
    let number = label.dropFirst(family.count)
    switch family {
    case "windows-", "cp", "x-cp", "ibm": return codePages[String(number)]
    case "iso-8859-", "iso8859-", "iso_8859-", "iso8859":
      return (2...16).contains(Int(number) ?? 0) && number != "12" ? "ISO-8859-\(number)" : nil
    default: return nil
    }
  }

  /// The encodings of labels that are not numbers of code pages.
  private static let supersets = [
    "us-ascii": "WINDOWS-1252", "ascii": "WINDOWS-1252", "iso-8859-1": "WINDOWS-1252",
    "iso8859-1": "WINDOWS-1252", "iso_8859-1": "WINDOWS-1252", "latin1": "WINDOWS-1252",
    "latin-1": "WINDOWS-1252", "l1": "WINDOWS-1252", "latin2": "ISO-8859-2", "l2": "ISO-8859-2",
    "iso-8859-9": "WINDOWS-1254", "latin5": "WINDOWS-1254", "iso-8859-8-i": "ISO-8859-8",
    "iso-8859-11": "CP874", "tis-620": "CP874", "koi8-r": "KOI8-R", "koi8": "KOI8-R",
    "koi8-u": "KOI8-U", "koi8-ru": "KOI8-U", "macintosh": "MACINTOSH", "mac": "MACINTOSH",
    "x-mac-roman": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC", "gb2312": "GB18030",
    "gbk": "GB18030", "x-gbk": "GB18030", "gb18030": "GB18030", "euc-cn": "GB18030",
    "big5": "BIG5-HKSCS", "big5-hkscs": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
    "ms_kanji": "CP932", "windows-31j": "CP932", "euc-jp": "EUC-JP", "x-euc-jp": "EUC-JP",
    "iso-2022-jp": "ISO-2022-JP", "euc-kr": "CP949", "ks_c_5601-1987": "CP949", "ksc5601": "CP949",
  ]

  /// The encodings of numbers of code pages.
  private static let codePages = Dictionary(
    uniqueKeysWithValues: [
      437, 850, 852, 855, 857, 858, 862, 866, 874, 932, 949, 1250, 1251, 1252, 1253, 1254, 1255,
      1256,
      1257, 1258,
    ].map { ("\($0)", "CP\($0)") })
}
