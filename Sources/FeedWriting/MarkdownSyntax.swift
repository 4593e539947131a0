import GalleyDocuments
import GalleyFeedItems
import GalleyPrimitives

/// The syntax of Markdown for single values.
extension MarkdownText {
  static let dropped: Set = [
    "script", "style", "title", "template", "object", "svg", "math", "select", "textarea",
    "canvas", "noscript", "datalist", "head",
  ]
  static let raw = EmbeddedMedium.names.union(["table", "dl"])
  /// The elements whose tags stay HTML within a line.
  static let inline: Set = [
    "sub", "sup", "u", "ins", "mark", "small", "big", "q", "kbd", "ruby", "rt", "rp", "rb",
  ]
  static let signs = [
    "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "var": "*", "dfn": "*",
    "s": "~~", "del": "~~", "strike": "~~",
  ]
  static let blockNames: Set = [
    "p", "div", "section", "article", "aside", "header", "footer", "main", "nav", "address", "form",
    "figure", "figcaption", "fieldset", "details", "summary", "center", "body", "legend", "hgroup",
  ]

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
    let words = (tag.value(of: "alt") ?? "").oneLine
    // Markdown has no extent of a picture.
    let attributes = ["class", "width", "height", "style"].compactMap { name in
      tag.value(of: name).map { " \(name)=\"\($0.xmlLine)\"" }
    }.joined()
    guard attributes.isEmpty else {
      return "<img\(attributes) src=\"\(source.xmlLine)\" alt=\"\(words.xml)\">"
    }
    return "![\(words.markdown)](\(address(source)))"
  }

  /// The largest number of an item.
  static let largestNumber = 999_999_999

  /// The number of the first item of a list, as Markdown can have it.
  static func number(ofList tag: HTMLStartTag) -> Int {
    max(0, min(tag.value(of: "start").flatMap { Int($0) } ?? 1, largestNumber))
  }

  /// Whether an element begins a line of preformatted text.
  static func breaksLine(_ name: String) -> Bool {
    blockNames.contains(name) || ["li", "hr", "blockquote", "ul", "ol", "pre"].contains(name)
      || name.utf8.count == 2 && name.hasPrefix("h")
  }

  /// The name of a language, of at most 64 letters and digits.
  static func language(_ text: Substring) -> String {
    let scalars = text.unicodeScalars.prefix(64).prefix {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(scalars))
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
  var xmlLine: String { oneLine.xml }

  /// This text with blanks in place of the ends of lines.
  fileprivate var oneLine: String { replacingSigns(["\n": " ", "\r": " "]) }

  /// This text without the blanks at its end.
  var trimmingEnd: String {
    String(
      decoding: utf8.dropLast(utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count),
      as: UTF8.self)
  }
}
