import GalleyDocuments
import GalleyFeedItems
import GalleyPrimitives

/// The syntax of Markdown for single values.
extension MarkdownText {
  /// An address between angle brackets.
  static func address(_ address: String) -> String {
    let escaped = address.replacingSigns([
      "\\": "\\\\", "<": "\\<", ">": "\\>", "&": "&amp;", "\n": "%0A", "\r": "%0D",
    ])
    return "<\(escaped)>"
  }

  /// A picture; `nil` if the tag has no name of one.
  static func picture(_ tag: HTMLStartTag) -> String? {
    guard let source = tag.pictureName else { return nil }
    let words = (tag.value(of: "alt") ?? "").replacing(bytes: "\n", with: " ")
    // Markdown has no extent of a picture.
    let attributes = ["class", "width", "height", "style"].compactMap { name in
      tag.value(of: name).map { " \(name)=\"\($0.xmlLine)\"" }
    }.joined()
    guard attributes.isEmpty else {
      return "<img\(attributes) src=\"\(source.xmlLine)\" alt=\"\(words.xml)\">"
    }
    return "![\(words.markdown)](\(address(source)))"
  }

  /// The largest number of backticks in a row.
  static func longestRun(in text: String) -> Int {
    text.utf8.split { $0 != UInt8(ascii: "`") }.reduce(0) { max($0, $1.count) }
  }

  /// A tag that stays HTML, with the attributes that have a look.
  static func rawTag(_ tag: HTMLStartTag) -> String {
    let names = [
      "href", "src", "alt", "class", "colspan", "rowspan", "align", "start", "width", "height",
      "title", "poster", "controls", "type",
    ]
    return names.reduce("<\(tag.name)") { text, name in
      text + (tag.value(of: name).map { " \(name)=\"\($0.xmlLine)\"" } ?? "")
    } + ">"
  }
}

extension Character {
  /// Whether HTML collapses this character with others.
  var isHTMLSpace: Bool {
    self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\r\n" || self == "\u{C}"
  }
}

extension String {
  /// This text in an attribute of one line.
  var xmlLine: String { xml.replacing(bytes: "\n", with: " ") }
}
