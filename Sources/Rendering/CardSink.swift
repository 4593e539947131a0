import GalleyCellRendering
import GalleyCells
import GalleyFeed
import GalleyFiles
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Writes a picture of each card.
struct CardSink: RowSink {
  let pattern: PathPattern
  let isDurable: Bool
  private let guarded: GuardedInputs
  private(set) var written = WrittenFiles()

  init(pattern: PathPattern, isDurable: Bool, guarded: GuardedInputs) throws(PNGError) {
    try checkPlace(ofFile: pattern.path(0))
    self.pattern = pattern
    self.isDurable = isDurable
    self.guarded = guarded
  }

  mutating func consume(_ row: FinishedRow) throws -> [String] {
    guard case .picture(let bytes) = row.output else { return [] }
    let path = pattern.path(row.row.item.index)
    try guarded.check(path)
    try writePicture(bytes, to: path, durable: isDurable)
    let size = row.row.layout.pixelSize
    written.add(bytes: bytes.count, width: size.width, rows: size.height)
    return [path]
  }

  func finish() {}
}
