import GalleyPrimitives

/// Cuts the texts of items, and writes them in HTML and XML.
extension String {
  /// The longest prefix of at most `count` bytes that ends between grapheme clusters.
  ///
  /// If the first cluster is longer than that, the prefix ends between scalars.
  ///
  /// - Complexity: O(bytes of the last cluster), in addition to the copy.
  package func cut(toUTF8Count count: Int) -> String {
    guard utf8.count > count else { return self }
    let limit = utf8.index(startIndex, offsetBy: count)
    // `index(after:)` rounds down to the cluster that holds the limit.
    let cluster = index(before: index(after: limit))
    guard cluster == startIndex else { return String(self[..<cluster]) }
    var scalar = limit
    while scalar > startIndex, scalar.samePosition(in: unicodeScalars) == nil {
      scalar = utf8.index(before: scalar)
    }
    return String(self[..<scalar])
  }

  /// This text in XML, with the control characters that XML lacks as their pictures.
  ///
  /// - Complexity: O(bytes).
  package var xml: String {
    guard utf8.contains(where: \.isEscapedInXML) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\r": result += "&#13;"
      case "\0"..<"\t", "\u{B}"..<"\r", "\u{E}"..<" ":
        if let picture = Unicode.Scalar(0x2400 + scalar.value) {
          result.unicodeScalars.append(picture)
        }
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The class of the elements in which ``htmlParagraphs`` keeps white space; it says nothing of the look.
  package static let plainHTMLClass = "plain"

  /// This text in HTML.
  package var html: String {
    replacingSigns(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }

  /// This text as paragraphs of HTML, or preformatted if it has white space that HTML would collapse.
  package var htmlParagraphs: String {
    guard isEmpty || !hasCollapsingSpace else {
      let start = "<pre class=\"\(Self.plainHTMLClass)\">"
      return "\(start)\(first == "\n" ? "\n" : "")\(html)</pre>"
    }
    let paragraphs = html.replacing(bytes: "\n\n", with: "</p><p>")
    return "<p>\(paragraphs.replacing(bytes: "\n", with: "<br>"))</p>"
  }

  /// Whether white space is at an end of a line or of the text, or beside other white space, except for a single
  /// empty line.
  private var hasCollapsingSpace: Bool {
    var newlines = 2
    var isAfterBlank = false
    for byte in utf8 {
      switch byte {
      case 0x0A:
        newlines += 1
        if isAfterBlank || newlines > 2 { return true }
      case 0x20:
        if isAfterBlank || newlines > 0 { return true }
        isAfterBlank = true
        continue
      case 0x09, 0x0B, 0x0C, 0x0D: return true
      default: newlines = 0
      }
      isAfterBlank = false
    }
    return newlines > 0 || isAfterBlank
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 is, or may begin, a scalar for which ``Swift/String/xml`` has others.
  fileprivate var isEscapedInXML: Bool {
    switch self {
    case 0x09, 0x0A: false
    // The last one begins U+FFFE and U+FFFF.
    case 0x00..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      0xEF:
      true
    default: false
    }
  }
}
