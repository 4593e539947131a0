import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

extension FeedView {
  /// The pictures of a row that are wanted: those that are seen, or will be before somebody asks again,
  /// and of a very high row those near them, in the direction of movement.
  func pictures(of row: Int, _ parts: PartBands) -> (seen: PictureID.Parts, near: [PictureID]) {
    let (key, height) = (table.rows[row].key, table.rows[row].height)
    guard height > PictureID.maximumRowCount else {
      return (PictureID.covering(0..<height, of: key, height: height), [])
    }
    let y = offsets.offset(ofRow: row)
    let seen = PictureID.covering(parts.visible.shifted(by: -y), of: key, height: height)
    let near = PictureID.covering(parts.display.shifted(by: -y), of: key, height: height)
      .filter { !seen.contains($0) }
    return (seen, ranges.isForward ? near : near.reversed())
  }

  /// What is kept of a row's older picture, until the current one is there.
  func olderPictures(of row: Int) -> [PictureID] {
    guard let old = older[row] else { return [] }
    return PictureID.covering(0..<old.height, of: old.key, height: old.height)
      .filter { store.picture($0) != nil }
  }

  /// The bytes that a picture of a row takes at most.
  ///
  /// What a mask cuts may all lie in one part of a very high row.
  func byteCount(of id: PictureID, _ row: SimulatedRow) -> Int {
    4 * (compositor.size.width * id.rows.count + row.maskedPixels)
  }

  /// The pictures that there is room for, where visible ones too are left out for lack of it; `nil`
  /// where they are not.
  ///
  /// Which visible ones are admitted depends on the rows and on where the viewport is alone, never on
  /// what is there already or on how it came there: so both modes leave out the same. From the topmost
  /// one on that there is no room for, all are left out, and what was shown before of edited rows with
  /// them.
  func admittedPictures(
    _ rows: [Int], visibleCount: Int, _ parts: PartBands
  ) -> Set<PictureID>? {
    guard options.capsPictures else { return nil }
    var visible: [(id: PictureID, byteCount: Int)] = []
    var others: [(id: PictureID, byteCount: Int)] = []
    let ordered = rows.prefix(visibleCount).sorted() + rows.dropFirst(visibleCount)
    for (place, row) in ordered.enumerated() {
      func sized(_ ids: some Sequence<PictureID>) -> [(id: PictureID, byteCount: Int)] {
        ids.map { ($0, byteCount(of: $0, table.rows[row])) }
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

  /// Whether all that a frame lacks is what there is no room for, so that it will not come.
  func lacksOnlyRefused(_ plan: FramePlan) -> Bool {
    guard let admitted else { return false }
    return plan.segments.allSatisfy { segment in
      guard !segment.isCurrent, let row = segment.row, row < rowCount else { return true }
      if case .picture = segment.source { return false }
      let y = offsets.offset(ofRow: row)
      let seen =
        plan.offset + segment.band.lowerBound - y..<plan.offset + segment.band.upperBound - y
      return PictureID.covering(
        seen, of: table.rows[row].key, height: table.rows[row].height
      ).contains { !admitted.contains($0) }
    }
  }
}
