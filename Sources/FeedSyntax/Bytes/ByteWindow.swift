package import GalleyFeedItems

/// The part of a feed that is in memory: the kept bytes, and the bytes read ahead.
///
/// The reader passes bytes one after another. Passed bytes leave memory, unless ``keep()`` holds
/// them. So the memory is one chunk more than the kept bytes, for a feed of any length.
package struct ByteWindow {
  private var source: any FeedSource
  private var storage: [UInt8] = []
  /// The bytes that are not passed yet are `storage[position..<end]`.
  private var position = 0
  private var end = 0
  /// ``end``, or before it the limit of looking ahead, so that the size of chunks has no effect.
  private var visibleEnd = 0
  /// The position in `storage` of the first kept byte.
  private var keptStart: Int?
  /// The position in `storage` at which looking ahead began, and the number of bytes it may read.
  private var peekStart: Int?
  private var peekLimit = 0
  /// The offset of `storage[0]` in the feed.
  private var storageOffset = 0
  private let chunkSize: Int
  private let maximumBytes: Int
  /// Whether the feed has more bytes than its limit.
  private var isOverLimit = false
  /// The largest number of bytes in memory so far.
  package private(set) var peakByteCount = 0

  package init(_ source: any FeedSource, chunkSize: Int, maximumBytes: Int) {
    self.source = source
    self.chunkSize = chunkSize
    self.maximumBytes = maximumBytes
  }

  /// The offset of the next byte in the feed.
  package var offset: Int { storageOffset + position }

  /// The length of the source in bytes; `nil` if it is not known.
  package var byteCount: Int? { source.byteCount }

  /// The label of the encoding that was guessed from the bytes read so far; `nil` without a guess.
  package var guessedEncoding: String? { source.guessedEncoding }

  /// The next byte, which is read if necessary; `nil` at the end of the feed.
  package mutating func peek() throws(FeedError) -> UInt8? {
    if position >= visibleEnd {
      guard try fill(), position < visibleEnd else { return nil }
    }
    return storage[position]
  }

  /// Passes the next `count` bytes, which are in memory already.
  package mutating func advance(by count: Int = 1) {
    precondition(position + count <= end, "bytes are seen before they are passed")
    position += count
  }

  /// Passes JSON's white space, and returns the byte after it; `nil` at the end of the feed.
  package mutating func peekAfterSpace() throws(FeedError) -> UInt8? {
    while let byte = try peek() {
      guard byte.isJSONSpace else { return byte }
      position += 1
    }
    return nil
  }

  /// Passes `text` if it is next, and returns whether it is.
  mutating func pass(_ text: StaticString) throws(FeedError) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    while visibleEnd - position < wanted.count,
      storage[position..<visibleEnd].elementsEqual(wanted.prefix(visibleEnd - position))
    {
      guard try fill() else { return false }
    }
    guard storage[position..<visibleEnd].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Passes the byte order marks that a text may begin with: programs that join files write several.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  package mutating func passByteOrderMark() throws(FeedError) -> Bool {
    var count = 0
    while true {
      beginPeek(limit: Self.byteOrderMark.count)
      while withPeeked({ Self.byteOrderMark.starts(with: $0) }), try peek() != nil { advance() }
      let isMarked = withPeeked { $0.elementsEqual(Self.byteOrderMark) }
      endPeek()
      guard isMarked else { return count > 0 }
      advance(by: Self.byteOrderMark.count)
      count += 1
    }
  }

  /// The bytes of U+FEFF in UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Keeps the bytes from here on, until ``letGo()``.
  package mutating func keep() { keptStart = position }

  /// Stops keeping bytes.
  package mutating func letGo() { keptStart = nil }

  /// Looks ahead from here by at most `limit` bytes, after which the feed appears to end.
  package mutating func beginPeek(limit: Int) {
    peekStart = position
    peekLimit = limit
    updateVisibleEnd()
  }

  /// Returns to the byte at which ``beginPeek(limit:)`` was called.
  package mutating func endPeek() {
    position = peekStart ?? position
    peekStart = nil
    updateVisibleEnd()
  }

  private mutating func updateVisibleEnd() {
    visibleEnd = min(end, peekStart.map { $0 + peekLimit } ?? end)
  }

  /// Whether looking ahead has reached its limit.
  package var hasPeekedAll: Bool { peekStart.map { position - $0 >= peekLimit } ?? false }

  /// Lends the bytes passed since ``beginPeek(limit:)``.
  package func withPeeked<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = (peekStart ?? position)..<position
    return storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// The number of bytes that were passed since ``keep()``.
  package var keptCount: Int { keptStart.map { position - $0 } ?? 0 }

  /// Lends the bytes that were passed since ``keep()``.
  package func withKept<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = (keptStart ?? position)..<position
    return try storage.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Lends the bytes in memory that are not passed yet; `body` returns how many of them to pass.
  package mutating func consume(_ body: (UnsafeBufferPointer<UInt8>) -> Int) {
    let range = position..<max(position, visibleEnd)
    let count = storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    advance(by: count)
  }

  /// Reads more bytes, and returns whether there were any.
  ///
  /// - Complexity: O(bytes read), amortized; a few calls take O(kept bytes).
  package mutating func fill() throws(FeedError) -> Bool {
    let first = min(keptStart ?? position, peekStart ?? position)
    let room = peekStart.map { max(peekLimit - (end - $0), 0) } ?? chunkSize
    guard room > 0 else { return false }
    if first > 0 {
      storage.withUnsafeMutableBufferPointer { bytes in
        let kept = UnsafeBufferPointer(rebasing: bytes[first..<end])
        _ = UnsafeMutableBufferPointer(rebasing: bytes[..<kept.count]).update(fromContentsOf: kept)
      }
      position -= first
      end -= first
      storageOffset += first
      if let kept = keptStart { keptStart = kept - first }
      if let peeked = peekStart { peekStart = peeked - first }
    }
    if storage.count - end < chunkSize {
      let grown = end + max(chunkSize, end / 2)
      storage += [UInt8](repeating: 0, count: grown - storage.count)
    }
    // Reads one byte more than the limit, to find out whether the feed exceeds it.
    let left = maximumBytes - storageOffset - end
    var count = 0
    if !isOverLimit {
      count = try readTail(min(chunkSize, room, left < Int.max ? left + 1 : left))
      isOverLimit = count > left
    }
    // The bytes within the limit come first, so that the size of chunks has no effect.
    count = min(count, left)
    guard count > 0 || !isOverLimit else { throw .limitExceeded(.bytes, value: maximumBytes) }
    end += count
    updateVisibleEnd()
    peakByteCount = max(peakByteCount, end)
    return count > 0
  }

  private mutating func readTail(_ count: Int) throws(FeedError) -> Int {
    let range = end..<end + count
    return try storage.withUnsafeMutableBufferPointer { bytes throws(FeedError) in
      let tail = UnsafeMutableBufferPointer(rebasing: bytes[range])
      return try source.read(into: UnsafeMutableRawBufferPointer(tail))
    }
  }
}
