import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting

extension FuzzTarget {
  /// One target for each format, and one that detects the format and decompresses.
  static let feeds =
    FeedFormat.allCases.map { format in
      FuzzTarget(name: "feed-\(format.rawValue)") { { try readFeed($0, as: format) } }
    } + [FuzzTarget(name: "feed-auto") { { try readFeed($0, as: nil) } }]

  /// Limits at which small inputs arrive.
  private static let limits = FeedLimits(
    maximumBytes: 1 << 20, maximumRows: 200, maximumDepth: 16, maximumTextBytes: 300,
    maximumElementBytes: 4000, maximumDecompressedBytes: 1 << 20)

  /// The HTML of an item, or a feed of any format → documents of a format, which have all items.
  static let writtenFeed = FuzzTarget(name: "written-feed") {
    { bytes in
      var input = InputReader(bytes)
      let format = FeedWriter.formats[input.number(below: FeedWriter.formats.count)]
      var items: [FeedItem] = []
      if input.number(below: 2) == 0 {
        items = [FeedItem()]
        items[0].id = "1"
        items[0].bodyHTML = input.text
      } else {
        var limits = limits
        limits.keptMemberBytes = 4000
        items = FeedReading(Array(input.rest), as: nil, limits: limits, pieces: 1 << 16).items
      }
      guard var writer = FeedWriter(format: format) else { return }
      let texts = items.map { writer.text(of: $0) }
      let documents =
        writer.writesFilePerItem ? texts : [writer.head + texts.joined() + writer.tail]
      let count = documents.reduce(0) { $0 + $1.utf8.count }
      try BrokenPromise.check(
        count < (64 << 10) * (items.count + 1) + 100 * bytes.count, "\(count) bytes are written")
      let again = documents.flatMap {
        FeedReading(Array($0.utf8), as: format, limits: FeedLimits(), pieces: 1 << 16).items
      }
      try BrokenPromise.check(
        again.count == items.count, "\(items.count) items are read as \(again.count)")
    }
  }

  /// Reads `bytes` whole and in pieces, which must give the same elements within the limits.
  private static func readFeed(_ bytes: [UInt8], as format: FeedFormat?) throws {
    let whole = FeedReading(bytes, as: format, limits: limits, pieces: 1 << 16)
    let pieces = FeedReading(bytes, as: format, limits: limits, pieces: 1 + bytes.count % 7)
    try BrokenPromise.check(whole == pieces, "pieces of a feed change its elements")
    try BrokenPromise.check(whole.elements.count <= 200, "more rows than the limit")
    for case .item(let item) in whole.elements {
      for field in FeedField.allCases {
        try BrokenPromise.check(
          (item[field]?.utf8.count ?? 0) <= 300, "\(field) is longer than its limit")
      }
    }
  }
}

/// The elements of a feed, and the error that ended it.
private struct FeedReading: Equatable {
  var elements: [FeedElement] = []
  var error: FeedError?

  var items: [FeedItem] {
    elements.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  init(_ bytes: [UInt8], as format: FeedFormat?, limits: FeedLimits, pieces: Int) {
    let reader = FeedReader(
      PieceSource(bytes: bytes, size: pieces), format: format, limits: limits, chunkSize: pieces)
    do throws(FeedError) {
      while let element = try reader.next() { elements.append(element) }
    } catch { self.error = error }
  }
}

/// Bytes in pieces of a size, as from a pipe.
private struct PieceSource: FeedSource {
  let bytes: [UInt8]
  let size: Int
  private var position = 0

  init(bytes: [UInt8], size: Int) { (self.bytes, self.size) = (bytes, size) }

  var byteCount: Int? { nil }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let count = min(size, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
