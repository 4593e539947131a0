import GalleyCellRendering
import GalleyCells
package import GalleyFeedItems
import GalleyFiles
import GalleyHandles
import GalleyLayout
import GalleyRowHeights
import Glibc

extension CellRenderer {
  /// Returns the height of an item's row from a file, or measures it and adds it to the file.
  package func measureHeight(
    _ item: FeedItem, keptIn file: HeightFile, _ keys: HeightFile.Keys
  ) throws -> RowMeasurement {
    let sourced = try shop.source.content(of: item)
    let content = sourced.content
    let template = shop.template
    let key = file.key(
      shop.keys.bytes(of: content), keys, width: template.width, scale: template.scale)
    if let stored = file.find(key) {
      return RowMeasurement(
        item, stored, width: template.width, language: sourced.language,
        warnings: sourced.warnings
          + .about(
            content, missingGlyphCount: stored.missingGlyphCount, itemRepairCount: item.repairCount,
            cellRepairCount: stored.repairCount))
    }
    let measured = try measure(item)
    var row = RowMeasurement(measured)
    file.add(
      StoredHeight(
        height: row.height, lineCount: row.lineCount, missingGlyphCount: row.missingGlyphCount,
        repairCount: measured.layout.repairCount, isTruncated: measured.layout.isTruncated),
      for: key)
    row.lines = []
    return row
  }
}

extension RowMeasurement {
  /// Makes the measurement of a row whose height is in a file.
  fileprivate init(
    _ item: FeedItem, _ stored: StoredHeight, width: Double, language: RowLanguage?,
    warnings: [RowWarning]
  ) {
    let repairCount = item.repairedCount + stored.repairCount
    self.init(
      index: item.index, id: item.id, width: width, height: stored.height, lines: [],
      lineCount: stored.lineCount, language: language, heightSource: .stored,
      isTruncated: stored.isTruncated || !item.cutFields.isEmpty, repairCount: repairCount,
      missingGlyphCount: stored.missingGlyphCount,
      warnings: warnings)
  }
}
