import GalleyCompositing
import GalleyFeed
package import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

extension FeedView {
  /// Takes what workers have made, asks for what is wanted, and makes a frame.
  ///
  /// - Returns: `nil` if nothing has changed, or the frame has to wait for its pictures.
  /// - Throws: In sync mode what drawing throws; else why workers can make no more pictures.
  /// - Complexity: O(rows in the preload range + log rows) where something has changed; in sync mode
  ///   also the drawing of what is missing.
  @discardableResult public func makeFrame() throws -> FeedFrame? {
    try pass { _ in }.frame
  }

  /// Makes frames until nothing waits any more, and all visible pictures are there that there is room
  /// for.
  ///
  /// - Returns: The last frame, as sync mode makes it in one pass.
  /// - Throws: As ``makeFrame()``, or `CancellationError`.
  public func settle() async throws -> FeedFrame {
    var last: FeedFrame?
    wakesOnPictures = true
    isSettling = true
    defer { isSettling = false }
    // Asked again, so that whoever works tells of it.
    editCount += 1
    while true {
      try Task.checkCancellation()
      last = try makeFrame() ?? last
      let isThere =
        shown.map { !$0.isBlank || ranges.mode == .lowMemory || lacksOnlyRefused($0) } ?? false
      if isThere, shown?.offset == pixelOffset, store.isIdle {
        if let last { return last }
        shown = nil
        continue
      }
      // A frame that waited was shown: the next one is where the viewport is now, whoever works or not.
      if pinnedOffset == nil, shown?.offset != pixelOffset { continue }
      await signal.wait()
    }
  }

  /// One pass; tells of each event of the frame as it happens.
  package func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    var pass = LivePass()
    try record(.buildStart)
    let visible = try throttle.run { () throws -> VisibleRows in
      store.takeMade()
      if let error = store.error { throw error }
      pass.offset = min(
        max(pinnedOffset ?? pixelOffset, 0), max(0, offsets.totalHeight - compositor.size.height))
      if pinnedOffset == nil { pixelOffset = pass.offset }
      let viewport = viewport(pass.offset)
      lastRows = ranges.update(viewport, over: offsets)
      let visible = VisibleRows(rows: lastRows.visible, of: offsets)
      ask(visible, viewport)
      measure(visible)
      return visible
    }
    try record(.buildEnd)
    try record(.rasterStart)
    try throttle.run { try draw(visible, at: pass.offset) }
    try record(.rasterEnd)
    try record(.compositeStart)
    throttle.run { composite(visible, &pass) }
    try record(.compositeEnd)
    return pass
  }

  /// Says where the viewport's top is, in device pixels.
  package func scroll(toPixel pixels: Int) { pixelOffset = pixels }

  /// Has passes alone find what workers have made: nothing else takes the main queue's time.
  func prepareRun() {
    wakesOnPictures = false
    // The first frame is new, and is asked for anew.
    heightDemand = options.heightDemand
    if options.isWarm { heightDemand?.know(visibleRows) { table.rows[$0].key } }
    shown = nil
    editCount += 1
  }

  /// Gives up what is wanted, and waits until no worker is busy.
  func close() async {
    wakesOnPictures = true
    store.want([], item: { _ in nil })
    lastWish = nil
    // What workers made while nobody was woken, nobody tells of any more.
    store.takeMade()
    while !store.isIdle { await signal.wait() }
  }

  var scale: Double { options.rendering.template.scale }

  func viewport(_ offset: Int) -> Viewport {
    Viewport(offset: offset, size: compositor.size)
  }

  /// Makes the frame of what is there, if that differs from what is shown.
  func composite(_ visible: VisibleRows, _ pass: inout LivePass) {
    let scene = Scene(
      visible.rows.map { row in
        Placement(
          row: row, key: table.rows[row].key, y: visible.y(ofRow: row),
          height: visible.height(ofRow: row))
      })
    let instant = SteadyClock.now - store.epoch
    let plan = compositor.composite(scene, at: pass.offset) { placement in
      let seen = viewport(pass.offset).band.clamped(to: placement.band)
      let rows = seen.lowerBound - placement.y..<seen.upperBound - placement.y
      if has(rows, of: placement.key, height: placement.height) {
        return isSettling ? .ready : crossFade.availability(.ready, of: placement.key, at: instant)
      }
      guard let old = older[placement.row], has(rows, of: old.key, height: old.height) else {
        return .missing
      }
      return .outdated(old.key, height: old.height)
    }
    pass.hasChanged = plan.offset != shown?.offset || plan.hasDamage(since: shown)
    guard pass.hasChanged else {
      // What was waited for is what is shown: an edit was taken back.
      pinnedOffset = nil
      return
    }
    if options.policy == .wait, plan.isBlank, !lacksOnlyRefused(plan) {
      pinnedOffset = pass.offset
      pass.isWaiting = true
      return
    }
    pinnedOffset = nil
    crossFade.present(plan, at: instant) { table.rows[$0].key }
    let frame = maker.frame(
      plan,
      place: { segment, row in place(of: segment, row, in: visible) }, picture: store.picture)
    guard var frame else { preconditionFailure("a frame of pictures that are not there") }
    frame.overlays = overlays.overlays(
      of: plan, ranges: lastRows, at: instant, item: { table.item($0) })
    pass.frame = frame
    pass.isPresented = true
    pass.blankArea = frame.blankArea
    finish(frame, visible)
  }

  /// The y of a row and the height of what is shown of it: that of its older picture, if that is it.
  private func place(
    of segment: FrameSegment, _ row: Int, in visible: VisibleRows
  ) -> (y: Int, height: Int) {
    if !segment.isCurrent, let old = older[row], segment.key == old.key {
      return (visible.y(ofRow: row), old.height)
    }
    return (visible.y(ofRow: row), visible.height(ofRow: row))
  }

  func has(_ rows: Range<Int>, of key: ContentKey, height: Int) -> Bool {
    PictureID.covering(rows, of: key, height: height).allSatisfy { store.picture($0) != nil }
  }

  private func finish(_ frame: FeedFrame, _ visible: VisibleRows) {
    shown = frame.plan
    if !frame.plan.isBlank || lacksOnlyRefused(frame.plan) {
      ranges.didDisplay()
      for row in visible.rows where older[row] != nil { older[row] = nil }
    }
    for continuation in frameContinuations.values { continuation.yield(frame) }
    guard let delegate else {
      displayed = visible.rows
      return
    }
    let last = displayed
    displayed = visible.rows
    for row in visible.rows where !last.contains(row) { delegate.feedView(self, willDisplay: row) }
    for row in last where !visible.rows.contains(row) {
      delegate.feedView(self, didEndDisplaying: row)
    }
    fetchMore(delegate)
  }

  /// Asks for more rows, if it is time.
  private func fetchMore(_ delegate: any FeedViewDelegate) {
    let isDue = batchFetch.isDue(
      viewport(pixelOffset), totalHeight: offsets.totalHeight, isForward: ranges.isForward)
    guard isDue, !hasAllItems, batchFetch.begin() else { return }
    Task {
      let items = await delegate.moreItems(for: self)
      _ = try? await insert(items, at: rowCount)
      // A feed that has ended is not asked again and again.
      hasAllItems = items.isEmpty
      batchFetch.end()
      signal.fire()
    }
  }

  /// In sync mode: draws what the frame lacks, here and now.
  private func draw(_ visible: VisibleRows, at offset: Int) throws {
    guard let painter else { return }
    for row in visible.rows {
      let key = table.rows[row].key
      let seen = (offset..<offset + compositor.size.height).clamped(
        to: visible.y(ofRow: row)..<visible.y(ofRow: row) + visible.height(ofRow: row))
      let rows = seen.lowerBound - visible.y(ofRow: row)..<seen.upperBound - visible.y(ofRow: row)
      for id in PictureID.covering(rows, of: key, height: visible.height(ofRow: row))
      where store.picture(id) == nil && admitted?.contains(id) ?? true {
        guard let item = table.item(key) else { continue }
        let drawn = try painter.picture(id, of: item)
        store.note(drawn.failure, drawn.imageFailures, of: key)
        store.add(drawn.picture)
      }
    }
  }
}
