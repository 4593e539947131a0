/// The part of a feed that is in memory: what was read and not yet passed, and what is kept.
///
/// Memory is one chunk beyond the bytes kept since ``keep()``, whatever the length of the feed.
struct ByteWindow {
  private var source: any FeedSource
  private var storage: [UInt8] = []
  /// The unread bytes are `storage[position..<end]`.
  private var position = 0
  private var end = 0
  /// Where the kept bytes begin in `storage`.
  private var keptStart: Int?
  /// Where in `storage` looking ahead began, and how many bytes it may see.
  private var peekStart: Int?
  private var peekLimit = 0
  /// Where `storage[0]` stands in the feed.
  private var storageOffset = 0
  private let chunkSize: Int
  private let maximumBytes: Int
  /// The most bytes held at any time.
  private(set) var peakByteCount = 0

  init(_ source: any FeedSource, chunkSize: Int, maximumBytes: Int) {
    self.source = source
    self.chunkSize = chunkSize
    self.maximumBytes = maximumBytes
  }

  /// Where the next byte stands in the feed.
  var offset: Int { storageOffset + position }

  /// How many bytes the source has, where it knows.
  var byteCount: Int? { source.byteCount }

  /// The next byte, read if need be; `nil` at the end of the feed.
  mutating func peek() throws(FeedError) -> UInt8? {
    if position == end {
      guard try fill() else { return nil }
    }
    return storage[position]
  }

  /// Passes the next `count` bytes, which have been seen.
  mutating func advance(by count: Int = 1) {
    precondition(position + count <= end, "bytes are seen before they are passed")
    position += count
  }

  /// Passes JSON's white space; the byte after it, `nil` at the end of the feed.
  mutating func peekAfterSpace() throws(FeedError) -> UInt8? {
    while let byte = try peek() {
      guard byte.isJSONSpace else { return byte }
      position += 1
    }
    return nil
  }

  /// Passes a mark of byte order, which a text may begin with.
  mutating func passByteOrderMark() throws(FeedError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    beginPeek(limit: mark.count)
    while withPeeked({ mark.starts(with: $0) }), try peek() != nil { advance() }
    let isMarked = withPeeked { $0.elementsEqual(mark) }
    endPeek()
    if isMarked { advance(by: mark.count) }
  }

  /// Keeps the bytes from here on, until ``letGo()``.
  mutating func keep() { keptStart = position }

  /// Keeps nothing any longer.
  mutating func letGo() { keptStart = nil }

  /// Looks ahead from here on, by at most `limit` bytes: the feed seems to end there.
  mutating func beginPeek(limit: Int) {
    peekStart = position
    peekLimit = limit
  }

  /// Goes back to where ``beginPeek(limit:)`` was called.
  mutating func endPeek() {
    position = peekStart ?? position
    peekStart = nil
  }

  /// Whether looking ahead has seen all it may.
  var hasPeekedAll: Bool { peekStart.map { position - $0 >= peekLimit } ?? false }

  /// Lends the bytes passed since ``beginPeek(limit:)``.
  func withPeeked<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = (peekStart ?? position)..<position
    return storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// How many bytes are kept and passed.
  var keptCount: Int { keptStart.map { position - $0 } ?? 0 }

  /// Lends the bytes kept and passed.
  func withKept<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = (keptStart ?? position)..<position
    return try storage.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Lends the bytes read and not passed; `body` returns how many of them to pass.
  mutating func consume(_ body: (UnsafeBufferPointer<UInt8>) -> Int) {
    let range = position..<end
    let count = storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    advance(by: count)
  }

  /// Reads more bytes; whether there were any.
  ///
  /// - Complexity: amortized O(bytes read), O(kept) now and then.
  mutating func fill() throws(FeedError) -> Bool {
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
    // One byte over the limit is read, to know that it is there.
    let left = maximumBytes - storageOffset - end
    let count = try readTail(min(chunkSize, room, left < Int.max ? left + 1 : left))
    end += count
    peakByteCount = max(peakByteCount, end)
    guard storageOffset + end <= maximumBytes else {
      throw .limitExceeded(.bytes, value: maximumBytes)
    }
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
