import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("The limit of an image within a feed", .timeLimit(.minutes(15)))
struct EmbeddedImageLimitTests {
  /// A `data:` URI of so many bytes.
  private func uri(_ byteCount: Int) -> [UInt8] {
    let head = Array("data:image/png;base64,".utf8)
    return head + [UInt8](repeating: UInt8(ascii: "A"), count: byteCount - head.count)
  }

  /// A document of JSON with an item for each number of bytes, whose member `key` is an image of so many.
  private func document(
    _ before: String, key: String, byteCounts: [Int], _ after: String
  ) -> [UInt8] {
    var bytes = Array(before.utf8)
    for (index, count) in byteCounts.enumerated() {
      if index > 0 { bytes += Array(",".utf8) }
      bytes += Array(#"{"title":"a","\#(key)":""#.utf8)
      bytes += uri(count)
      bytes += Array(#""}"#.utf8)
    }
    return bytes + Array(after.utf8)
  }

  @Test(
    "is 8 MiB in JSON: one byte more is cut, and the field and the limit are named",
    arguments: [
      ("[", "image", "]", FeedFormat.fd), (#"{"items":["#, "banner_image", "]}", .jsonFeed),
    ])
  func exact(before: String, key: String, after: String, format: FeedFormat) throws {
    let limit = FeedLimits.embeddedImageBytes
    #expect(limit == 8 << 20)
    let document = document(before, key: key, byteCounts: [limit, limit + 1], after)
    let reading = Reading(bytes: document, as: format)
    #expect(reading.error == nil && reading.errors.isEmpty)
    let items = reading.items
    try #require(items.count == 2)
    let byteCounts = items.map { ($0.image ?? "").utf8.count }
    #expect(byteCounts[0] == limit && byteCounts[1] <= limit)
    #expect(items.map(\.cuts) == [[], [FeedCut(field: .image, limit: .textBytes(limit))]])
  }

  @Test("is that of a text in a table")
  func inTable() throws {
    let limits = FeedLimits(maximumTextBytes: 100)
    var table = Array("title,image\n".utf8)
    for count in [100, 101] {
      table += Array("a,\"".utf8)
      table += uri(count)
      table += Array("\"\n".utf8)
    }
    let items = Reading(bytes: table, limits: limits).items
    #expect(items.map { $0.image?.utf8.count } == [100, nil])
    #expect(
      items.map(\.cuts) == [[], [FeedCut(field: .image, limit: .textBytes(100))]])
    // In JSON, the limit of a text does not cut an image.
    let document = document("[", key: "image", byteCounts: [101], "]")
    let item = try #require(Reading(bytes: document, as: .fd, limits: limits).items.first)
    #expect(item.image?.utf8.count == 101 && item.cuts.isEmpty)
  }
}
