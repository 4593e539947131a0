extension HTMLText {
  /// The HTML of a headline, in which a tag that marks no part of the headline is text, as in `Why <template> and Vec<T>`.
  ///
  /// - Complexity: O(bytes).
  package static func escapingForeignTags(_ html: [UInt8]) -> [UInt8] {
    guard html.contains(.lessThan) else { return html }
    var tags = HeadlineTags(html)
    var result: [UInt8] = []
    for (index, byte) in html.enumerated() {
      if byte == .lessThan, !tags.isMarkup(at: index) {
        result += Array("&lt;".utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

/// The tags of a headline: those that mark a part of it, and those that are words of it.
///
/// Headlines of programmers have the names of elements in them. A tag of an element that no headline has is a word, and so
/// is one without its `>`, and one of a block, a script or a style without its partner. Tags of words, such as `b`, often
/// lack their partners in headlines that are cut; they are words where a blank stands between them and the text that they
/// would mark.
private struct HeadlineTags {
  private struct Tag {
    var name: String
    var isEnd: Bool
    /// The bytes between the name and the `>`.
    var rest: ArraySlice<UInt8>
    /// Whether a blank or an end of the headline is on the side of the text that the tag marks.
    var isApart: Bool
  }

  private let html: [UInt8]
  /// The numbers of end tags that follow, by name.
  private var endCounts: [String: Int] = [:]
  /// The numbers of start tags whose end tags follow, by name.
  private var openCounts: [String: Int] = [:]

  init(_ html: [UInt8]) {
    self.html = html
    for index in html.indices where html[index] == .lessThan {
      if let tag = tag(at: index), tag.isEnd { endCounts[tag.name, default: 0] += 1 }
    }
  }

  /// Whether the `<` at `index` begins a tag that marks a part of the headline, or no tag at all: readers of HTML know that
  /// one, and comments.
  ///
  /// To be called once for each `<`, in their order.
  mutating func isMarkup(at index: Int) -> Bool {
    guard isTag(at: index) else { return true }
    guard let tag = tag(at: index) else { return false }
    let openCount = openCounts[tag.name] ?? 0
    if tag.isEnd {
      endCounts[tag.name, default: 0] -= 1
      guard openCount == 0 else {
        openCounts[tag.name] = openCount - 1
        return true
      }
    } else if endCounts[tag.name] ?? 0 > openCount {
      openCounts[tag.name] = openCount + 1
      return true
    }
    let hasAttributes = tag.rest.contains(UInt8(ascii: "="))
    if Self.emptyNames.contains(tag.name) { return tag.name != "img" || hasAttributes }
    guard !Self.blockNames.contains(tag.name) else { return false }
    let isBare = tag.rest.allSatisfy { $0.isJSONSpace || $0 == UInt8(ascii: "/") }
    return isBare ? !tag.isApart : hasAttributes
  }

  /// The index of the name of a tag that begins at `index`, and whether it is an end tag.
  private func name(at index: Int) -> (start: Int, isEnd: Bool) {
    let isEnd = index + 1 < html.count && html[index + 1] == UInt8(ascii: "/")
    return (index + (isEnd ? 2 : 1), isEnd)
  }

  /// Whether a letter follows the `<` at `index`.
  private func isTag(at index: Int) -> Bool {
    let start = name(at: index).start
    return start < html.count && (0x61...0x7A).contains(html[start] | 0x20)
  }

  /// The tag that begins at `index`; `nil` for a `<` of another kind, and for an element that no headline has.
  private func tag(at index: Int) -> Tag? {
    guard isTag(at: index) else { return nil }
    let (start, isEnd) = name(at: index)
    let letters = html[start...].prefix(16).prefix { !$0.isJSONSpace && !"/><".utf8.contains($0) }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    guard Self.names.contains(name),
      let end = html[letters.endIndex...].prefix(Self.maximumBytes).firstIndex(where: {
        $0 == UInt8(ascii: ">") || $0 == .lessThan
      }), html[end] != .lessThan
    else { return nil }
    let beside = isEnd ? index - 1 : end + 1
    let isApart = !html.indices.contains(beside) || html[beside].isJSONSpace
    return Tag(name: name, isEnd: isEnd, rest: html[letters.endIndex..<end], isApart: isApart)
  }

  /// The largest length of a tag in bytes.
  private static let maximumBytes = 4096

  /// The elements without end tags.
  private static let emptyNames: Set = ["br", "img", "wbr"]

  /// The elements that need both of their tags.
  private static let blockNames: Set = [
    "center", "div", "h1", "h2", "h3", "h4", "h5", "h6", "p", "script", "style",
  ]

  /// The elements that a headline may have.
  private static let names = emptyNames.union(blockNames).union([
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "nobr", "q", "rb", "rp", "rt", "rtc", "ruby", "s", "samp",
    "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
  ])
}
