import Foundation
package import GalleyArchives
import GalleyCellRendering
import GalleyCells
import GalleyFeedItems
import GalleyPrimitives

/// A line of a manifest: a row and its picture, or an element without one.
package struct ManifestRow: Decodable, Hashable, Sendable {
  /// The index in the feed.
  package var index: Int
  /// The offset of the element in the feed.
  package var byteOffset: Int
  /// The feed's identifier of the item.
  package var id: String?
  /// The content key of the picture.
  package var key: String?
  /// The hash of the picture's bytes.
  package var digest: String?
  /// The file, or the name in the archive; without `key`, the name that a failed row has taken.
  package var file: String?
  /// The archive, and the offset of the picture in it.
  package var archive: String?
  package var offset: Int?
  /// The bytes of the picture.
  package var bytes: Int?
  package var pixelWidth: Int?
  package var pixelHeight: Int?
  /// The number of characters without a glyph, unless it is 0.
  package var missingGlyphs: Int?
  package var warnings: [String]?
  /// The reason why there is no picture.
  package var error: String?

  /// The place of the picture in an archive.
  package var slice: ArchiveSlice? {
    guard let archive, let offset, let bytes else { return nil }
    return ArchiveSlice(archive: archive, offset: offset, byteCount: bytes)
  }

  /// Whether all numbers are those of a row that can be.
  var isSound: Bool {
    let sizes = [index, byteOffset, offset ?? 0, bytes ?? 0, missingGlyphs ?? 0]
    let edges = [pixelWidth ?? 0, pixelHeight ?? 0]
    return sizes.allSatisfy { 0...1 << 56 ~= $0 } && edges.allSatisfy { 0...1 << 31 ~= $0 }
  }

  /// Adds the line and its newline to `lines`.
  package func append(to lines: inout [UInt8]) {
    var line = JSONLine()
    line.object { object in
      func value(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        object.key(name)
        object.value(text)
      }
      func value(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        object.key(name)
        object.value(number)
      }
      value("archive", archive)
      value("byteOffset", byteOffset)
      value("bytes", bytes)
      value("digest", digest)
      value("error", error)
      value("file", file)
      value("id", id)
      value("index", index)
      value("key", key)
      value("missingGlyphs", missingGlyphs)
      value("offset", offset)
      value("pixelHeight", pixelHeight)
      value("pixelWidth", pixelWidth)
      value("schemaVersion", RecordSchema.version)
      if let warnings {
        object.key("warnings")
        object.array { array in
          for warning in warnings { array.value(warning) }
        }
      }
    }
    lines += line.bytes
    lines.append(UInt8(ascii: "\n"))
  }
}

extension ManifestRow {
  /// The line of a rendered row.
  init(_ row: FinishedRow, _ files: RowFiles) {
    let layout = row.row.layout
    index = row.row.item.index
    byteOffset = row.row.item.byteOffset
    id = row.row.item.id
    if let card = row.placed.card { (key, file) = ("\(card.key)", card.name) }
    if case .picture(let picture) = row.output {
      digest = picture.digest.map { "\($0)" }
      bytes = picture.bytes.count
    }
    archive = files.slice?.archive
    offset = files.slice?.offset
    pixelWidth = layout.pixelSize.width
    pixelHeight = layout.pixelSize.height
    missingGlyphs = layout.missingGlyphCount > 0 ? layout.missingGlyphCount : nil
    warnings = row.row.warnings.isEmpty ? nil : row.row.warnings.map(\.message)
  }

  /// The line of an element without a picture; a row that was not drawn keeps the name that it took.
  init(_ failure: RowFailure, name: String?) {
    index = failure.index
    byteOffset = failure.byteOffset
    file = name
    error = failure.message
  }
}

/// The sums of a manifest's lines, which are its last line.
package struct ManifestTotals: Hashable, Sendable {
  package private(set) var rowCount = 0
  package private(set) var failureCount = 0
  package private(set) var warningCount: Int
  package private(set) var missingGlyphCount = 0
  package private(set) var byteCount = 0
  package private(set) var pixelCount = 0

  /// The sums without a row; `warningCount` warnings are about the run.
  package init(warningCount: Int) { self.warningCount = warningCount }

  /// Adds a line.
  package mutating func add(_ row: ManifestRow) {
    if row.error == nil { rowCount += 1 } else { failureCount += 1 }
    warningCount += row.warnings?.count ?? 0
    missingGlyphCount = Self.sum(missingGlyphCount, row.missingGlyphs ?? 0)
    byteCount = Self.sum(byteCount, row.bytes ?? 0)
    // Each edge is below 2³², so that the product fits.
    pixelCount = Self.sum(pixelCount, (row.pixelWidth ?? 0) * (row.pixelHeight ?? 0))
  }

  /// The sum, or the largest number, since an edited manifest may name any sizes.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? .max : sum
  }

  /// The line, with its newline.
  package var line: [UInt8] {
    var line = JSONLine()
    line.object { object in
      for (key, number) in [("bytes", byteCount), ("failed", failureCount)] as [(StaticString, Int)]
      {
        object.key(key)
        object.value(number)
      }
      object.key("megapixels")
      object.value(Double(pixelCount) / 1_000_000)
      for (key, number) in [
        ("missingGlyphs", missingGlyphCount), ("rows", rowCount),
        ("schemaVersion", RecordSchema.version),
      ] as [(StaticString, Int)] {
        object.key(key)
        object.value(number)
      }
      object.key("summary")
      object.value(true)
      object.key("warnings")
      object.value(warningCount)
    }
    return line.bytes + [UInt8(ascii: "\n")]
  }
}
