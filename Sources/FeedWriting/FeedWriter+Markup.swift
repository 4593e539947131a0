import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Writes RSS, Atom and Markdown.
extension FeedWriter {
  /// An item of RSS, whose description is HTML, and so is its title where readers would take a part of it for markup.
  func rssItem(_ item: FeedItem) -> String {
    let elements = ItemElements(item, in: .rss)
    var lines = MarkupLines("<item>")
    lines.add("title", item.title.map { $0.hasMarkupOfHTML ? $0.html : $0 })
    let html = item.bodyHTML ?? item.body?.htmlParagraphs
    if elements.hasDescription {
      lines.add("content:encoded", html, Self.declaration(of: "content"))
    } else {
      // An item has a title or a description.
      lines.add("description", html ?? (item.title == nil ? "" : nil))
    }
    lines.addPlainBody(of: item)
    lines.add("link", item.url)
    lines.add("guid", item.id, " isPermaLink=\"false\"")
    lines.addCreators(of: item, elements)
    if let time = item.time {
      if let date = FeedDate(time)?.rfc822 {
        lines.add("pubDate", date)
      } else {
        lines.add("dc:date", time)
      }
    }
    for tag in item.tags where !elements.tags.contains(tag) { lines.add("category", tag) }
    lines += rssMedia(item, elements)
    lines.add("dc:language", item.language)
    lines.addAvatar(of: item)
    lines += elements.lines
    return lines.text + "</item>\n"
  }

  /// The attribute that declares a common prefix.
  static func declaration(of prefix: String) -> String {
    XMLNamespaces.addresses[prefix].map { " xmlns:\(prefix)=\"\($0)\"" } ?? ""
  }

  /// An entry of Atom, whose texts are plain, except for a body of HTML.
  func atomEntry(_ item: FeedItem) -> String {
    let elements = ItemElements(item, in: .atom)
    var lines = MarkupLines("<entry>")
    lines.add("title", item.title ?? "")
    lines.addID(item.id) {
      Self.uuid(of: [feed.title, feedURL, String(count), item.title, item.body])
    }
    if let url = item.url { lines.add(line: "<link href=\"\(url.xmlAttribute)\"/>") }
    lines.addCategories(of: item, elements)
    lines.addPeople(of: item, elements)
    lines.add("published", item.instant)
    if item.instant == nil { lines.add("dc:date", item.time) }
    if !elements.keys.contains("updated") {
      if let instant = item.instant {
        lines.add("updated", instant)
      } else {
        lines.add("updated", item.earliestInstant ?? feed.instant ?? Self.noInstant, Self.derived)
      }
    }
    lines += atomMedia(item, elements)
    lines.add("dc:language", item.language)
    if let html = item.bodyHTML {
      lines.add("content", html, " type=\"html\"")
    } else {
      // An entry has a content or a link.
      lines.add("content", item.body ?? (item.url == nil ? "" : nil), " type=\"text\"")
    }
    lines.addPlainBody(of: item)
    lines.addAvatar(of: item)
    lines += elements.lines
    return lines.text + "</entry>\n"
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
      for (name, value) in attachment.numbers {
        if let value { lines.append("    \(name): \(value)") }
      }
    }
    // Longer front matter is not read.
    if let plain = item.plainBody, plain.utf8.count <= FrontMatter.maximumBytes / 4 {
      lines.append("body: \(plain.quotedForYAML)")
    }
    lines += otherProperties(item)
    if count == 0, let member = feedMember, member.utf8.count <= FrontMatter.maximumBytes / 2 {
      lines.append("\(FeedItem.feedKey): \(member)")
    }
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
  var xmlAttribute: String {
    xml.replacingSigns(["\n": "&#10;", "\t": "&#9;"])
  }

  /// This text in the quotation marks of YAML, with an escape for each scalar that ends a line there or is not printed.
  fileprivate var quotedForYAML: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
        "\u{FFFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether HTML has a tag or a reference where this text has a `<` or an `&`.
  fileprivate var hasMarkupOfHTML: Bool {
    let bytes = Array(utf8)
    return bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "&") else { return bytes[index] == .lessThan }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      return next == UInt8(ascii: "#") || next.beginsXMLName
    }
  }

  /// This text in Markdown: each sign of its syntax is escaped, and line breaks are kept, but no blanks that begin a paragraph,
  /// which would be code.
  var markdown: String {
    var result = ""
    var (isAfterNewline, isAtStart) = (false, true)
    // A mark on a sign makes another character of it, but not for Markdown.
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { last = scalar }
      if scalar == "\n", last == "\r" { continue }
      if scalar == "\n" || scalar == "\r" {
        // An empty line divides paragraphs; a backslash at the end of a line keeps its break.
        if isAfterNewline { result.unicodeScalars.removeLast(2) }
        result += isAfterNewline ? "\n\n" : "\\\n"
        isAtStart = isAfterNewline
        isAfterNewline = !isAfterNewline
        continue
      }
      if isAtStart, scalar == " " || scalar == "\t" { continue }
      (isAfterNewline, isAtStart) = (false, false)
      if (0x21..<0x7F).contains(scalar.value), !scalar.properties.isAlphabetic,
        !("0"..."9").contains(scalar)
      {
        result += "\\"
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
