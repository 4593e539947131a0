import GalleyCellRendering
import GalleyCells
import GalleyFeedItems
import GalleyFiles
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Writes a picture of each card.
struct CardSink: RowSink {
  let isDurable: Bool
  /// The keys of the pictures so far, if equal pictures are one file.
  private var keys: Set<ContentKey>?
  private let guarded: GuardedInputs
  private(set) var written = WrittenFiles()

  init(names: PictureNames, isDurable: Bool, guarded: GuardedInputs) throws(PNGError) {
    let zero = ContentKey(high: 0, low: 0)
    try checkPlace(ofFile: names.path(index: 0, id: nil, key: zero))
    keys = names.areByContent ? [] : nil
    self.isDurable = isDurable
    self.guarded = guarded
  }

  /// The bytes of a component of a path, on the file systems of Linux, and of a path.
  private static let (nameByteLimit, pathByteLimit) = (255, 4095)

  /// Why no file can have this path, which the system would refuse; `nil` if one can.
  @Sendable static func refusal(ofName path: String) -> String? {
    if path.utf8.count > pathByteLimit {
      return "the path \(path.shown()) has more than \(pathByteLimit) bytes"
    }
    let longest = path.split(separator: "/").first { $0.utf8.count > nameByteLimit }
    return longest.map { "the name \(String($0).shown()) has more than \(nameByteLimit) bytes" }
  }

  mutating func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .picture(let picture) = row.output, let path = row.placed.card?.name else {
      return RowFiles(paths: [])
    }
    if picture.origin != .existing {
      try guarded.check(path)
      try checkNoStream(at: path)
      // Equal pictures have equal names: the file is there, and a kill leaves no temporary of a second one.
      if let key = row.placed.card?.key, keys?.insert(key).inserted == false {
        return RowFiles(paths: [path])
      }
      try writePicture(picture.bytes, to: path, durable: isDurable)
      let size = row.row.layout.pixelSize
      written.add(bytes: picture.bytes.count, width: size.width, rows: size.height)
    }
    return RowFiles(paths: [path])
  }

  func finish() {}
}
