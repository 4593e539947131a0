import GalleyCellRendering
import GalleyCells
import GalleyFeed
import GalleyFiles
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Writes a picture of each card.
struct CardSink: RowSink {
  let isDurable: Bool
  private let guarded: GuardedInputs
  private(set) var written = WrittenFiles()

  init(names: PictureNames, isDurable: Bool, guarded: GuardedInputs) throws(PNGError) {
    let zero = ContentKey(high: 0, low: 0)
    try checkPlace(ofFile: names.path(index: 0, id: nil, key: zero))
    self.isDurable = isDurable
    self.guarded = guarded
  }

  mutating func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .picture(let picture) = row.output, let path = row.placed.card?.name else {
      return RowFiles(paths: [])
    }
    if picture.origin != .existing {
      try guarded.check(path)
      // A pipe would wait for a reader.
      guard !isStreamPath(path) else {
        throw FileError.cannotCreate(path: path, errno: FileError.notRegular)
      }
      try writePicture(picture.bytes, to: path, durable: isDurable)
      let size = row.row.layout.pixelSize
      written.add(bytes: picture.bytes.count, width: size.width, rows: size.height)
    }
    return RowFiles(paths: [path])
  }

  func finish() {}
}
