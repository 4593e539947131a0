import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Sample feeds", .timeLimit(.minutes(15)))
struct SampleTests {
  private func read(_ name: String) throws -> Reading {
    Reading(try FeedReader(path: Repository.feed(name)))
  }

  @Test(
    "are read whole, in each format",
    arguments: [
      ("everyday.jsonl", FeedFormat.jsonLines, 24), ("emoji.json", .fd, 12),
      ("right-to-left.jsonl", .jsonLines, 13), ("cjk.json", .jsonFeed, 14),
      ("south-and-southeast-asia.jsonl", .jsonLines, 18), ("journal.json", .jsonFeed, 6),
      ("posts.jsonl", .jsonLines, 4),
    ])
  func whole(name: String, format: FeedFormat, count: Int) throws {
    let reading = try read(name)
    #expect(reading.error == nil)
    #expect(reading.errors.isEmpty)
    #expect(reading.format == format)
    #expect(reading.items.count == count)
    #expect(reading.items.allSatisfy { $0.repairCount == 0 && $0.cutFields.isEmpty })
    #expect(reading.items.allSatisfy { $0.body?.isEmpty == false })
    #expect(Set(reading.items.map(\.id)).count == count)
  }

  @Test("turn HTML into text")
  func journal() throws {
    let bodies = try read("journal.json").items.map(\.body)
    #expect(
      bodies[1] == """
        1. Hold the stick in the left hand.
        2. Set the letters upside down, left to right.
        3. Justify: spaces between the words
          • thin ones first,
          • then the thick,
          • then patience.
        """)
    #expect(bodies[2]?.hasPrefix("> Type is a voice.\n> Do not shout.\n\nNobody") == true)
    #expect(bodies[3] == "name\tpoints\nPearl\t5\nBrevier\t8\nPica\t12\nCanon\t48")
  }

  @Test("have an error for each bad element of the hostile feed")
  func hostile() throws {
    let reading = try read("hostile.jsonl")
    #expect(reading.error == nil)
    #expect(reading.elements.count == 24)
    #expect(
      reading.errors.map { "\($0.index), line \($0.line ?? 0): \($0.fault)" } == [
        "10, line 11: nests deeper than the limit of 64",
        "13, line 14: malformed JSON: the line ends inside a value",
        "14, line 15: malformed JSON: expected `true`, `false` or `null`",
        "15, line 16: expected an object, found an array",
        "16, line 17: `title` is an array, not text",
      ])
    let items = Dictionary(uniqueKeysWithValues: reading.items.map { ($0.index, $0) })
    #expect(items[0]?.body == "before\0after")
    #expect(items[1]?.repairCount == 12)
    #expect(items[2]?.repairCount == 5)
    #expect(items[2]?.body?.hasSuffix("whole 😀 end") == true)
    #expect(items[4]?.body?.utf8.count == 10_000)
    #expect(
      items[6] == FeedItem(index: 6, byteOffset: items[6]?.byteOffset ?? -1, unknownMembers: []))
    #expect(items[9]?.id == "10")
    #expect(items[9]?.body == "-1.50e-3")
    #expect(items[20]?.title == "The last one counts")
    #expect(items[23]?.id == "h24")
  }

  @Test("come with a schema that lists the fields of an item")
  func schema() throws {
    struct Schema: Decodable {
      struct Property: Decodable { var description: String }
      var properties: [String: Property]
    }
    let data = try Data(
      contentsOf: URL(fileURLWithPath: Repository.feed("galley-item.schema.json")))
    let schema = try JSONDecoder().decode(Schema.self, from: data)
    let others = ["body_html", "image_description", "tags", "attachments", "pictures", "emojis"]
    #expect(Set(schema.properties.keys) == Set(FeedField.allCases.map(\.rawValue) + others))
  }
}
