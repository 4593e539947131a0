import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("The limit of an element", .timeLimit(.minutes(15)))
struct ElementLimitTests {
  /// A feed of two elements, the first of which has a title of any length.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: FeedFormat
    /// The feed before the first element.
    var before = ""
    /// The element before its title, and behind it.
    var start: String
    var end: String
    /// The feed behind the first element.
    var after: String

    var testDescription: String { format.rawValue }

    /// The feed with a first element of so many bytes.
    func feed(elementByteCount count: Int) -> [UInt8] {
      let titleByteCount = count - start.utf8.count - end.utf8.count
      var bytes = Array((before + start).utf8)
      bytes += [UInt8](repeating: UInt8(ascii: "x"), count: titleByteCount)
      bytes += Array((end + after).utf8)
      return bytes
    }
  }

  static let samples = [
    Sample(
      format: .jsonLines, start: #"{"title":""#, end: #""}"#, after: "\n{\"title\":\"next\"}\n"),
    Sample(
      format: .fd, before: #"{"feed":["#, start: #"{"title":""#, end: #""}"#,
      after: #",{"title":"next"}]}"#),
    Sample(
      format: .jsonFeed, before: #"{"items":["#, start: #"{"title":""#, end: #""}"#,
      after: #",{"title":"next"}]}"#),
    Sample(
      format: .rss, before: "<rss><channel>", start: "<item><title>", end: "</title></item>",
      after: "<item><title>next</title></item></channel></rss>"),
    Sample(
      format: .atom, before: "<feed>", start: "<entry><title>", end: "</title></entry>",
      after: "<entry><title>next</title></entry></feed>"),
    Sample(format: .csv, before: "title,body\n", start: "", end: ",b", after: "\nnext,b\n"),
    Sample(format: .tsv, before: "title\tbody\n", start: "", end: "\tb", after: "\nnext\tb\n"),
  ]

  @Test("is its length: one byte more makes it bad, and the next one is read", arguments: samples)
  func exact(sample: Sample) {
    let limits = FeedLimits(maximumElementBytes: 200)
    for chunk in [1, 7, 1 << 16] {
      let whole = Reading(
        bytes: sample.feed(elementByteCount: 200), as: sample.format, limits: limits, chunk: chunk)
      #expect(whole.error == nil && whole.errors.isEmpty)
      #expect(whole.items.map(\.index) == [0, 1])
      #expect(whole.items.first?.title?.hasPrefix("xxx") == true)

      let long = Reading(
        bytes: sample.feed(elementByteCount: 201), as: sample.format, limits: limits, chunk: chunk)
      #expect(long.error == nil)
      #expect(long.errors.map(\.fault) == [.tooLarge(limit: 200)])
      #expect(long.items.map(\.title) == ["next"])
      let words = long.errors.map { "\($0)" }.first ?? ""
      #expect(words.hasPrefix("item 0 (") && words.hasSuffix("longer than the limit of 200 bytes"))
    }
  }

  @Test("is that of a whole article in Markdown")
  func article() {
    let limits = FeedLimits(maximumElementBytes: 200)
    let text = "# " + String(repeating: "x", count: 198)
    let whole = Reading(text, as: .markdown, limits: limits)
    #expect(whole.error == nil && whole.errors.isEmpty && whole.items.count == 1)
    let long = Reading(text + "x", as: .markdown, limits: limits)
    #expect(long.error == nil && long.items.isEmpty)
    #expect(long.errors.map(\.fault) == [.tooLarge(limit: 200)])
  }

  @Test("is 16 MiB by default, or four times the limit of a text if that is more")
  func byDefault() {
    func limit(textByteCount: Int) -> Int {
      FeedLimits(maximumTextBytes: textByteCount).maximumElementBytes
    }
    #expect(FeedLimits().maximumElementBytes == 16 << 20)
    #expect(limit(textByteCount: 1) == 16 << 20)
    #expect(limit(textByteCount: 4 << 20) == 16 << 20)
    #expect(limit(textByteCount: 4 << 20 + 1) == 16 << 20 + 4)
    #expect(limit(textByteCount: FeedLimits.textBytesCeiling) == 64 << 20)
  }

  @Test("of 16 MiB holds for elements of 16 MiB, in a document of JSON")
  func large() {
    let start = Array(#"{"title":"large","x":""#.utf8)
    let end = Array(#""}"#.utf8)
    var bytes = Array("[".utf8)
    for count in [16 << 20, 16 << 20 + 1] {
      bytes += start
      bytes += [UInt8](repeating: UInt8(ascii: "x"), count: count - start.count - end.count)
      bytes += end
      bytes += Array(",".utf8)
    }
    bytes += Array(#"{"title":"next"}]"#.utf8)
    let reading = Reading(bytes: bytes, as: .fd)
    #expect(reading.error == nil)
    #expect(reading.items.map(\.title) == ["large", "next"])
    #expect(reading.items.map(\.index) == [0, 2])
    #expect(reading.errors.map(\.fault) == [.tooLarge(limit: 16 << 20)])
  }
}
