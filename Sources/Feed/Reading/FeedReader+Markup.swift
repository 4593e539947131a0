import GalleyFeedItems
import GalleyFeedSyntax
internal import GalleyPrimitives

/// Finds the format of a feed that begins with `<`.
extension FeedReader {
  /// The format that the document's first element shows.
  ///
  /// - Throws: ``FeedError/unrecognized(byteOffset:reason:)``, which names another kind of document.
  func detectMarkup() throws(FeedError) -> FeedFormat {
    let offset = window.offset
    window.beginPeek(limit: Self.detectionByteCount)
    defer { window.endPeek() }
    let scanner = XMLScanner(maximumTextBytes: Self.detectionByteCount)
    var namespaces = XMLNamespaces()
    while let token = try scanner.next(&window) {
      // A comment may begin an article, whose text has tags.
      if namedFormat == .markdown, case .text(let bytes, _) = token,
        !bytes.allSatisfy(\.isJSONSpace)
      {
        break
      }
      guard case .start(let tag, _) = token else { continue }
      namespaces.declare(tag)
      switch namespaces.name(tag.name) {
      case "rss", "rdf:rdf", "rdf", "channel", "item": return .rss
      case "feed", "entry": return .atom
      case "html", "head", "body", "xhtml:body", "meta", "title", "link", "p", "div", "script":
        throw .unrecognized(byteOffset: offset, reason: try pageReason(tag, scanner))
      case "opml":
        throw .unrecognized(
          byteOffset: offset, reason: "this is OPML, a list of feeds; give one of the feeds")
      case let name:
        throw .unrecognized(
          byteOffset: offset,
          reason: "this is XML whose first element is `\(name.shown())`, neither RSS nor Atom")
      }
    }
    throw .unrecognized(byteOffset: offset, reason: "markup without an element")
  }

  /// The number of bytes in which a feed behind a message is found.
  private static let messageByteCount = 16 << 10

  /// The format of a feed in XML behind a message of the program that has written it, such as a warning of PHP, which is
  /// passed; `nil` without a feed there.
  func detectBehindMessage() throws(FeedError) -> FeedFormat? {
    let start = try peekedBytes(Self.messageByteCount)
    guard let range = start.firstRange(of: "<?xml".utf8) else { return nil }
    var message = Array(start[..<range.lowerBound])
    guard ForeignContent.isText(message) else { return nil }
    window.advance(by: message.count)
    guard let format = try? detectMarkup() else { return nil }
    let words = HTMLText.text(ofHTML: &message, limit: 1024).string
    leadingText = words.joiningBlanks
    return format
  }

  /// Refuses a feed that was said to be RSS or Atom, and is the other one or JSON; damaged documents pass.
  func checkMarkup(of format: FeedFormat) throws(FeedError) {
    let name = [FeedFormat.rss: "RSS", .atom: "Atom"]
    var found: String?
    switch try window.peekAfterSpace() {
    case .openBrace, .openBracket: found = "JSON"
    case .lessThan:
      if let other = try? detectMarkup(), other != format { found = name[other] }
    default: break
    }
    guard let found else { return }
    throw .unrecognized(
      byteOffset: window.offset,
      reason:
        "this is \(found), not \(name[format] ?? ""): leave --from out, and the content decides")
  }

  /// The reason to refuse an HTML page, with the address of the feed that the page links to.
  private func pageReason(_ first: XMLTag, _ scanner: XMLScanner) throws(FeedError) -> String {
    var tag: XMLTag? = first
    while true {
      if let tag, tag.name.lowercased() == "link", tag["rel"]?.lowercased() == "alternate",
        let type = tag["type"]?.lowercased(), let address = tag["href"],
        type.contains(bytes: "rss") || type.contains(bytes: "atom")
          || type == "application/feed+json"
      {
        return "this is an HTML page; its feed is linked as \(address.shown())"
      }
      guard let token = try scanner.next(&window) else { break }
      if case .start(let next, _) = token { tag = next } else { tag = nil }
    }
    return "this is an HTML page, which links to no feed"
  }
}
