public import GalleyCellRendering
import GalleyCells
import GalleyFeedItems
import GalleyLayout
import GalleyPrimitives
import GalleyRowHeights

/// The result for one element of a feed.
public enum RenderedElement: Sendable {
  /// A row that is rendered.
  case row(RenderedRow)
  /// An element that is not an item, or an item that cannot be drawn.
  case failure(RowFailure)
}

/// A rendered row: its place, its properties and its files.
public struct RenderedRow: Hashable, Sendable {
  /// The index among all elements of the feed, from 0.
  public var index: Int
  /// The item's identifier in the feed.
  public var id: String?
  /// The row's top in the feed, in layout units.
  public var y: Double
  /// The row's width, in layout units.
  public var width: Double
  /// The row's height, in layout units.
  public var height: Double
  /// The row's width, in device pixels.
  public var pixelWidth: Int
  /// The row's height, in device pixels.
  public var pixelHeight: Int
  /// The number of lines of text.
  public var lineCount: Int
  /// The language of the texts; `nil` if nothing says one.
  public var language: RowLanguage?
  /// Whether a text is truncated.
  public var isTruncated: Bool
  /// The number of repaired bytes and characters.
  public var repairCount: Int
  /// The number of characters without a glyph in any font.
  public var missingGlyphCount: Int
  /// The names of the used fonts.
  public var fonts: [String]
  /// The files of ``fonts``, if the options ask for them.
  package var fontPaths: [String]
  /// Warnings about parts of the item that the picture does not show.
  public var warnings: [RowWarning]
  /// The files that show a part of the row.
  public var files: [String]
  /// The offset of the item in the feed, in bytes.
  public var byteOffset: Int
  /// The row's top in each of ``files``, in layout units; negative in a page that begins within the row.
  public var tops: [Double]
  /// The areas of the row that react to a tap, from its top-left corner, if the options ask for them.
  public var hitAreas: [HitArea]?
}

extension RenderedRow {
  /// Makes the result of a row in `files`; each is a page of `pageHeight` device pixels, or has a picture of its own.
  init(
    _ finished: FinishedRow, files: [String], pageHeight: Int?, listsHitAreas: Bool,
    listsFontPaths: Bool
  ) {
    let layout = finished.row.layout
    let item = finished.row.item
    let texts = layout.parts.compactMap(\.text)
    var (fonts, fontPaths): ([String], [String]) = ([], [])
    for font in texts.flatMap(\.fonts) where !fonts.contains(font.name) {
      fonts.append(font.name)
      if listsFontPaths { fontPaths.append(font.path) }
    }
    self.init(
      index: item.index, id: item.id, y: Double(finished.place.top) / layout.scale,
      width: layout.size.width, height: layout.size.height,
      pixelWidth: layout.pixelSize.width, pixelHeight: layout.pixelSize.height,
      lineCount: texts.reduce(0) { $0 + $1.lines.count },
      language: finished.row.language,
      isTruncated: layout.isTruncated || !item.cutFields.isEmpty,
      repairCount: item.repairedCount + layout.repairCount,
      missingGlyphCount: layout.missingGlyphCount, fonts: fonts,
      fontPaths: fontPaths, warnings: finished.row.warnings, files: files,
      byteOffset: item.byteOffset,
      tops: finished.tops(count: files.count, pageHeight: pageHeight).map {
        Double($0) / layout.scale
      },
      hitAreas: listsHitAreas ? layout.hitAreas : nil)
  }
}

extension FinishedRow {
  /// The row's top in each of its `count` files, in device pixels.
  fileprivate func tops(count: Int, pageHeight: Int?) -> [Int] {
    if case .picture = output { return Array(repeating: 0, count: count) }
    guard let pageHeight else { return Array(repeating: place.top, count: count) }
    return (0..<count).map { place.top - (place.firstPage + $0) * pageHeight }
  }
}
