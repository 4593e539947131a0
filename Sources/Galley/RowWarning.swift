package import GalleyCells
public import GalleyFeed
package import GalleyHandles
import GalleyPrimitives
package import GalleyText

/// Something about a row that its picture does not show, though nothing failed.
public struct RowWarning: Hashable, Sendable, Codable {
  /// What it is about.
  public var kind: Kind
  /// One line for people, which names the field and the limit.
  public var message: String
  /// The field that it is about; `nil` where it is about the whole row, or about some of its texts.
  public var field: FeedField?
  /// The limit that was gone beyond, where there is one.
  public var limit: Int?

  /// What a warning is about.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An image that is not there, or is refused or broken.
    case image
    /// A character that no font has.
    case missingGlyph
    /// Text that was cut at a limit.
    case cutText
    /// Bytes or characters that were repaired.
    case repaired
    /// An item that has none of the fields that are shown.
    case nothingToShow
  }

  /// A warning in words, with the field and the limit that it is about.
  public init(kind: Kind, message: String, field: FeedField? = nil, limit: Int? = nil) {
    self.kind = kind
    self.message = message
    self.field = field
    self.limit = limit
  }

  /// A warning of an image that is not shown.
  init(_ error: ImageError, field: FeedField?) {
    self.init(
      kind: .image, message: error.words(for: field?.rawValue ?? "image"), field: field,
      limit: error.limit)
  }

  /// A warning of a field that ends at a limit.
  init(_ cut: FeedCut) {
    let limit: Int =
      switch cut.limit {
      case .textBytes(let count), .htmlBytes(let count): count
      case .htmlStructure(let depth, _): depth
      }
    self.init(
      kind: .cutText, message: "\(cut.field.rawValue) is cut at \(cut.limit)", field: cut.field,
      limit: limit)
  }

  /// A warning of an item whose members are called `names` and are none that is shown.
  init(unknownMembers names: [String]) {
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
  /// The warnings of texts that were laid out; `texts` are those that may have too many marks, and `nil`
  /// stands for a paragraph that is no field.
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
      let limit = TextRepairs.maximumMarks
      warnings.append(
        RowWarning(
          kind: .repaired,
          message: """
            \(field?.rawValue ?? "text"): dropped \(repairs.droppedMarkCount.counted("mark")) beyond \
            the limit of \(limit) on one character
            """, field: field, limit: limit))
    }
    if others > 0 {
      warnings.append(
        RowWarning(kind: .repaired, message: "repaired " + others.counted("character")))
    }
    return warnings
  }

  /// The warnings of a cell whose texts had `cellRepairCount` repairs, beside those of its item.
  package static func about(
    _ content: CellContent, missingGlyphCount: Int, itemRepairCount: Int, cellRepairCount: Int
  ) -> [RowWarning] {
    var texts: [(field: FeedField?, repairs: TextRepairs)] = []
    if cellRepairCount > 0 {
      // Rare enough to look at the texts once more.
      let fields: [(FeedField, String?)] = [
        (.title, content.title), (.body, content.body), (.author, content.author),
        (.time, content.time),
      ]
      let attributes = TextAttributes(font: Font(size: 14))
      texts = fields.compactMap { field, text in
        text.map { (field, AttributedText($0, attributes: attributes).repairs) }
      }
    }
    return .about(
      missingGlyphCount: missingGlyphCount, repairCount: itemRepairCount + cellRepairCount,
      texts: texts)
  }

  /// The warnings of images that could not be drawn, by the fields of `item` that name them.
  package static func about(_ failures: [ImageError], of item: FeedItem) -> [RowWarning] {
    failures.map { failure in
      let fields = [FeedField.avatar, .image].filter { item[$0] == failure.name }
      return RowWarning(failure, field: fields.count == 1 ? fields[0] : nil)
    }
  }
}
