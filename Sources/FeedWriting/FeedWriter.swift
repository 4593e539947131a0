public import GalleyFeed
public import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Writes items as a document in a format.
///
/// A value that makes bytes; the caller writes them. The reader of the format gives the same items again, with the
/// fields that the format has.
public struct FeedWriter: Sendable {
  /// The format.
  public let format: FeedFormat
  /// What the feed says of itself, as ``/GalleyFeed/FeedReader/feed`` has it.
  ///
  /// RSS, Atom and JSON Feed have it at their head, with `Feed` for a title that is missing; of the other formats, the
  /// first item has it in a member.
  public var feed: FeedItem
  /// The address of the feed itself, as ``/GalleyFeed/FeedReader/feedURL`` has it.
  public var feedURL: String?
  /// The time of the first item, which the head of Atom has if the feed has none; `nil` if it is not known.
  public var firstTime: String?
  /// The columns of CSV and TSV after those of the fields: each has the member of its name, and `extra` an object of
  /// all members without a column.
  ///
  /// ``/GalleyFeed/FeedReader/otherColumns`` has those of a feed.
  public var otherColumns = [FeedItem.extraKey]
  /// The number of items so far.
  private(set) var count = 0

  /// The formats that can be written.
  public static let formats: [FeedFormat] = [
    .jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv, .markdown,
  ]

  /// Makes a writer of a document; `nil` for a format that is only read.
  ///
  /// - Parameters:
  ///   - format: One of ``formats``.
  ///   - feed: What the feed says of itself.
  public init?(format: FeedFormat, feed: FeedItem = FeedItem()) {
    guard Self.formats.contains(format) else { return nil }
    self.format = format
    self.feed = feed
  }

  /// Whether the head of the document says the language of the feed, so that items without a language have it.
  public var hasFeedLanguage: Bool { [.rss, .atom, .jsonFeed].contains(format) }

  /// Whether each item is a file of its own.
  public var writesFilePerItem: Bool { format == .markdown }

  /// The bytes before the first item.
  public var head: String {
    switch format {
    case .jsonFeed: jsonFeedHead
    case .rss: rssHead
    case .atom: atomHead
    case .csv, .tsv:
      (FeedField.allCases.map(\.rawValue) + Self.columns + otherColumns
        + (feedMember == nil ? [] : [FeedItem.feedKey])).map { cell($0) }
        .joined(separator: delimiter) + "\n"
    default: ""
    }
  }

  /// The bytes of the next item.
  public mutating func text(of item: FeedItem) -> String {
    defer { count += 1 }
    return switch format {
    case .jsonFeed: (count == 0 ? "\n" : ",\n") + jsonFeedItem(item)
    case .rss: rssItem(item)
    case .atom: atomEntry(item)
    case .csv, .tsv: record(item)
    case .markdown: article(item)
    default:
      MemberList.object(
        Self.members(of: item) + (count == 0 ? [(FeedItem.feedKey, feedMember)] : [])) + "\n"
    }
  }

  /// A record, whose first cell has quotation marks if all are empty: others without a text are no items.
  private func record(_ item: FeedItem) -> String {
    let cells =
      FeedField.allCases.map { item[$0] ?? "" } + cells(item) + otherCells(item)
      + (feedMember.map { [count == 0 ? $0 : ""] } ?? [])
    let line = cells.map { cell($0) }.joined(separator: delimiter)
    return (cells.allSatisfy(\.isEmpty) ? "\"\"" : "") + line + "\n"
  }

  /// The members of an item of JSON Lines.
  private static func members(of item: FeedItem) -> [(name: String, value: String?)] {
    FeedField.allCases.map { ($0.rawValue, item[$0]?.json) }
      + [
        (FeedItem.htmlKey, item.bodyHTML?.json),
        (FeedItem.imageDescriptionKey, item.imageDescription?.json),
        ("tags", list(item.tags.map(\.json))),
        ("attachments", list(item.attachments.map { attachment($0) })),
      ] + item.otherMembers.map { ($0.name, $0.value) }
  }

  /// What the feed says of itself, as an object in the form of an item; `nil` if it says nothing.
  var feedMember: String? {
    let members = Self.members(of: feed).filter {
      $0.value != nil && $0.name != FeedItem.feedURLKey
    }
    guard !members.isEmpty || feedURL != nil else { return nil }
    return MemberList.object(members + [(FeedItem.feedURLKey, feedURL?.json)])
  }

  /// The bytes after the last item.
  public var tail: String {
    switch format {
    case .jsonFeed: "\n  ]\n}\n"
    case .rss: "</channel>\n</rss>\n"
    case .atom: "</feed>\n"
    default: ""
    }
  }

  private var delimiter: String { format == .csv ? "," : "\t" }

  /// The names of columns that hold more than the text of a field.
  private static let columns = [
    FeedItem.htmlKey, FeedItem.imageDescriptionKey, "tags", "attachments",
  ]

  /// The texts of ``columns``: tags with a comma are a list of JSON, and so are attachments.
  private func cells(_ item: FeedItem) -> [String] {
    let isPlain = item.tags.allSatisfy { !$0.contains(bytes: ",") && !$0.hasPrefix(bytes: "[") }
    let tags =
      isPlain ? item.tags.joined(separator: ", ") : Self.list(item.tags.map(\.json)) ?? ""
    return [
      item.bodyHTML ?? "", item.imageDescription ?? "", tags,
      Self.list(item.attachments.map { Self.attachment($0) }) ?? "",
    ]
  }

  /// The texts of ``otherColumns``: strings without quotation marks, and other values as JSON.
  private func otherCells(_ item: FeedItem) -> [String] {
    guard !otherColumns.isEmpty else { return [] }
    let members = item.otherMembers
    let columns = Set(otherColumns)
    let rest = members.filter { $0.name == FeedItem.extraKey || !columns.contains($0.name) }
    let values = Dictionary(members, uniquingKeysWith: { first, _ in first })
    return otherColumns.map { column in
      guard column == FeedItem.extraKey else {
        return values[column].map { $0.textOfJSON ?? $0 } ?? ""
      }
      // A column of this name in another table has no object.
      if rest.count == 1, rest[0].name == FeedItem.extraKey, let text = rest[0].value.textOfJSON {
        return text
      }
      return rest.isEmpty ? "" : MemberList.object(rest.map { ($0.name, $0.value) })
    }
  }

  /// A list of values of JSON; `nil` for none.
  static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : "[" + values.joined(separator: ",") + "]"
  }

  /// An attachment as an object of JSON Lines.
  static func attachment(_ attachment: FeedAttachment) -> String {
    MemberList.object(
      [
        ("url", attachment.url.json), ("type", attachment.type.json),
        ("description", attachment.description?.json),
      ] + attachment.numbers)
  }

  private func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }
    return needsQuotes ? "\"" + text.replacingSigns(["\"": "\"\""]) + "\"" : text
  }
}
