/// Finds the format of a feed from its content.
extension FeedReader {
  /// The number of bytes at the beginning of a feed that are searched for lines with an object
  /// each.
  static let detectionByteCount = 1 << 20

  /// The number of bytes of a feed's first object that are searched for its items.
  private var objectByteCount: Int { max(Self.detectionByteCount, limits.maximumElementBytes) }

  /// The format of the feed; the bytes remain to be read.
  ///
  /// An array is `fd`. An object is `fd` if its member `feed` is an array. It is `jsonFeed` if its
  /// member `items` is an array or its member `version` names JSON Feed; the first such member
  /// decides. An object without these members that ends on its line is the first line of JSON
  /// Lines. Any other content is JSON Lines if most of its lines are objects, unless it begins with
  /// `<`. An empty feed is JSON Lines without a line.
  ///
  /// - Throws: ``FeedError/syntax(byteOffset:reason:)`` for a malformed object, and
  ///   ``FeedError/unrecognized(byteOffset:reason:)`` for other content and for an object that does
  ///   not end within the searched bytes.
  func detectFormat() throws(FeedError) -> FeedFormat {
    try passBlankLines()
    switch try window.peek() {
    case nil: return .jsonLines
    case .openBracket: return .fd
    case .openBrace: return try detectObject()
    case .some(let byte):
      if byte != UInt8(ascii: "<"), try isMostlyLinesOfObjects() { return .jsonLines }
      throw .unrecognized(
        byteOffset: window.offset, reason: "expected `{` or `[`, found \(byte.shown)")
    }
  }

  /// Passes white space before the feed, which all formats allow, of any length.
  private func passBlankLines() throws(FeedError) {
    while let byte = try window.peek(), byte.isJSONSpace {
      if byte == .newline { line += 1 }
      window.advance()
    }
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
      throw .unrecognized(
        byteOffset: offset,
        reason: "an object over several lines has neither an array `feed` nor an array `items`")
    }
    return .jsonLines
  }

  /// The format that a member of the object indicates.
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
