package import GalleyFeedItems
import GalleyFeedSyntax

/// Reads JSON Lines.
extension FeedReader {
  /// The element of the next line that is not blank; `nil` at the end of the feed.
  func nextLine() throws(FeedError) -> FeedElement? {
    while try window.peek() != nil {
      line += 1
      let offset = window.offset
      let isKept = try passLine()
      defer { window.letGo() }
      let space = isKept ? window.withKept { $0.prefix(while: \.isJSONSpace).count } : 0
      let isBlank = isKept && space == window.keptCount
      var element: FeedElement?
      if !isBlank {
        var place = try beginElement(line: line)
        place.byteOffset = offset + space
        elementCount += 1
        element =
          isKept
          ? window.withKept { readLine(UnsafeBufferPointer(rebasing: $0[space...]), at: place) }
          : .bad(place.error(.tooLarge(limit: limits.maximumElementBytes)))
      }
      // The last line may have no newline.
      if try window.peek() != nil { window.advance() }
      if let element { return element }
    }
    stage = .finished
    return nil
  }

  /// Passes elements that begin before `byteOffset`, without decoding them, as far as the format has lines.
  ///
  /// - Complexity: O(bytes).
  func passLines(before byteOffset: Int) throws(FeedError) {
    if case .start = stage { try begin() }
    guard case .lines = stage else { return }
    while let byte = try window.peek() {
      if byte.isJSONSpace {
        if byte == .newline { line += 1 }
        window.advance()
        continue
      }
      guard window.offset < byteOffset else { return }
      _ = try beginElement()
      elementCount += 1
      _ = try passLine()
      window.letGo()
    }
  }

  /// The number of bytes of the feed after decompression and conversion.
  ///
  /// The reader is at the end of the feed afterwards if the number is not known before.
  package func measuredByteCount() throws(FeedError) -> Int {
    if case .start = stage { try begin() }
    if let byteCount { return byteCount }
    while try next() != nil {}
    return self.byteOffset
  }

  /// Passes the bytes up to a newline or the end, and returns whether they are kept.
  ///
  /// They are not kept if they are more than an element may have.
  private func passLine() throws(FeedError) -> Bool {
    try passElement { $0.firstIndex(of: .newline) }
  }

  /// Passes the bytes of an element.
  ///
  /// - Parameter findEnd: Returns the end of the element in the next bytes; `nil` if it is not among them.
  /// - Returns: Whether the bytes are kept: not if they are more than an element may have.
  /// - Throws: ``FeedError`` if the feed cannot be read.
  func passElement(
    _ findEnd: (UnsafeBufferPointer<UInt8>) -> Int?
  ) throws(FeedError) -> Bool {
    window.keep()
    var isKept = true
    var hasEnded = false
    repeat {
      window.consume { bytes in
        let end = findEnd(bytes)
        hasEnded = end != nil
        return end ?? bytes.count
      }
      if isKept, window.keptCount > limits.maximumElementBytes {
        window.letGo()
        isKept = false
      }
      if !hasEnded { hasEnded = !(try window.fill()) }
    } while !hasEnded
    return isKept
  }

  /// Decodes one line, whose leading white space is passed already.
  private func readLine(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: ItemDecoder.Place
  ) -> FeedElement {
    scanner.reset()
    var index = 0
    switch scanner.scan(bytes, from: &index) {
    case .malformed(let reason): return .bad(place.error(.syntax(reason), at: index))
    case .incomplete where !scanner.scanEnd():
      return .bad(place.error(.syntax("the line ends inside a value"), at: index))
    case .incomplete, .complete: break
    }
    while index < bytes.count, bytes[index].isJSONSpace { index += 1 }
    guard index == bytes.count else {
      let reason = "expected the end of the line, found \(bytes[index].shown)"
      return .bad(place.error(.syntax(reason), at: index))
    }
    guard !scanner.isTooDeep else {
      return .bad(place.error(.tooDeep(limit: limits.maximumDepth)))
    }
    return decoder.decode(bytes, at: place)
  }
}
