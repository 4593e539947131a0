import GalleyFeedItems
import GalleyFeedSyntax
internal import GalleyPrimitives

/// Finds the format of a feed from its content.
extension FeedReader {
  /// The number of bytes at the beginning of a feed that are searched for lines with an object
  /// each.
  static let detectionByteCount = 1 << 20

  /// The number of bytes of a feed's first object that are searched for its items.
  var objectByteCount: Int { max(Self.detectionByteCount, limits.maximumElementBytes) }

  /// The format of the feed; the bytes remain to be read.
  ///
  /// The first element of an array shows its format, which is `fd` if nothing else. An object is `fd` if its member `feed` is an array. It is `jsonFeed` if its
  /// member `items` is an array or its member `version` names JSON Feed; the first such member
  /// decides. An object without these members that ends on its line is the first line of JSON
  /// Lines. Any other content is JSON Lines if most of its lines are objects, unless it begins with
  /// `<`. An empty feed is JSON Lines without a line. In a file with the name of an article, content that shows no feed
  /// is that article.
  ///
  /// - Throws: ``FeedError/syntax(byteOffset:reason:)`` for a malformed object, and
  ///   ``FeedError/unrecognized(byteOffset:reason:)`` for other content and for an object that does
  ///   not end within the searched bytes.
  func detectFormat() throws(FeedError) -> FeedFormat {
    try passBlankLines()
    let first = try window.peek()
    if namedFormat == .markdown, let first, Self.feedStarts.contains(first) {
      return try detectArticle(first)
    }
    switch first {
    case nil: return .jsonLines
    case .openBracket: return try detectArray()
    case .openBrace: return try detectObject()
    case .some(let byte):
      do throws(FeedError) {
        return try byte == .lessThan ? detectMarkup() : detectText(byte)
      } catch {
        guard case .unrecognized = error, let format = try detectBehindMessage() else {
          throw error
        }
        return format
      }
    }
  }

  /// The first bytes of feeds in JSON and XML, with which an article may begin too.
  private static let feedStarts: Set<UInt8> = [.openBracket, .openBrace, .lessThan]

  /// The format of a file that has the name of an article and begins with one of ``feedStarts``: that of the feed in it,
  /// or else Markdown, which begins with a link, a picture, HTML or properties in JSON.
  private func detectArticle(_ first: UInt8) throws(FeedError) -> FeedFormat {
    if first == .openBrace {
      let start = try peekedBytes(FrontMatter.maximumBytes + 64)
      if FrontMatter.beginsWithObject(String(decoding: start, as: UTF8.self)) { return .markdown }
    }
    do throws(FeedError) {
      switch first {
      case .openBrace: return try detectObject()
      case .openBracket: return beginsArrayOfObjects() ? try detectArray() : .markdown
      default: return try detectMarkup()
      }
    } catch {
      switch error {
      case .syntax, .unrecognized: return .markdown
      default: throw error
      }
    }
  }

  /// Whether the feed begins with an array whose first element is an object with members.
  private func beginsArrayOfObjects() -> Bool {
    window.beginPeek(limit: objectByteCount)
    defer { window.endPeek() }
    return !elementKeys().isEmpty
  }

  /// The format of a feed that begins with neither a bracket nor a tag.
  private func detectText(_ byte: UInt8) throws(FeedError) -> FeedFormat {
    if let name = ForeignContent.name(try peekedBytes(ForeignContent.byteCount)) {
      throw .unrecognized(byteOffset: window.offset, reason: "this is \(name)")
    }
    if byte.beginsXMLName,
      TransportSource.isAssignment(try peekedBytes(TransportSource.assignmentByteCount))
    {
      return .twitter
    }
    let isFence = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    if isFence {
      let start = try peekedBytes(FrontMatter.maximumBytes)
      if FrontMatter.begins(String(decoding: start, as: UTF8.self)) { return .markdown }
    }
    if namedFormat == .markdown { return .markdown }
    if try isMostlyLinesOfObjects() { return .jsonLines }
    if let format = try detectTable() { return format }
    let start = try peekedBytes(1024)
    if Self.beginsWithHeading(start) { return .markdown }
    guard ForeignContent.isText(start) else {
      throw .unrecognized(
        byteOffset: window.offset, reason: "expected `{`, `[` or `<`, found \(byte.shown)")
    }
    throw .unrecognized(
      byteOffset: window.offset,
      reason: """
        this is plain text; galley text --file FILE -o text.png draws it, and with --from markdown it is an \
        article
        """)
  }

  /// Whether `bytes` begin with a heading of Markdown of the first level.
  private static func beginsWithHeading(_ bytes: [UInt8]) -> Bool {
    let line = bytes.prefix { $0 != .newline && $0 != 0x0D }
    return line.starts(with: "# ".utf8) && line.dropFirst(2).contains { !$0.isJSONSpace }
  }

  /// The next bytes, at most `count`, which remain to be read.
  func peekedBytes(_ count: Int) throws(FeedError) -> [UInt8] {
    window.beginPeek(limit: count)
    defer { window.endPeek() }
    while try window.fill() {}
    var bytes: [UInt8] = []
    window.consume {
      bytes = Array($0.prefix(count))
      return 0
    }
    return bytes
  }

  /// The format of a feed that begins with an array.
  private func detectArray() throws(FeedError) -> FeedFormat {
    window.beginPeek(limit: objectByteCount)
    defer { window.endPeek() }
    return format(ofElementsWith: elementKeys()) ?? .fd
  }

  /// The format of an array whose first object has members `keys`; `nil` if the names do not tell.
  private func format(ofElementsWith keys: Set<String>) -> FeedFormat? {
    if keys.contains("account"),
      keys.contains("content") || keys.contains("reblog") || keys.contains("status")
        || keys.isSuperset(of: ["type", "created_at"])
    {
      return .mastodon
    }
    if keys.contains("type"), keys.contains("attributedTo") || keys.contains("actor") {
      return .activityStreams
    }
    if keys.contains("post")
      || keys.contains("uri") && (keys.contains("cid") || keys.contains("record"))
      || keys.isSuperset(of: ["uri", "depth", "value"])
    {
      return .bluesky
    }
    if keys.contains("tweet") || keys.contains("like") || keys.contains("full_text") {
      return .twitter
    }
    return nil
  }

  /// The names in the first object of the array here, as far as it is well-formed.
  private func elementKeys() -> Set<String> {
    var keys: Set<String> = []
    do throws(FeedError) {
      window.advance()
      guard try window.peekAfterSpace() == .openBrace else { return keys }
      window.advance()
      var isFirst = true
      while keys.count < 64, try passSeparator(isFirst: isFirst, closing: .closeBrace) {
        isFirst = false
        let key = try passKey()
        _ = try passValue()
        window.letGo()
        if let key { keys.insert(key) }
      }
    } catch {
      // The reader finds the fault again, at its place.
      window.letGo()
    }
    return keys
  }

  /// Passes white space before the feed, which all formats allow, of any length, and byte order marks behind it.
  private func passBlankLines() throws(FeedError) {
    repeat {
      while let byte = try window.peek(), byte.isJSONSpace {
        if byte == .newline { line += 1 }
        window.advance()
      }
    } while try window.passByteOrderMark()
  }

  /// The format of a feed that begins with an object.
  private func detectObject() throws(FeedError) -> FeedFormat {
    let offset = window.offset
    window.beginPeek(limit: objectByteCount)
    defer { window.endPeek() }
    do throws(FeedError) {
      if let format = try detectMembers() { return format }
    } catch {
      guard case .syntax = error else { throw error }
      guard !window.hasPeekedAll else {
        throw .unrecognized(
          byteOffset: offset,
          reason: """
            an object without an array `feed` or `items` in its first \(objectByteCount) bytes, so \
            that its format has to be named (--from)
            """)
      }
      guard !opensAlone else { throw error }
      window.endPeek()
      // The first line of JSON Lines may be malformed.
      guard try isMostlyLinesOfObjects() else { throw error }
      return .jsonLines
    }
    guard lineBreaks == 0 else {
      let network = window.withPeeked { bytes -> FeedFormat? in
        // The search for members may have stopped within the object.
        guard isObject(bytes) else { return nil }
        return decoder.network(
          of: JSONCursor.Value(kind: .object, range: 0..<bytes.count), in: bytes)
      }
      if let network { return network }
      throw .unrecognized(
        byteOffset: offset,
        reason: """
          an object over several lines has neither an array `feed` or `items` nor the members of a post; \
          JSON Lines have each object on one line
          """)
    }
    return .jsonLines
  }

  /// The format that a member of the object indicates.
  private func detectMembers() throws(FeedError) -> FeedFormat? {
    window.advance()
    var isFirst = true
    var isActivity = false
    var firstPage: String?
    while try passSeparator(isFirst: isFirst, closing: .closeBrace) {
      isFirst = false
      let key = try passKey()
      if try window.peek() == .openBracket {
        switch key {
        case "orderedItems": return .activityStreams
        case "items": return isActivity ? .activityStreams : .jsonFeed
        case "feed": return format(ofElementsWith: elementKeys()) == .bluesky ? .bluesky : .fd
        case "ancestors", "descendants": return .mastodon
        case "posts", "records", "statuses", "thread":
          if let format = format(ofElementsWith: elementKeys()) { return format }
          // The array is read again from its beginning.
          return nil
        default: break
        }
      }
      let isKept = try passValue()
      defer { window.letGo() }
      if key == Self.threadKey, isKept, keptValueHas("post") { return .bluesky }
      guard isKept, key == "version" || key == "@context" || key == "first" else { continue }
      let value = window.withKept { String(decoding: $0.prefix(1024), as: UTF8.self) }
      if key == "version", value.contains(bytes: "jsonfeed.org") { return .jsonFeed }
      if key == "@context", value.contains(bytes: "activitystreams") { isActivity = true }
      if key == "first" { firstPage = value }
    }
    if isActivity, let firstPage {
      throw .unrecognized(
        byteOffset: window.offset,
        reason: "this is an outbox without items; they are linked as \(firstPage.shown())")
    }
    return nil
  }

  /// Whether the kept value is an object with an object called `name`.
  private func keptValueHas(_ name: String) -> Bool {
    window.withKept { bytes in
      let value = JSONCursor.Value(kind: JSONKind(firstByte: bytes[0]), range: 0..<bytes.count)
      return decoder.members(of: value, in: bytes)[name]?.kind == .object
    }
  }

  /// The number of lines of the object that end within the bytes read so far.
  private var lineBreaks: Int {
    window.withPeeked { bytes in bytes.count { $0 == .newline } }
  }

  /// Whether the first line is a `{` alone, which is never a line of JSON Lines.
  private var opensAlone: Bool {
    window.withPeeked { bytes in
      bytes.dropFirst().first { $0 == .newline || !$0.isJSONSpace }
        == .newline
    }
  }

  /// Whether at least half of the lines that are not blank are one object each, within the first
  /// ``detectionByteCount`` bytes.
  private func isMostlyLinesOfObjects() throws(FeedError) -> Bool {
    window.beginPeek(limit: Self.detectionByteCount)
    defer { window.endPeek() }
    while try window.fill() {}
    var (objects, others) = (0, 0)
    window.consume { bytes in
      var lines = bytes.prefix(Self.detectionByteCount).split(separator: .newline)
      // The last line may continue after these bytes.
      if bytes.count >= Self.detectionByteCount { _ = lines.popLast() }
      for line in lines {
        let content = line.drop { $0.isJSONSpace }
        guard !content.isEmpty else { continue }
        if isObject(UnsafeBufferPointer(rebasing: content)) { objects += 1 } else { others += 1 }
      }
      return 0
    }
    return objects > 0 && objects >= others
  }

  /// Whether `line` consists of one object.
  private func isObject(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.first == .openBrace else { return false }
    scanner.reset()
    var index = 0
    guard scanner.scan(line, from: &index) == .complete else { return false }
    return line[index...].allSatisfy { $0.isJSONSpace }
  }
}
