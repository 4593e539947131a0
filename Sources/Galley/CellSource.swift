import GalleyCells
import GalleyFeed
import GalleyHandles
import GalleyPrimitives

/// Something about a row that its picture does not show, though nothing failed.
public struct RowWarning: Hashable, Sendable, Codable {
  /// What it is about.
  public var kind: Kind
  /// One line for people.
  public var message: String

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
  }
}

extension [RowWarning] {
  /// What is told of texts that were set.
  static func about(missingGlyphCount: Int, repairCount: Int) -> [RowWarning] {
    var warnings: [RowWarning] = []
    if missingGlyphCount > 0 {
      warnings.append(
        RowWarning(kind: .missingGlyph, message: "\(missingGlyphCount) characters have no glyph"))
    }
    if repairCount > 0 {
      warnings.append(
        RowWarning(kind: .repaired, message: "\(repairCount) characters were repaired"))
    }
    return warnings
  }
}

/// Makes what a cell shows from a feed's item.
struct CellSource: Sendable {
  let assets: AssetFolder?

  /// The content of an item, and what of it cannot be shown.
  func content(of item: FeedItem) -> (CellContent, [RowWarning]) {
    var warnings: [RowWarning] = []
    var content = CellContent(
      title: item.title, body: item.body, author: item.author, time: item.time,
      language: item.language)
    content.avatar = image(item.avatar, warnings: &warnings)
    content.image = image(item.image, warnings: &warnings)
    for field in item.cutFields {
      warnings.append(
        RowWarning(kind: .cutText, message: "\(field.rawValue) is cut at the text limit"))
      mark(&content, field)
    }
    return (content, warnings)
  }

  /// Puts an ellipsis where a field was cut.
  private func mark(_ content: inout CellContent, _ field: FeedField) {
    switch field {
    case .title: content.title?.append("…")
    case .body: content.body?.append("…")
    case .author: content.author?.append("…")
    case .time: content.time?.append("…")
    case .id, .image, .avatar, .language: break
    }
  }

  private func image(_ name: String?, warnings: inout [RowWarning]) -> CellImage? {
    guard let name, !name.isEmpty else { return nil }
    guard let assets else {
      warnings.append(RowWarning(kind: .image, message: "image \(name): no assets folder is given"))
      return nil
    }
    do {
      return CellImage(name: name, size: try assets.imageSize(named: name).size)
    } catch {
      warnings.append(RowWarning(kind: .image, message: "\(error)"))
      return nil
    }
  }
}
