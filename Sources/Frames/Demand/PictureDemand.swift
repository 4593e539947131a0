import GalleyPrimitives

/// Decides which pictures and layouts are wanted around a viewport.
///
/// A value without clock, thread or I/O: a simulation and a live view ask it the same question. The functions
/// use loops because the main queue calls them in each frame in which pictures are missing: a closure that is
/// passed to the standard library checks its actor at each call.
package struct PictureDemand: Sendable {
  /// A picture, its row, and the maximum number of its bytes.
  package struct Picture: Hashable, Sendable {
    package var id: PictureID
    package var row: Int
    package var byteCount: Int

    /// Makes the description of a picture.
    package init(id: PictureID, row: Int, byteCount: Int) {
      self.id = id
      self.row = row
      self.byteCount = byteCount
    }
  }

  /// The pictures and layouts that are made or kept; all others are superseded or evicted.
  package struct Wanted: Sendable {
    /// The pictures, most urgent first, each once; complete ones are kept.
    package var pictures: [Picture] = []
    /// The rows whose layouts are made after the pictures, nearest first, each content once.
    package var layouts: [Int] = []
    /// The rows of pictures that do not fit; their layouts are kept.
    package var refused: [Int] = []
    /// The rows whose heights are not known, most urgent first.
    package var unknown: [Int] = []
    /// The number of bytes of `pictures`.
    package var byteCount = 0

    /// Makes an empty demand.
    package init() {}
  }

  /// The number of device pixels of a row's width.
  package var width: Int
  /// The maximum number of bytes of pictures.
  package var byteLimit: Int
  /// Whether `byteLimit` also holds for visible pictures.
  package var isCapped: Bool
  /// The number of workers.
  package var workerCount: Int
  /// The costs by which visible pictures are ordered.
  package var model: CostModel

  /// Makes a demand for rows of `width` pixels.
  package init(width: Int, byteLimit: Int, isCapped: Bool, workerCount: Int, model: CostModel) {
    self.width = width
    self.byteLimit = byteLimit
    self.isCapped = isCapped
    self.workerCount = workerCount
    self.model = model
  }

  /// Returns the wanted pictures and layouts.
  ///
  /// Visible pictures come first, those that workers can complete in time before the others. The pictures of
  /// other rows follow, by urgency. Of a row of several pictures, those near the viewport are wanted, after
  /// the visible ones of all visible rows.
  ///
  /// The pictures that do not fit are left out, from the most urgent one that does not fit. Equal rows share
  /// their pictures, which count once. Without a cap, visible pictures are always wanted. With a cap, the
  /// topmost visible pictures are wanted first, so that present pictures do not change the choice of visible
  /// ones, and both modes leave out the same.
  ///
  /// - Complexity: O(rows × workers).
  package func wanted(_ input: DemandInput, present: some PresentPictures) -> Wanted {
    let urgent = urgentRows(input)
    let (candidates, visibleCount, keptCount) = candidates(urgent, input, present)
    var counted = KeyedSet<PictureID>(capacity: candidates.count)
    var wanted = Wanted()
    wanted.pictures.reserveCapacity(candidates.count)
    var seenCount = 0
    var budget = PictureBudget(byteLimit: byteLimit, keptCount: isCapped ? 0 : keptCount)
    for (place, picture) in candidates.enumerated() {
      let isNew = counted.insert(picture.id)
      guard budget.admits(isNew ? picture.byteCount : 0) else {
        for picture in candidates[place...] where wanted.refused.last != picture.row {
          wanted.refused.append(picture.row)
        }
        break
      }
      guard isNew else { continue }
      wanted.byteCount += picture.byteCount
      wanted.pictures.append(picture)
      if place < visibleCount { seenCount += 1 }
    }
    putInTime(&wanted.pictures, count: seenCount, input, present)
    let ahead = RowUrgency(
      visible: input.display.isEmpty ? input.preload.prefix(0) : input.display,
      prepared: input.preload, direction: input.direction
    ).rows.dropFirst(input.display.count)
    var keys = KeyedSet<ContentKey>(capacity: wanted.pictures.count + ahead.count)
    for picture in wanted.pictures { _ = keys.insert(picture.id.key) }
    wanted.layouts.reserveCapacity(ahead.count)
    for row in ahead where input[row].isLaidOut && keys.insert(input[row].key) {
      wanted.layouts.append(row)
    }
    for row in urgent where !input[row].isLaidOut { wanted.unknown.append(row) }
    for row in ahead where !input[row].isLaidOut { wanted.unknown.append(row) }
    return wanted
  }

  /// Returns the maximum number of bytes of a picture of a row.
  ///
  /// All masked layers of a very high row may be in one of its pictures.
  package func byteCount(of id: PictureID, maskedPixels: Int) -> Int {
    4 * (width * id.rows.count + maskedPixels)
  }

  /// Returns the time in which a worker makes a picture of a row.
  package func cost(of id: PictureID, _ row: DemandInput.Row, hasLayout: Bool) -> Duration {
    let work = row.work.part(id.rows.count, of: row.height)
    return (hasLayout ? .zero : model.time(of: .layout, for: row.work))
      + model.time(of: .raster, for: work) + model.time(of: .encode, for: work)
  }

  /// Returns the rows of the display range, most urgent first.
  private func urgentRows(_ input: DemandInput) -> [Int] {
    let visible = input.display.isEmpty ? input.display : input.visible
    var rows = RowUrgency(
      visible: visible, prepared: input.display, direction: input.direction
    ).rows
    // The visible pictures that are left out depend on the offset alone, not on the direction.
    if isCapped { rows[..<visible.count].sort() }
    return rows
  }

  /// Returns all pictures by urgency, the number of visible ones, which come first, and the number of those
  /// that a frame may show.
  private func candidates(
    _ rows: [Int], _ input: DemandInput, _ present: some PresentPictures
  ) -> (pictures: [Picture], visibleCount: Int, keptCount: Int) {
    let seenRows = rows[..<(input.display.isEmpty ? 0 : input.visible.count)]
    let bands = PartBands(visible: input.visibleBand, display: input.displayBand)
    var pictures: [Picture] = []
    pictures.reserveCapacity(rows.count)
    // The invisible pictures of very high rows.
    var near: [Picture] = []
    for row in seenRows {
      appendSeen(row, input[row], bands, &pictures)
      appendNear(row, input[row], bands, input.direction, &near)
    }
    let visibleCount = pictures.count
    for row in seenRows { appendOlder(row, input[row], present, &pictures) }
    let keptCount = pictures.count
    pictures += near
    near = []
    for row in rows[seenRows.count...] {
      appendSeen(row, input[row], bands, &pictures)
      appendNear(row, input[row], bands, input.direction, &near)
      appendOlder(row, input[row], present, &pictures)
    }
    pictures += near
    return (pictures, visibleCount, keptCount)
  }

  /// Appends the pictures of a row, or those of a very high row that are visible.
  private func appendSeen(
    _ number: Int, _ row: DemandInput.Row, _ bands: PartBands, _ pictures: inout [Picture]
  ) {
    guard row.isLaidOut else { return }
    for id in bands.seen(row) {
      pictures.append(
        Picture(
          id: id, row: number, byteCount: byteCount(of: id, maskedPixels: row.maskedPixels)))
    }
  }

  /// Appends the pictures of a very high row that are near the viewport, in the direction of movement.
  private func appendNear(
    _ number: Int, _ row: DemandInput.Row, _ bands: PartBands, _ direction: ScrollDirection,
    _ pictures: inout [Picture]
  ) {
    guard row.isLaidOut, row.height > PictureID.maximumRowCount else { return }
    let seen = bands.seen(row)
    let first = pictures.count
    for id in bands.near(row) where !seen.contains(id) {
      pictures.append(
        Picture(
          id: id, row: number, byteCount: byteCount(of: id, maskedPixels: row.maskedPixels)))
    }
    if direction == .backward { pictures[first...].reverse() }
  }

  /// Appends the complete pictures of the row's former content.
  private func appendOlder(
    _ number: Int, _ row: DemandInput.Row, _ present: some PresentPictures,
    _ pictures: inout [Picture]
  ) {
    guard let old = row.older else { return }
    for id in PictureID.covering(0..<old.height, of: old.key, height: old.height) {
      guard let byteCount = present.byteCount(of: id) else { continue }
      pictures.append(Picture(id: id, row: number, byteCount: byteCount))
    }
  }

  /// Orders the first `count` pictures, the visible ones, so that most missing ones are complete at the next
  /// frame.
  private func putInTime(
    _ pictures: inout [Picture], count: Int, _ input: DemandInput, _ present: some PresentPictures
  ) {
    // Mostly all visible pictures are there, because they were made before they were visible.
    var missingCount = 0
    for place in 0..<count where !present.has(pictures[place].id) { missingCount += 1 }
    guard missingCount > 1 else { return }
    var (missing, others): ([Picture], [Picture]) = ([], [])
    missing.reserveCapacity(missingCount)
    others.reserveCapacity(count - missingCount)
    var costs: [Duration] = []
    costs.reserveCapacity(missingCount)
    for picture in pictures[..<count] {
      if present.has(picture.id) {
        others.append(picture)
        continue
      }
      missing.append(picture)
      costs.append(
        cost(
          of: picture.id, input[picture.row], hasLayout: present.hasLayout(of: picture.id.key)))
    }
    let order = DeadlineOrder(workerCount: workerCount, time: input.time)
      .order(Array(costs.indices)) { costs[$0] }
    var place = 0
    for number in order {
      pictures[place] = missing[number]
      place += 1
    }
    for picture in others {
      pictures[place] = picture
      place += 1
    }
  }
}
