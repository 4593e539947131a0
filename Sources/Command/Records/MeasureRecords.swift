import Foundation
import Galley
import GalleyPrimitives

extension JSONLine {
  /// A row, in `galley measure --json`; a plain paragraph has no id.
  init(_ row: RowMeasurement, isText: Bool, hasLines: Bool) {
    self.init()
    object { record in
      record.key("height")
      record.value(row.height)
      if !isText {
        record.key("id")
        record.value(row.id)
      }
      record.key("index")
      record.value(row.index)
      record.key("isTruncated")
      record.value(row.isTruncated)
      record.key("language")
      record.value(row.language?.tag)
      record.key("languageSource")
      record.value(row.language?.source.rawValue)
      if hasLines {
        record.key("lines")
        record.array { lines in
          for line in row.lines { lines.append(line) }
        }
      } else {
        record.key("lineCount")
        record.value(row.lineCount)
      }
      record.key("missingGlyphs")
      record.value(row.missingGlyphCount)
      record.key("repaired")
      record.value(row.repairCount)
      record.key("schemaVersion")
      record.value(RecordSchema.version)
      record.key("width")
      record.value(row.width)
    }
  }

  private mutating func append(_ line: RowMeasurement.Line) {
    object { record in
      record.key("baseline")
      record.value(line.baseline)
      record.key("height")
      record.value(line.height)
      record.key("part")
      record.value(line.part?.rawValue ?? "text")
      record.key("range")
      record.array { range in
        range.value(line.range.lowerBound)
        range.value(line.range.upperBound)
      }
      record.key("width")
      record.value(line.width)
      record.key("y")
      record.value(line.y)
    }
  }
}

/// The summary of `galley measure --json`.
struct MeasureSummaryRecord: Encodable {
  var summary = true
  var rows: Int
  var failed: Int
  var warnings: Int
  var missingGlyphs: Int
  var lineCount: Int
  var height: Double
  /// Of a feed alone: heights of plain paragraphs are not kept.
  var heightHits: Int?
  var heightMisses: Int?
  var heightCauses: HeightCauses?
  /// With a file of heights alone.
  var heightsStored: Int?

  init(_ summary: MeasureSummary, isText: Bool, isStored: Bool) {
    rows = summary.rowCount
    failed = summary.failureCount
    warnings = summary.warningCount
    missingGlyphs = summary.missingGlyphCount
    lineCount = summary.lineCount
    height = summary.height
    guard !isText else { return }
    heightHits = summary.heights.hitCount
    heightMisses = summary.heights.missCount
    heightCauses = HeightCauses(summary.heights)
    heightsStored = isStored ? summary.storedHeightCount : nil
  }
}

/// The table of `galley measure` without `--json`.
enum MeasureTable {
  static let head = line("index", "height", "lines", "id")

  static func line(_ row: RowMeasurement) -> String {
    line(
      String(row.index), shown(row.height), String(row.lineCount),
      row.id?.shown(limit: 240) ?? "")
  }

  /// A length in layout units, with two decimals.
  static func shown(_ length: Double) -> String { String(format: "%.2f", length) }

  private static func line(
    _ index: String, _ height: String, _ lines: String, _ id: String
  ) -> String {
    let cells = [(index, 8), (height, 12), (lines, 7)].map { text, width in
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return (id.isEmpty ? cells : cells + ["  " + id]).joined()
  }
}
