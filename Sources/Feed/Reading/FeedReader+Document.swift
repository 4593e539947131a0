import GalleyFeedItems
import GalleyFeedSyntax

/// Reads the items of one JSON document.
extension FeedReader {
  /// Enters the document's object or array.
  func beginDocument(_ format: FeedFormat) throws(FeedError) {
    if format == .twitter { try passAssignment() }
    switch try window.peekAfterSpace() {
    case nil:
      stage = .finished
    case .openBrace where format.isSocial && postArrangement(format) == .objects:
      stage = .posts
    case .openBrace where !format.itemsKeys.isEmpty:
      window.advance()
      isEnclosed = true
      stage = .members(isFirst: true)
    case .openBracket where format.mayBeArray:
      window.advance()
      beginElements(outerDepth: 1)
    case .some(let byte):
      throw .unrecognized(
        byteOffset: window.offset,
        reason: "expected \(Self.openings(of: format)), found \(byte.shown)")
    }
  }

  private static func openings(of format: FeedFormat) -> String {
    switch (format.itemsKeys.isEmpty, format.mayBeArray) {
    case (false, true): "`{` or `[`"
    case (true, true) where format.isSocial: "`{` or `[`"
    case (true, _): "`[`"
    case (false, false): "`{`"
    }
  }

  /// Passes the name to which an archive of Twitter assigns its posts, and the equals sign.
  private func passAssignment() throws(FeedError) {
    guard let byte = try window.peekAfterSpace(), byte.beginsXMLName else { return }
    window.beginPeek(limit: TransportSource.assignmentByteCount)
    while let byte = try window.peek(), byte != UInt8(ascii: "="), !window.hasPeekedAll {
      window.advance()
    }
    let count = window.withPeeked { $0.count }
    let isFound = try window.peek() == UInt8(ascii: "=")
    window.endPeek()
    if isFound { window.advance(by: count + 1) }
  }

  private func beginElements(outerDepth: Int) {
    scanner = JSONScanner(outerDepth: outerDepth, maximumDepth: limits.maximumDepth)
    stage = .elements(isFirst: true)
  }

  /// Passes the next member of the document's object, or enters it if it contains the items.
  func passMember(isFirst: Bool) throws(FeedError) {
    guard try passSeparator(isFirst: isFirst, closing: .closeBrace) else {
      guard hasFoundItems else {
        throw .unrecognized(
          byteOffset: window.offset - 1,
          reason: "the document has no array "
            + (format?.itemsKeys ?? []).map { "`\($0)`" }.joined(separator: " or "))
      }
      stage = .tail
      return
    }
    let key = try passKey()
    if let key, format?.itemsKeys.contains(key) == true, try window.peek() == .openBracket {
      window.advance()
      hasFoundItems = true
      beginElements(outerDepth: 2)
      return
    }
    if key == Self.threadKey, format == .bluesky, try window.peek() == .openBrace {
      return try passThread()
    }
    let isKept = try passValue()
    if isKept, !scanner.isTooDeep, let key { noteHeader(key) }
    window.letGo()
    stage = .members(isFirst: false)
  }

  /// Passes a member's name and colon, and returns the name; `nil` if it is longer than all known
  /// names.
  func passKey() throws(FeedError) -> String? {
    guard let byte = try window.peekAfterSpace(), byte == .quote else {
      throw try unexpected("a name in quotes")
    }
    let isKept = try passValue()
    let key = window.withKept { bytes in
      isKept ? decoder.key(bytes, 1..<bytes.count - 1) : nil
    }
    window.letGo()
    guard try window.peekAfterSpace() == .colon else { throw try unexpected("`:`") }
    window.advance()
    _ = try window.peekAfterSpace()
    return key
  }

  /// The next element of the array of items; `nil` at its end.
  func nextElement(isFirst: Bool) throws(FeedError) -> FeedElement? {
    guard try passSeparator(isFirst: isFirst, closing: .closeBracket) else {
      stage = isEnclosed ? .members(isFirst: false) : .tail
      return nil
    }
    stage = .elements(isFirst: false)
    return try passItem()
  }

  /// Passes the value here, which is an element, and decodes it.
  func passItem() throws(FeedError) -> FeedElement {
    let place = try beginElement()
    let isKept = try passValue()
    defer { window.letGo() }
    elementCount += 1
    guard isKept else {
      return .bad(place.error(.tooLarge(limit: limits.maximumElementBytes)))
    }
    guard !scanner.isTooDeep else {
      return .bad(place.error(.tooDeep(limit: limits.maximumDepth)))
    }
    return window.withKept { decoder.decode($0, at: place) }
  }

  /// Passes a comma, or the closing bracket, and returns whether another value follows.
  func passSeparator(isFirst: Bool, closing: UInt8) throws(FeedError) -> Bool {
    switch try window.peekAfterSpace() {
    case closing:
      window.advance()
      return false
    case .comma where !isFirst:
      window.advance()
      // The reader of the next value reports a closing bracket after a comma.
      _ = try window.peekAfterSpace()
      return true
    case .some where isFirst:
      return true
    default:
      throw try unexpected("`,` or `\(Character(UnicodeScalar(closing)))`")
    }
  }

  /// Passes the white space after the document's value, and throws if anything else follows.
  ///
  /// A script may end with a semicolon.
  func passTail() throws(FeedError) {
    if format == .twitter, try window.peekAfterSpace() == UInt8(ascii: ";") { window.advance() }
    guard try window.peekAfterSpace() == nil else {
      throw try unexpected("the end of the document")
    }
    stage = .finished
  }

  /// The error for an unexpected next byte, or an unexpected end.
  func unexpected(_ expected: String) throws(FeedError) -> FeedError {
    let found = try window.peek()?.shown ?? "the end of the document"
    return .syntax(byteOffset: window.offset, reason: "expected \(expected), found \(found)")
  }
}
