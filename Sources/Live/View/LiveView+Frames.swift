import GalleyCellRendering
import GalleyCells
import GalleyCompositing
import GalleyFeedItems
public import GalleyFrameAssembly
package import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyTrials
import GalleyWorkers

extension LiveView {
  /// Takes the results of workers, requests missing pictures, and makes a frame.
  ///
  /// - Returns: `nil` if nothing has changed, if the frame has to wait for its pictures, or if the view is
  ///   closed.
  /// - Throws: In sync mode an error of drawing; in async mode the reason why workers can make no more
  ///   pictures.
  /// - Complexity: O(rows in the preload range + log rows) if something has changed; in sync mode also the
  ///   drawing of missing pictures.
  @discardableResult public func makeFrame() throws -> FeedFrame? {
    try pass { _ in }.frame
  }

  /// Makes frames until no request waits, and all visible pictures that fit into memory are complete.
  ///
  /// - Returns: The last frame, which equals that of one pass in sync mode.
  /// - Throws: As ``makeFrame()``, or `CancellationError` as soon as the task is cancelled or the view is
  ///   closed.
  public func settle() async throws -> FeedFrame {
    var last: FeedFrame?
    wakesOnResults = true
    isSettling = true
    defer { isSettling = false }
    // Makes the next pass request everything again, so that workers signal their results.
    editCount += 1
    while true {
      try Task.checkCancellation()
      if isClosed { throw CancellationError() }
      hasActedWhileTold = false
      last = try makeFrame() ?? last
      if hasActedWhileTold || hasUntoldRows {
        // The frame was made before these edits or before that frame, or the delegate does not know all rows of it
        // yet. Other tasks get their turn, however often the delegate edits or scrolls.
        last = nil
        await Task.yield()
        continue
      }
      let isThere =
        shown.map { !$0.isBlank || ranges.mode == .lowMemory || lacksOnlyRefused($0) } ?? false
      if isThere, waitingCommit == nil, shown?.offset == pixelOffset, store.isIdle, layouter.isIdle
      {
        if let last { return last }
        shown = nil
        continue
      }
      if waitingCommit != nil, store.isIdle, layouter.isIdle {
        // The pictures that are still missing cannot be drawn.
        commitChanges()
        continue
      }
      // A waiting frame is shown now, so the next frame is at the viewport's current offset. A delegate that scrolls
      // at each notification must not keep other tasks from the main queue.
      if pinnedOffset == nil, shown?.offset != pixelOffset {
        await Task.yield()
        continue
      }
      try await signal.waitUnlessCancelled()
    }
  }

  /// Makes one pass, and calls `record` at each event of the frame.
  package func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    var pass = LivePass()
    guard !isClosed else { return pass }
    let start = throttle.now
    try record(.buildStart)
    store.beginPhase()
    let visible = try throttle.run { () throws -> VisibleRows in
      store.takeMade()
      takeLayouts()
      if let error = store.error { throw error }
      commitIfReady()
      let visible = lookUp(layingOut: true)
      pass.offset = frameOffset
      motion.move(to: pass.offset, at: start)
      ask(visible, viewport(pass.offset))
      measure(visible)
      return visible
    }
    try record(.buildEnd)
    try record(.rasterStart)
    store.beginPhase()
    try throttle.run { try draw(visible, at: pass.offset) }
    try record(.rasterEnd)
    try record(.compositeStart)
    throttle.run { composite(visible, &pass) }
    try record(.compositeEnd)
    layOutIdly(since: start)
    return pass
  }

  /// Whether a new frame would differ from the last one.
  package var needsFrame: Bool {
    store.takeMade()
    let visible = lookUp(layingOut: false)
    let plan = plan(visible, at: frameOffset, throttle.now)
    return plan.differs(from: shown)
  }

  /// The maximum offset in device pixels.
  package var offsetLimit: Int {
    max(0, table.rows.visible.totalHeight - compositor.size.height)
  }

  /// The offset of the last frame in device pixels; `nil` before the first.
  package var shownOffset: Int? { shown?.offset }

  /// Moves the viewport's top to an offset in device pixels, within the table.
  package func scroll(toPixel pixels: Int) {
    scrollTarget = nil
    table.scroll(to: pixels)
  }

  /// The offset of the next frame in device pixels.
  private var frameOffset: Int { min(max(pinnedOffset ?? pixelOffset, 0), offsetLimit) }

  /// Finds the rows of all ranges, and gives them the heights of their layouts.
  ///
  /// - Parameter layingOut: Whether visible rows are laid out here in sync mode.
  /// - Returns: The visible rows.
  private func lookUp(layingOut: Bool) -> VisibleRows {
    while true {
      let viewport = viewport(frameOffset)
      let rows = table.rows.visible
      var nearby = self.nearby.take() ?? NearbyRows(of: rows)
      lastRows = ranges.update(viewport, over: rows, nearby: &nearby)
      let visible = nearby.places(of: lastRows.visible, of: rows)
      self.nearby = nearby
      // Rows that waited for the heights of others above may have left these behind.
      let isStale = waitingRows != nil && waitingRows != table.screenRows
      if !window.contains(lastRows.preload) || window.rows.isEmpty || isStale,
        !lastRows.preload.isEmpty
      {
        let near = LiveWindow.rows(around: lastRows.preload, of: table)
        let count = editCount
        let applied = edit { $0.applyHeights(in: near) }
        if applied.hasChanged {
          followTarget()
          continue
        }
        editCount = count
        waitingRows = applied.isWaiting ? table.screenRows : nil
        self.nearby = nearby
        window = table.window(near)
      }
      if scrollTarget != nil, frameOffset == pixelOffset,
        visible.rows.allSatisfy({ window[$0].isLaidOut })
      {
        scrollTarget = nil
      }
      guard layingOut, let painter, layOut(visible, with: painter) else { return visible }
    }
  }

  /// Lays out visible rows on the main queue; returns whether there were any.
  private func layOut(_ visible: VisibleRows, with painter: ScrollWorker) -> Bool {
    var isLaidOut = true
    for row in visible.rows where !window[row].isLaidOut { isLaidOut = false }
    guard !isLaidOut else { return false }
    for request in table.rowsToLayOut(in: visible.rows) {
      _ = store.stage(.layout, of: { $0 }) { layOut(request, with: painter) }
    }
    window = LiveWindow()
    return true
  }

  /// Takes the results of workers that have laid out rows.
  func takeLayouts() {
    let results = layouter.takeFinished()
    guard !results.isEmpty else { return }
    for result in results { take(result) }
    window = LiveWindow()
  }

  /// Lays out a row on the main queue; returns the key of its pictures, and `nil` if it cannot be laid out.
  @discardableResult
  func layOut(_ request: LayoutRequest, with painter: ScrollWorker) -> ContentKey? {
    let cell = request.model.cell
    let result = attempt(cell) { try painter.survey(cell) }
    take(LayoutResult(request: request, result: result))
    return try? result.get().key
  }

  private func take(_ result: LayoutResult) {
    let request = result.request
    if case .success(let row) = result.result {
      cellCounts[row.cell.reuseIdentifier, default: .init()].count(row)
    }
    if let failure = table.keep(result.result, of: request.row, request.model, round: request.round)
    {
      store.note([failure])
    }
    renamePlaceholder(of: request.row)
  }

  /// Lets the first picture of a row whose placeholder is on the screen fade in.
  private func renamePlaceholder(of row: RowID) {
    guard crossFade.vsyncCount > 0, let key = table.contents[row]?.cell?.key else { return }
    // The picture may be on the screen already, for a row of equal content.
    for segment in shown?.segments ?? [] where segment.key == key { return }
    crossFade.rename(.unknown(row), to: key)
  }

  /// Prepares a scroll on the real clock: results of workers no longer wake the main queue, only passes take
  /// them.
  package func prepareRun() {
    wakesOnResults = false
    // The first frame counts as new, and requests everything again.
    heightDemand = options.heightTrial?.demand
    _ = lookUp(layingOut: false)
    if options.isWarm { heightDemand?.know(visibleRows) { window[$0].key } }
    shown = nil
    editCount += 1
  }

  /// Closes the view: ends ``frames``, supersedes all requests, and waits until no worker is busy.
  ///
  /// A ``settle()`` under way ends with `CancellationError`; the delegate is told that no row is displayed.
  /// Afterwards the view makes no more frames. A view that is released without this does the same, but does
  /// not wait.
  public func close() async {
    stop()
    tellDisplayed(0..<0)
    lastWish = nil
    await finishWork()
  }

  /// Waits until no worker is busy, and takes the results.
  package func finishWork() async {
    wakesOnResults = true
    // Takes the results that arrived while signals were off.
    store.takeMade()
    takeLayouts()
    while !store.isIdle || !layouter.isIdle {
      await signal.wait()
      takeLayouts()
    }
  }

  var scale: Double { options.rendering.template.scale }

  func viewport(_ offset: Int) -> Viewport {
    Viewport(offset: offset, size: compositor.size)
  }

  /// Makes a frame of the present pictures, if it differs from the last one.
  func composite(_ visible: VisibleRows, _ pass: inout LivePass) {
    let instant = throttle.now
    let plan = plan(visible, at: pass.offset, instant)
    // Mostly the offset is another one, and then nothing else is compared or copied.
    pass.hasChanged = shown?.offset != plan.offset || plan.differs(from: shown)
    guard pass.hasChanged else {
      // The waiting frame equals the last one, because an edit was reverted.
      pinnedOffset = nil
      // Other rows may show the same pictures, and heights below may have changed.
      tellDisplayed(visible.rows)
      fetchMore()
      return
    }
    if options.policy.waits, plan.isBlank, !lacksOnlyRefused(plan) {
      pinnedOffset = pass.offset
      pass.isWaiting = true
      return
    }
    pinnedOffset = nil
    crossFade.present(plan, at: instant) { window[$0].key }
    let plain = maker.frame(
      plan,
      place: { segment, row in place(of: segment, row, in: visible) },
      picture: { [found = store.found] in found.picture($0) })
    guard let plain else {
      preconditionFailure(
        "a frame of pictures that are not there: \(plan.segments) of \(store.found.ids)")
    }
    let frame = plain.drawn(
      under: overlays.overlays(
        of: plan, ranges: lastRows, at: instant, cell: { table.cell($0) }))
    pass.frame = frame
    pass.isPresented = true
    pass.blankArea = frame.blankArea
    finish(frame, plan, visible)
  }

  /// Returns the plan of the present pictures, which the store has found then.
  ///
  /// The code uses loops because it runs at each vsync: a closure that is passed to the standard library
  /// checks its actor at each call.
  private func plan(
    _ visible: VisibleRows, at offset: Int, _ instant: Duration
  ) -> FramePlan {
    let (window, store) = (window, store)
    let fades = !isSettling && crossFade.vsyncCount > 0
    let seen = viewport(offset).band
    // The memory is that of the last plan.
    var placements = placements
    self.placements = []
    defer { self.placements = placements }
    var count = 0
    for row in visible.rows {
      let placement = Placement(
        row: row, key: window[row].key, y: visible.y(ofRow: row),
        height: visible.height(ofRow: row))
      if count < placements.count {
        placements[count] = placement
      } else {
        placements.append(placement)
      }
      count += 1
    }
    if count < placements.count { placements.removeLast(placements.count - count) }
    store.beginFrame()
    return compositor.composite(Scene(placements), at: offset) { placement in
      let band = seen.clamped(to: placement.band).shifted(by: -placement.y)
      if find(band, of: placement.key, height: placement.height, in: store) {
        return fades ? crossFade.availability(.ready, of: placement.key, at: instant) : .ready
      }
      guard let old = window[placement.row].older,
        find(band, of: old.key, height: old.height, in: store)
      else { return .missing }
      return .outdated(old.key, height: old.height)
    }
  }

  /// Returns the y of a row, and the height of its picture, which may be an older one.
  private func place(
    of segment: FrameSegment, _ row: Int, in visible: VisibleRows
  ) -> (y: Int, height: Int) {
    if !segment.isCurrent, let old = window[row].older, segment.key == old.key {
      return (visible.y(ofRow: row), old.height)
    }
    return (visible.y(ofRow: row), visible.height(ofRow: row))
  }

  func has(_ rows: Range<Int>, of key: ContentKey, height: Int) -> Bool {
    for id in PictureID.covering(rows, of: key, height: height) where store.picture(id) == nil {
      return false
    }
    return true
  }

  /// Adds the pictures of some pixel rows of a row to those of the frame; returns false if one is missing.
  private func find(
    _ rows: Range<Int>, of key: ContentKey, height: Int, in store: PictureStore
  ) -> Bool {
    for id in PictureID.covering(rows, of: key, height: height) where !store.find(id) {
      return false
    }
    return true
  }

  private func finish(_ frame: FeedFrame, _ plan: FramePlan, _ visible: VisibleRows) {
    shown = plan
    if isTelling { hasActedWhileTold = true }
    if !plan.isBlank || lacksOnlyRefused(plan) {
      ranges.didDisplay()
      for row in visible.rows where window[row].older != nil {
        window[row].older = nil
        table.releaseOlder(window[row].id)
      }
    }
    for continuation in frameContinuations.values { continuation.yield(frame) }
    tellDisplayed(visible.rows)
    fetchMore()
  }

  /// In sync mode, draws the missing pictures of the frame.
  private func draw(_ visible: VisibleRows, at offset: Int) throws {
    guard let painter else { return }
    for row in visible.rows {
      let key = window[row].key
      let seen = (offset..<offset + compositor.size.height).clamped(
        to: visible.y(ofRow: row)..<visible.y(ofRow: row) + visible.height(ofRow: row))
      let rows = seen.lowerBound - visible.y(ofRow: row)..<seen.upperBound - visible.y(ofRow: row)
      for id in PictureID.covering(rows, of: key, height: visible.height(ofRow: row))
      where store.picture(id) == nil && admitted?.contains(id) ?? true {
        guard let cell = table.cell(key) else { continue }
        let drawn = try store.stage(.raster, of: { _ in key }) { try painter.picture(id, of: cell) }
        store.note(drawn.failure, drawn.imageFailures, of: key)
        store.add(drawn.picture)
      }
    }
  }
}
