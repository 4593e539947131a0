/// Finding the format of a feed by its content.
extension FeedReader {
  /// How far into a feed one looks for its format.
  static let detectionByteCount = 1 << 20

  /// The format of the feed, whose bytes stay to be read.
  ///
  /// An array is `fd`. An object is `fd` if its member `feed` is an array, and `jsonFeed` if its
  /// member `items` is one or `version` names JSON Feed, whichever comes first. An object without
  /// these on one line is the first line of JSON Lines, and so is a line which is no JSON where a
  /// later one begins with `{`. No content at all is JSON Lines without a line.
  ///
  /// - Throws: ``FeedError/unrecognized(byteOffset:reason:)`` for anything else.
  func detectFormat() throws(FeedError) -> FeedFormat {
    window.beginPeek(limit: Self.detectionByteCount)
    defer { window.endPeek() }
    switch try window.peekAfterSpace() {
    case nil: return .jsonLines
    case .openBracket: return .fd
    case .openBrace: return try detectObject()
    case .some(let byte):
      let offset = window.offset
      if try hasLineOfObject() { return .jsonLines }
      throw .unrecognized(
        byteOffset: offset, reason: "expected `{` or `[`, found \(byte.shown)")
    }
  }

  /// The format of a feed that begins with an object.
  private func detectObject() throws(FeedError) -> FeedFormat {
    let offset = window.offset
    do throws(FeedError) {
      if let format = try detectMembers() { return format }
    } catch .syntax where window.hasPeekedAll || !opensAlone {
      // A line may be broken, or longer than one looks.
      return .jsonLines
    }
    guard lineBreaks == 0 else {
      throw .unrecognized(
        byteOffset: offset,
        reason: "an object over several lines has neither an array `feed` nor an array `items`")
    }
    return .jsonLines
  }

  /// The format that a member of the object gives away.
  private func detectMembers() throws(FeedError) -> FeedFormat? {
    window.advance()
    var isFirst = true
    while try passSeparator(isFirst: isFirst, closing: .closeBrace) {
      isFirst = false
      let key = try passKey()
      let isArray = try window.peek() == .openBracket
      if isArray, key == FeedFormat.fd.itemsKey { return .fd }
      if isArray, key == FeedFormat.jsonFeed.itemsKey { return .jsonFeed }
      let isKept = try passValue()
      defer { window.letGo() }
      guard isKept, key == "version" else { continue }
      let version = window.withKept { String(decoding: $0, as: UTF8.self) }
      if version.contains("jsonfeed.org") { return .jsonFeed }
    }
    return nil
  }

  /// How many lines end within the object, as far as one has looked.
  private var lineBreaks: Int {
    window.withPeeked { bytes in
      bytes.drop { $0.isJSONSpace }.count { $0 == .newline }
    }
  }

  /// Whether the first line has but a `{`, which no line of JSON Lines has.
  private var opensAlone: Bool {
    window.withPeeked { bytes in
      bytes.drop { $0.isJSONSpace }.dropFirst().first { $0 == .newline || !$0.isJSONSpace }
        == .newline
    }
  }

  /// Whether some line further on begins with `{`.
  private func hasLineOfObject() throws(FeedError) -> Bool {
    var isAtStart = false
    while let byte = try window.peek() {
      if isAtStart, byte == .openBrace { return true }
      isAtStart = byte == .newline || isAtStart && byte.isJSONSpace
      window.advance()
    }
    return false
  }
}
