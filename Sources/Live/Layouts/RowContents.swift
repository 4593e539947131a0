import GalleyCellRendering
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable

/// The content of a row: its model, and the result of laying it out.
struct RowContent: Sendable {
  var model: any RowModel
  /// `nil` until the row is laid out for the first time.
  var cell: LaidOutCell?
}

/// The result of laying out a row; rows of equal content share it.
final class LaidOutCell: Sendable {
  let key: ContentKey
  /// The height in device pixels; 0 if the row cannot be laid out.
  let height: Int
  let work: WorkAmount
  let maskedPixels: Int
  /// The round of heights in which it was laid out.
  let round: Int
  /// Whether the row cannot be laid out.
  let isFailed: Bool

  init(_ row: SurveyedRow, key: ContentKey, work: WorkAmount, round: Int) {
    self.key = key
    height = row.height
    self.work = work
    maskedPixels = row.maskedPixels
    self.round = round
    isFailed = false
  }

  /// The result for a row that cannot be laid out.
  init(failed id: RowID, round: Int) {
    key = .unknown(id)
    height = 0
    work = WorkAmount()
    maskedPixels = 0
    self.round = round
    isFailed = true
  }
}

extension ContentKey {
  /// The key of a row without a layout; no picture has it.
  static func unknown(_ row: RowID) -> ContentKey { ContentKey(high: .max, low: row.number) }
}
