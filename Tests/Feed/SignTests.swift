import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives
import GalleyRandomness
import Testing
import Yams

@testable import GalleyFeedWriting

/// Signs of a format with marks on them, or behind signs such as U+0600, with which they are one character for Swift.
@Suite("Signs that are parts of characters", .timeLimit(.minutes(15)))
struct SignTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "b", "n", "\"", "'", "\\", ":", ",", "#", "[", "]", "{", "}", "-", "|", ">", "<", "&", "*",
    "_", "=", "!",
    "%", "@", "`", "~", "/", "\u{301}", "\u{301}", "\u{20DD}", "\u{600}", "\u{110BD}", "\u{200D}",
    "\u{FE0F}", "\u{1F1E9}",
    "\u{E9}", "\u{1F600}",
  ]

  /// A text without white space at its ends, and with single blanks within.
  private static func text(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for index in 0..<Int.random(in: 1...8, using: &random) {
      if index > 0, Int.random(in: 0..<4, using: &random) == 0 { text.append(" ") }
      text.append(scalars.randomElement(using: &random) ?? "a")
    }
    return String(text)
  }

  private static func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  /// Items with random texts in fields, tags, attachments and other members.
  private static let items: [FeedItem] = {
    var random = SeededGenerator(seed: 22)
    return (0..<2000).map { index in
      var item = FeedItem(id: "\(index)", title: text(&random), author: text(&random))
      for _ in 0..<3 { item.tag(text(&random)) }
      item.attach(
        FeedAttachment(
          url: "https://a.example/\(index).mp3", type: "audio/mpeg", description: text(&random)))
      item.members = .json(Array(MemberList.object([("note", text(&random).json)]).utf8))
      return item
    }
  }()

  @Test("return as they were", arguments: FeedWriter.formats)
  func formats(format: FeedFormat) throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    for item in Self.items {
      var writer = try #require(FeedWriter(format: format))
      let text = writer.head + writer.text(of: item) + writer.tail
      let read = try #require(
        Reading(text, as: format, limits: limits).items.first, "\(text.unicodeScalars)")
      let given = ([item.title, item.author] + item.tags.map { $0 }).map(Self.bytes)
      #expect(
        ([read.title, read.author] + read.tags.map { $0 }).map(Self.bytes) == given, "\(text)")
      #expect(
        Self.bytes(read.attachments.first?.description)
          == Self.bytes(item.attachments.first?.description), "\(text)")
      #expect(
        Self.bytes(read.otherMembers.first { $0.name == "note" }?.value.textOfJSON)
          == Self.bytes(item.otherMembers.first?.value.textOfJSON), "\(text)")
    }
  }

  /// The items, each with a description of its image that has a line's end or another special sign.
  private static let described: [FeedItem] = {
    var items = Self.items
    var random = SeededGenerator(seed: 23)
    let breaks: [Unicode.Scalar] = [
      "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7}", "\u{FFFE}",
    ]
    for index in items.indices {
      var title = String.UnicodeScalarView("a\(text(&random))".unicodeScalars)
      title.append(breaks[index % breaks.count])
      title.append(contentsOf: text(&random).unicodeScalars)
      items[index].imageDescription = String(title)
    }
    return items
  }()

  @Test("are what Yams finds in written front matter")
  func yaml() throws {
    for item in Self.described {
      var writer = try #require(FeedWriter(format: .markdown))
      let document = writer.head + writer.text(of: item)
      let lines = document.components(between: "---\n", and: "\n---\n")
      let node = try #require(try Yams.compose(yaml: lines)?.mapping, "\(lines)")
      let attachment = node["attachments"]?.sequence?.first?.mapping
      let found =
        [node["title"]?.string, node["author"]?.string, attachment?["description"]?.string]
        + [node["image_description"]?.string, node["note"]?.string]
        + (node["tags"]?.sequence?.map { $0.string } ?? [])
      let given =
        [item.title, item.author, item.attachments.first?.description, item.imageDescription]
        + [item.otherMembers.first?.value.textOfJSON] + item.tags
      #expect(found.map(Self.bytes) == given.map(Self.bytes), "\(lines)")
    }
  }

  /// Front matter in which each line has a comment with a sign that Yams takes for a line's end is left to our own reader.
  @Test("are what our own reader of lines finds in written front matter, and Yams too")
  func lines() throws {
    for item in Self.described {
      var writer = try #require(FeedWriter(format: .markdown))
      let document = writer.head + writer.text(of: item)
      let lines = document.components(between: "---\n", and: "\n---\n")
      let commented = lines.replacing(bytes: "\n", with: " # \u{2028}\n")
      let ours = FrontMatter("---\n\(commented) # \u{2028}\n---\n")
      let yams = FrontMatter(document)
      for found in [ours, yams] {
        #expect(
          Self.bytes(found.properties["image_description"]) == Self.bytes(item.imageDescription),
          "\(lines)")
      }
      #expect(ours.properties.mapValues(Self.bytes) == yams.properties.mapValues(Self.bytes))
      #expect(
        ours.lists.mapValues { $0.map(Self.bytes) } == yams.lists.mapValues { $0.map(Self.bytes) })
      let objects = [ours, yams].map { document in
        document.objects.mapValues { $0.map { $0.mapValues(Self.bytes) } }
      }
      #expect(objects[0] == objects[1], "\(lines)")
      #expect(ours.members(without: []).map(\.name) == yams.members(without: []).map(\.name))
    }
  }
}

extension String {
  /// The text behind the first `start` and before the next `end`.
  fileprivate func components(between start: String, and end: String) -> String {
    guard let first = firstRange(bytes: start),
      let last = self[first.upperBound...].firstRange(bytes: end)
    else { return "" }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
