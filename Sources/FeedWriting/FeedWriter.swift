public import GalleyFeed
public import GalleyFeedItems
import GalleyFeedSyntax

/// Writes items as a document in a format.
///
/// A value that makes bytes; the caller writes them. The reader of the format gives the same items again, with the
/// fields that the format has.
public struct FeedWriter: Sendable {
  /// The format.
  public let format: FeedFormat
  /// The title of the feed, which RSS, Atom and JSON Feed require.
  public var title: String
  /// The words about the feed, which RSS, Atom and JSON Feed have; `nil` for none.
  ///
  /// RSS requires them, and has the title instead.
  public var description: String?
  /// The web address of the feed's site, which RSS, Atom and JSON Feed have; `nil` for none.
  public var homePage: String?
  /// The columns of CSV and TSV after those of the fields: each has the member of its name, and `extra` an object of
  /// all members without a column.
  ///
  /// ``/GalleyFeed/FeedReader/otherColumns`` has those of a feed.
  public var otherColumns = [FeedItem.extraKey]
  private var count = 0

  /// The formats that can be written.
  public static let formats: [FeedFormat] = [
    .jsonLines, .jsonFeed, .rss, .atom, .csv, .tsv, .markdown,
  ]

  /// Makes a writer of a document; `nil` for a format that is only read.
  public init?(format: FeedFormat, title: String = "Feed") {
    guard Self.formats.contains(format) else { return nil }
    self.format = format
    self.title = title
  }

  /// The fields that the format has.
  public var fields: Set<FeedField> {
    switch format {
    case .rss, .atom: Set(FeedField.allCases).subtracting([.avatar])
    default: Set(FeedField.allCases)
    }
  }

  /// Whether each item is a file of its own.
  public var writesFilePerItem: Bool { format == .markdown }

  /// The bytes before the first item.
  public var head: String {
    switch format {
    case .jsonFeed:
      """
      {
        "version": "https://jsonfeed.org/version/1.1",
        "title": \(title.json),\(homePage.map { "\n  \"home_page_url\": \($0.json)," } ?? "")\(description.map { "\n  \"description\": \($0.json)," } ?? "")
        "items": [
      """
    case .rss:
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:media="http://search.yahoo.com/mrss/">
      <channel>
      <title>\(title.html.xml)</title>
      \(homePage.map { "<link>\($0.xml)</link>\n" } ?? "")<description>\((description ?? title).html.xml)</description>

      """
    case .atom:
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <title>\(title.xml)</title>\(description.map { "\n<subtitle>\($0.xml)</subtitle>" } ?? "")\(homePage.map { "\n<link href=\"\($0.xml)\"/>" } ?? "")

      """
    case .csv, .tsv:
      (FeedField.allCases.map(\.rawValue) + Self.columns + otherColumns).map { cell($0) }
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
    case .csv, .tsv:
      (FeedField.allCases.map { item[$0] ?? "" } + cells(item) + otherCells(item))
        .map { cell($0) }.joined(separator: delimiter) + "\n"
    case .markdown: article(item)
    default:
      MemberList.object(
        FeedField.allCases.map { ($0.rawValue, item[$0]?.json) }
          + [
            (FeedItem.htmlKey, item.bodyHTML?.json),
            (FeedItem.imageDescriptionKey, item.imageDescription?.json),
            ("tags", Self.list(item.tags.map(\.json))),
            ("attachments", Self.list(item.attachments.map { Self.attachment($0) })),
          ] + item.otherMembers.map { ($0.name, $0.value) }) + "\n"
    }
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
    let isPlain = item.tags.allSatisfy { !$0.contains(",") && $0.first != "[" }
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
  private static func list(_ values: [String]) -> String? {
    values.isEmpty ? nil : "[" + values.joined(separator: ",") + "]"
  }

  /// An attachment as an object of JSON Lines.
  private static func attachment(_ attachment: FeedAttachment) -> String {
    MemberList.object(
      [
        ("url", attachment.url.json), ("type", attachment.type.json),
        ("description", attachment.description?.json),
      ] + attachment.numbers)
  }

  private func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { [0x22, 0x2C, 0x3B, 0x09, 0x0A, 0x0D].contains($0) }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }

  /// The attachments of an item of JSON Feed, and its image if that has a description, for which the format has no
  /// other place.
  private static func attachments(_ item: FeedItem) -> String? {
    var attachments = item.attachments
    if let image = item.image, let words = item.imageDescription {
      attachments.insert(FeedAttachment(url: image, type: nil, description: words), at: 0)
    }
    return list(
      attachments.map { attachment in
        MemberList.object(
          [
            ("url", attachment.url.json), ("mime_type", attachment.type.json),
            ("title", attachment.description?.json),
          ] + attachment.numbers)
      })
  }

  /// An item of JSON Feed, whose identifier is its address or its number if the item has none.
  private func jsonFeedItem(_ item: FeedItem) -> String {
    var author: String?
    if item.author != nil || item.avatar != nil {
      author =
        "[" + MemberList.object([("name", item.author?.json), ("avatar", item.avatar?.json)]) + "]"
    }
    let others = item.otherMembers
    // The authors that the fields come from say more than these.
    let isAuthors = { (member: (name: String, value: String)) in
      guard member.name == "authors", let list = AuthorList(json: member.value) else {
        return false
      }
      return list.name == item.author && list.avatar == item.avatar
    }
    author = others.first(where: isAuthors)?.value ?? author
    let own = others.filter { Self.isMemberOfJSONFeed($0) }
    let rest = others.filter { !Self.isMemberOfJSONFeed($0) && !isAuthors($0) }
    return "    "
      + MemberList.object(
        [
          ("id", (item.id ?? item.url ?? String(item.index)).json), ("url", item.url?.json),
          ("title", item.title?.json),
          ("content_text", (item.body ?? "").json), ("content_html", item.bodyHTML?.json),
          ("date_published", item.time?.json),
          ("image", item.image?.json), ("authors", author), ("language", item.language?.json),
          ("tags", Self.list(item.tags.map(\.json))), ("attachments", Self.attachments(item)),
        ] + own.map { ($0.name, $0.value) }
          + [
            (
              FeedItem.extensionKey,
              rest.isEmpty ? nil : MemberList.object(rest.map { ($0.name, $0.value) })
            )
          ])
  }

  /// Whether JSON Feed knows a member that is no field of items, or takes it for an extension.
  private static func isMemberOfJSONFeed(_ member: (name: String, value: String)) -> Bool {
    switch member.name {
    case "summary", "banner_image", "external_url", "date_modified": member.value.first == "\""
    case FeedItem.extensionKey: false
    default: member.name.first == "_"
    }
  }
}
