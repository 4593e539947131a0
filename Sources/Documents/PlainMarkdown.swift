/// A text of Markdown whose syntax stays text, in its paragraphs.
struct PlainMarkdown {
  /// The lines of the paragraphs.
  private let paragraphs: [[Substring]]

  /// - Complexity: O(bytes).
  init(_ markdown: String) {
    let lines = markdown.utf8.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    var paragraphs: [[Substring]] = [[]]
    for line in lines {
      if line.contains(where: { $0 > 0x20 }) {
        paragraphs[paragraphs.count - 1].append(Substring(line))
      } else if paragraphs.last?.isEmpty == false {
        paragraphs.append([])
      }
    }
    self.paragraphs = paragraphs.filter { !$0.isEmpty }
  }

  /// The text as HTML.
  var html: String {
    var bytes: [UInt8] = []
    for lines in paragraphs {
      bytes += "<p>".utf8
      for (number, line) in lines.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: "\n")) }
        for byte in line.utf8 {
          switch byte {
          case 0: bytes += "\u{FFFD}".utf8
          case UInt8(ascii: "&"): bytes += "&amp;".utf8
          case UInt8(ascii: "<"): bytes += "&lt;".utf8
          case UInt8(ascii: ">"): bytes += "&gt;".utf8
          default: bytes.append(byte)
          }
        }
      }
      bytes += "</p>\n".utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text as events.
  var events: [MarkdownEvent] {
    paragraphs.flatMap { lines in
      [.start(.paragraph)]
        + lines.map { [MarkdownEvent.text(String($0))] }.joined(separator: [.softBreak]) + [.end]
    }
  }
}
