import GalleyCompositing
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

extension LiveView {
  /// Returns the pictures of a row to request: those within the visible band, and for a very high row also
  /// those near it, in the direction of movement.
  func pictures(of row: Int, _ parts: PartBands) -> (seen: PictureID.Parts, near: [PictureID]) {
    let (key, height) = (window[row].key, window[row].height)
    guard height > PictureID.maximumRowCount else {
      return (PictureID.covering(0..<height, of: key, height: height), [])
    }
    let y = window[row].y
    let seen = PictureID.covering(parts.visible.shifted(by: -y), of: key, height: height)
    let near = PictureID.covering(parts.display.shifted(by: -y), of: key, height: height)
      .filter { !seen.contains($0) }
    return (seen, ranges.isForward ? near : near.reversed())
  }

  /// Returns the parts of a row's older picture that are kept until the current picture is complete.
  func olderPictures(of row: Int) -> [PictureID] {
    guard let old = window[row].older else { return [] }
    return PictureID.covering(0..<old.height, of: old.key, height: old.height)
      .filter { store.picture($0) != nil }
  }

  /// Returns the maximum number of bytes of a picture of a row.
  ///
  /// All masked layers of a very high row may be in one of its parts.
  func byteCount(of id: PictureID, _ row: LiveWindow.Row) -> Int {
    4 * (compositor.size.width * id.rows.count + row.maskedPixels)
  }

  /// Returns the pictures that fit into memory if the limit holds for visible pictures too; `nil` if it does
  /// not.
  ///
  /// The decision depends only on the rows and the viewport, and not on present pictures or on their
  /// history, so both modes leave out the same pictures. From the topmost picture that does not fit, all
  /// are left out, and the older pictures of edited rows too.
  func admittedPictures(
    _ rows: [Int], visibleCount: Int, _ parts: PartBands
  ) -> Set<PictureID>? {
    guard options.capsPictures else { return nil }
    var visible: [(id: PictureID, byteCount: Int)] = []
    var others: [(id: PictureID, byteCount: Int)] = []
    let ordered = rows.prefix(visibleCount).sorted() + rows.dropFirst(visibleCount)
    for (place, row) in ordered.enumerated() {
      func sized(_ ids: some Sequence<PictureID>) -> [(id: PictureID, byteCount: Int)] {
        ids.map { ($0, byteCount(of: $0, window[row])) }
      }
      let pictures = pictures(of: row, parts)
      if place < visibleCount {
        visible += sized(pictures.seen)
        others += olderPictures(of: row).map { ($0, store.picture($0)?.byteCount ?? 0) }
      } else {
        others += sized(pictures.seen)
      }
      others += sized(pictures.near)
    }
    var counted: Set<PictureID> = []
    let admitted = PictureBudget(byteLimit: options.pictureByteLimit)
      .admitted(visible + others, visibleCount: 0) {
        counted.insert($0.id).inserted ? $0.byteCount : 0
      }
    return Set(admitted.lazy.map(\.id))
  }

  /// Whether a frame only lacks pictures that do not fit, and therefore will not arrive.
  func lacksOnlyRefused(_ plan: FramePlan) -> Bool {
    guard let admitted else { return false }
    return plan.segments.allSatisfy { segment in
      guard !segment.isCurrent, let row = segment.row else { return true }
      guard window.indices.contains(row), window[row].isLaidOut else { return false }
      if case .picture = segment.source { return false }
      let y = window[row].y
      let seen =
        plan.offset + segment.band.lowerBound - y..<plan.offset + segment.band.upperBound - y
      return PictureID.covering(
        seen, of: window[row].key, height: window[row].height
      ).contains { !admitted.contains($0) }
    }
  }
}
