package import GalleyCells
public import GalleyFeedItems
import GalleyHandles
package import GalleyImages
import GalleyPrimitives
package import GalleyText

/// A warning about a row: its picture does not show a part of its item.
public struct RowWarning: Hashable, Sendable, Codable {
  /// The kind of warning.
  public var kind: Kind
  /// One line of text that names the field and the limit.
  public var message: String
  /// The field; `nil` for a warning about the whole row or several texts.
  public var field: FeedField?
  /// The limit that was exceeded, if any.
  public var limit: Int?

  /// The kind of a warning.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An image that is missing, refused or broken.
    case image
    /// A character without a glyph in any font.
    case missingGlyph
    /// Text that was cut at a limit, or whose Markdown stays text beyond one.
    case cutText
    /// Bytes or characters that were repaired.
    case repaired
    /// An item without any field that a cell shows.
    case nothingToShow
    /// A date that is not understood, and is shown as the feed has it.
    case date
    /// Cells of a table's record beyond the columns of its header.
    case surplusCells
    /// Records of empty cells before a row of a table, which are skipped.
    case emptyRecords
    /// A quotation mark of a table's cell that is open at the end of the table.
    case openQuote
    /// A feed that ends before the end tag of its last item or of its outermost element.
    case missingEnd
    /// A text before a feed that is none of it, and is passed.
    case leadingText
    /// An encoding that was guessed from the bytes of the feed.
    case encoding
  }

  /// Makes a warning about a field and a limit.
  public init(kind: Kind, message: String, field: FeedField? = nil, limit: Int? = nil) {
    self.kind = kind
    self.message = message
    self.field = field
    self.limit = limit
  }

  /// Makes a warning about an image that is not shown.
  package init(_ error: ImageError, field: FeedField?) {
    self.init(
      kind: .image, message: error.words(for: field?.rawValue ?? "image"), field: field,
      limit: error.limit)
  }

  /// Makes a warning about a picture in a text that is not shown.
  package init(of image: InlineImage, reason: String, limit: Int? = nil) {
    let noun = image.isEmoji ? "custom emoji \(image.description.shown(limit: 80))" : "body"
    self.init(
      kind: .image, message: "\(noun) “\(image.name.shown())”: \(reason)", field: image.field,
      limit: limit)
  }

  /// The reason of warnings about pictures of a run without an assets folder.
  package static let noAssetsReason = "no assets folder is given"

  /// Whether the picture is missing because the run has no assets folder, so that one message serves all such warnings.
  package var lacksAssets: Bool { kind == .image && message.hasSuffix(Self.noAssetsReason) }

  /// Makes a warning about a field that was cut at a limit.
  package init(_ cut: FeedCut) {
    let limit: Int =
      switch cut.limit {
      case .textBytes(let count), .htmlBytes(let count): count
      case .htmlStructure(let depth, _): depth
      }
    self.init(
      kind: .cutText, message: "\(cut.field.rawValue) is cut at \(cut.limit)", field: cut.field,
      limit: limit)
  }

  /// Makes a warning about marks that were dropped.
  package init(_ dropped: DroppedMarks) {
    self.init(
      kind: .repaired,
      message: """
        \(dropped.field?.rawValue ?? "text"): dropped \(dropped.count.counted("mark")) beyond the limit of \
        \(dropped.limit) on one character
        """, field: dropped.field, limit: dropped.limit)
  }

  /// Makes a warning about a date that is not understood.
  package init(unreadTime time: String) {
    self.init(
      kind: .date, message: "time \(time.shown()) is no date of RFC 822 or RFC 3339", field: .time)
  }

  /// Makes a warning about cells of a table that no column has; `nil` for none.
  private init?(surplusCells cells: [String]) {
    guard let first = cells.first else { return nil }
    self.init(
      kind: .surplusCells,
      message: """
        \(cells.count.counted("cell")) beyond the columns of the header: \(first.shown(limit: 80))\
        \(cells.count > 1 ? ", …" : ""); a cell with the delimiter in it needs quotation marks
        """)
  }

  /// Makes the warnings about the bytes of an item, and about a record of a table.
  package static func about(recordOf item: FeedItem) -> [RowWarning] {
    var warnings: [RowWarning] = []
    if let encoding = item.guessedEncoding {
      warnings.append(
        RowWarning(
          kind: .encoding,
          message:
            "the feed is no UTF-8, and is read as \(encoding); iconv converts it from another encoding"
        ))
    }
    if let text = item.leadingText {
      warnings.append(
        RowWarning(
          kind: .leadingText, message: "passed a text before the feed: \(text.shown(limit: 80))"))
    }
    if let warning = RowWarning(surplusCells: item.surplusCells) { warnings.append(warning) }
    if item.emptyRecordCount > 0 {
      warnings.append(
        RowWarning(
          kind: .emptyRecords,
          message:
            "skipped \(item.emptyRecordCount.counted("record")) of empty cells before this one"
        ))
    }
    for syntax in item.plainSyntax {
      warnings.append(
        RowWarning(
          kind: .cutText, message: "body: Markdown has \(syntax), left as text", field: .body))
    }
    if item.hasOpenQuote {
      warnings.append(
        RowWarning(
          kind: .openQuote,
          message:
            "a quotation mark is open up to the table's end: the cell may have swallowed rows"))
    }
    if let name = item.missingEndTag {
      let isOfItem = name == "item" || name == "entry"
      warnings.append(
        RowWarning(
          kind: .missingEnd,
          message: """
            the feed breaks off before </\(name.shown(limit: 80))>: \(isOfItem ? "this item" : "it") may lack \
            \(isOfItem ? "a part" : "further items")
            """))
    }
    return warnings
  }

  /// Makes a warning about an item with members `names`, of which a cell shows none.
  package init(unknownMembers names: [String]) {
    var words = "nothing to show: the item has no fields"
    if !names.isEmpty {
      let named = names.prefix(FeedItem.namedMembers)
      words = "nothing to show among the item's fields: " + named.joined(separator: ", ")
      if names.count > named.count { words += ", …" }
    }
    self.init(kind: .nothingToShow, message: words)
  }
}

extension [RowWarning] {
  /// Returns the warnings about texts that were laid out.
  ///
  /// `texts` are the texts that may have too many marks; the field of a plain paragraph is `nil`.
  package static func about(
    missingGlyphCount: Int, repairCount: Int, texts: [(field: FeedField?, repairs: TextRepairs)]
  ) -> [RowWarning] {
    var warnings: [RowWarning] = []
    if missingGlyphCount > 0 {
      let characters = missingGlyphCount.counted("character")
      warnings.append(RowWarning(kind: .missingGlyph, message: "no glyph for \(characters)"))
    }
    var others = repairCount
    for (field, repairs) in texts where repairs.droppedMarkCount > 0 {
      others -= repairs.droppedMarkCount
      warnings.append(
        RowWarning(
          DroppedMarks(
            field: field, count: repairs.droppedMarkCount, limit: TextRepairs.maximumMarks)))
    }
    if others > 0 {
      warnings.append(
        RowWarning(kind: .repaired, message: "repaired " + others.counted("character")))
    }
    return warnings
  }

  /// Returns the warnings about a cell: its texts had `cellRepairCount` repairs, in addition to those of its
  /// item.
  package static func about(
    _ content: CellContent, missingGlyphCount: Int, itemRepairCount: Int, cellRepairCount: Int
  ) -> [RowWarning] {
    var texts: [(field: FeedField?, repairs: TextRepairs)] = []
    if cellRepairCount > 0 {
      // This is rare, so the texts are checked again.
      var fields: [(FeedField, String?)] = []
      if case .card(let card) = content {
        fields = [
          (.title, card.title), (.body, card.body), (.author, card.author), (.time, card.time),
        ]
      }
      let attributes = TextAttributes(font: Font(size: 14))
      texts = fields.compactMap { field, text in
        text.map { (field, AttributedText($0, attributes: attributes).repairs) }
      }
    }
    return .about(
      missingGlyphCount: missingGlyphCount, repairCount: itemRepairCount + cellRepairCount,
      texts: texts)
  }

  /// Returns the warnings about images that cannot be drawn, with the fields of `item` that name them.
  package static func about(_ failures: [ImageError], of item: FeedItem) -> [RowWarning] {
    failures.map { failure in
      let fields = [FeedField.avatar, .image].filter { item[$0] == failure.name }
      return RowWarning(failure, field: fields.count == 1 ? fields[0] : nil)
    }
  }
}
