import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// Writes RSS, Atom and Markdown.
extension FeedWriter {
  /// An item of RSS, whose title and description are HTML.
  func rssItem(_ item: FeedItem) -> String {
    var lines = ["<item>"]
    func add(_ name: String, _ value: String?, _ attributes: String = "") {
      guard let value else { return }
      lines.append("<\(name)\(attributes)>\(value.xml)</\(name)>")
    }
    add("title", item.title?.html)
    add("description", item.bodyHTML ?? item.body?.htmlParagraphs)
    add("link", item.url)
    add("guid", item.id, " isPermaLink=\"false\"")
    add("dc:creator", item.author)
    if let time = item.time {
      if let date = FeedDate(time)?.rfc822 { add("pubDate", date) } else { add("dc:date", time) }
    }
    for tag in item.tags { add("category", tag) }
    lines += media(item)
    add("dc:language", item.language)
    return lines.joined(separator: "\n") + "\n</item>\n"
  }

  /// The image and the attachments of an item of RSS; a reader takes the first picture for the image.
  private func media(_ item: FeedItem) -> [String] {
    var media: [String] = []
    func add(_ attributes: String, _ description: String?) {
      let words = description.map { "<media:description>\($0.xml)</media:description>" }
      media.append(
        words.map { "<media:content \(attributes)>\($0)</media:content>" }
          ?? "<media:content \(attributes)/>")
    }
    if let image = item.image {
      add("url=\"\(image.xmlAttribute)\" medium=\"image\"", item.imageDescription)
    }
    for attachment in item.attachments {
      let (url, type) = (attachment.url.xmlAttribute, attachment.type.xmlAttribute)
      add("url=\"\(url)\" type=\"\(type)\"", attachment.description)
    }
    return media
  }

  /// An entry of Atom, whose texts are plain, except for a body of HTML.
  func atomEntry(_ item: FeedItem) -> String {
    var lines = ["<entry>"]
    func add(_ name: String, _ value: String?, _ attributes: String = "") {
      guard let value else { return }
      lines.append("<\(name)\(attributes)>\(value.xml)</\(name)>")
    }
    add("title", item.title)
    add("id", item.id)
    if let url = item.url { lines.append("<link href=\"\(url.xmlAttribute)\"/>") }
    for tag in item.tags { lines.append("<category term=\"\(tag.xmlAttribute)\"/>") }
    if let author = item.author { lines.append("<author><name>\(author.xml)</name></author>") }
    add("published", item.time)
    if let time = item.time, FeedDate(time) != nil { add("updated", time) }
    let image = item.image.map {
      FeedAttachment(url: $0, type: "image/*", description: item.imageDescription)
    }
    for medium in [image].compactMap(\.self) + item.attachments {
      let title = medium.description.map { " title=\"\($0.xmlAttribute)\"" } ?? ""
      lines.append(
        "<link rel=\"enclosure\" type=\"\(medium.type.xmlAttribute)\" "
          + "href=\"\(medium.url.xmlAttribute)\"\(title)/>")
    }
    add("dc:language", item.language)
    if let html = item.bodyHTML {
      add("content", html, " type=\"html\"")
    } else {
      add("content", item.body, " type=\"text\"")
    }
    return lines.joined(separator: "\n") + "\n</entry>\n"
  }

  /// An article with front matter, whose text has the looks of its HTML.
  ///
  /// Markdown has no runs of blanks and no more than one empty line, unless they are in a block of code.
  func article(_ item: FeedItem) -> String {
    var lines = ["---"]
    for field in FeedField.allCases where field != .body {
      guard let value = item[field] else { continue }
      lines.append("\(field == .time ? "date" : field.rawValue): \(value.quotedForYAML)")
    }
    if let words = item.imageDescription {
      lines.append("\(FeedItem.imageDescriptionKey): \(words.quotedForYAML)")
    }
    if !item.tags.isEmpty {
      lines.append("tags: [\(item.tags.map(\.quotedForYAML).joined(separator: ", "))]")
    }
    if !item.attachments.isEmpty { lines.append("attachments:") }
    for attachment in item.attachments {
      lines.append("  - url: \(attachment.url.quotedForYAML)")
      lines.append("    type: \(attachment.type.quotedForYAML)")
      if let words = attachment.description {
        lines.append("    description: \(words.quotedForYAML)")
      }
    }
    lines += otherProperties(item)
    lines.append("---\n")
    let body = item.bodyHTML.flatMap { MarkdownText.markdown(ofHTML: $0) } ?? item.body?.markdown
    return lines.joined(separator: "\n") + "\n" + (body ?? "") + "\n"
  }
}

extension FeedWriter {
  /// The properties of an article for members that no field has; those of unusual names are in one object.
  private func otherProperties(_ item: FeedItem) -> [String] {
    var names: Set<String> = []
    var lines: [String] = []
    var rest: [(name: String, value: String?)] = []
    for (name, value) in item.otherMembers {
      let isPlain = name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
      }
      guard isPlain, name != FeedItem.extraKey, value.textOfJSON?.isEmpty != true, value != "null",
        !FeedReader.isTaken(articleProperty: name), names.insert(name.lowercased()).inserted
      else {
        rest.append((name, value))
        continue
      }
      lines.append("\(name): \(value.textOfJSON?.quotedForYAML ?? value)")
    }
    return rest.isEmpty ? lines : lines + ["\(FeedItem.extraKey): \(MemberList.object(rest))"]
  }
}

extension FeedDate {
  /// The date in the form of RFC 822; `nil` without a clock or a zone, for which that form has no place.
  var rfc822: String? {
    guard hasClock, hasZone else { return nil }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split { "-T+Z".contains($0) }
    guard parts.count >= 4, let month = Int(parts[1]) else { return nil }
    let minutes = zoneMinutes.magnitude
    let zone = [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
    return "\(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3].prefix(8)) "
      + (zoneMinutes < 0 ? "-" : "+") + zone
  }
}

extension String {
  /// This text in an attribute of XML, whose line breaks would become blanks.
  fileprivate var xmlAttribute: String {
    xml.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  /// This text in the quotation marks of YAML.
  fileprivate var quotedForYAML: String {
    let escaped = map { character in
      switch character {
      case "\\", "\"": "\\" + String(character)
      case "\r\n", "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// This text in Markdown: each sign of its syntax is escaped, and line breaks are kept.
  var markdown: String {
    var result = ""
    var isAfterNewline = false
    for character in self {
      if character == "\n" {
        // An empty line divides paragraphs; a backslash at the end of a line keeps its break.
        if isAfterNewline { result.removeLast(2) }
        result += isAfterNewline ? "\n\n" : "\\\n"
        isAfterNewline = !isAfterNewline
        continue
      }
      isAfterNewline = false
      if let byte = character.asciiValue, byte > 0x20, byte < 0x7F, !character.isLetter,
        !character.isNumber
      {
        result += "\\"
      }
      result.append(character)
    }
    return result
  }
}
