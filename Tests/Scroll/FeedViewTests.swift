import Foundation
import Galley
import GalleyCompositing
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyRaster
import GalleyScrolling
import GalleySimulation
import GalleyTable
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyFrameAssembly
@testable import GalleyLive
@testable import GalleyPictures

/// Options for a viewport of 320 by 240 units at scale 1.
@MainActor
func viewOptions(
  _ mode: RenderMode = .async, _ change: (inout ScrollOptions) -> Void = { _ in }
) throws -> ScrollOptions {
  var rendering = RenderOptions(mode: mode, workerCount: 2)
  rendering.template.width = 320
  rendering.template.scale = 1
  var options = try ScrollOptions(rendering: rendering, viewportHeight: 240)
  change(&options)
  return options
}

/// Items of a few words, each other than the others.
func items(_ numbers: some Sequence<Int>) -> [FeedItem] {
  numbers.map { number in
    FeedItem(
      index: number, title: "Row \(number)",
      body: String(repeating: "Some words of row \(number). ", count: 1 + number % 5))
  }
}

@Suite("FeedView", .timeLimit(.minutes(15)))
@MainActor
struct FeedViewTests {
  @Test("shows, once settled, what sync mode shows, byte for byte", arguments: [1.0, 2, 3])
  func settles(scale: Double) async throws {
    func view(_ mode: RenderMode) async throws -> FeedView {
      let view = try await FeedView(viewOptions(mode) { $0.rendering.template.scale = scale })
      try await view.appendLaidOut(sample("everyday.jsonl"))
      return view
    }
    let (sync, async) = (try await view(.sync), try await view(.async))
    #expect(sync.rowCount == async.rowCount && sync.contentHeight == async.contentHeight)
    for offset in [0, 1, 333, 100, 2000, 1_000_000, -5] {
      sync.offset = Double(offset)
      async.offset = Double(offset)
      let expected = try #require(try sync.makeFrame())
      #expect(expected.blankArea == 0)
      let frame = try await async.settle()
      #expect(frame.plan == expected.plan)
      #expect(try frame.png().bytes == expected.png().bytes, "at \(offset)")
      #expect(async.offset == sync.offset)
    }
    #expect(async.statistics.requests.openCount == 0)
    #expect(sync.statistics.requests.startedCount == 0)
  }

  @Test("merges what happens between two passes, and makes no frame where nothing has changed")
  func merges() async throws {
    let view = try await FeedView(viewOptions())
    #expect(try view.makeFrame()?.blankArea == 0)
    #expect(try view.makeFrame() == nil)
    try await view.insertLaidOut(items(0..<30), at: 0)
    view.offset = 500
    view.offset = 20
    try view.remove(5..<7)
    try view.move(0, to: 3)
    view.offset = 20
    let frame = try #require(try view.makeFrame())
    #expect(frame.offset == 20 && frame.blankArea > 0)
    let requests = view.statistics.requests.startedCount
    #expect(requests > 0)
    view.offset = 21
    view.offset = 20
    #expect(try view.makeFrame()?.blankArea ?? 0 <= frame.blankArea)
    #expect(view.statistics.requests.startedCount == requests)
    _ = try await view.settle()
    #expect(try view.makeFrame() == nil)
  }

  @Test("closes after all pictures were made without a wake-up")
  func closes() async throws {
    let view = try await FeedView(viewOptions { $0.rendering.workerCount = 1 })
    try await view.insertLaidOut(items(0..<30), at: 0)
    view.prepareRun()
    _ = try view.makeFrame()
    // The worker takes turns between this and the pictures; the last turn finds nothing to do.
    while view.statistics.waitingCount > 0 {
      try Task.checkCancellation()
      try await view.pool.run { _ in }
    }
    for _ in 0..<2 { try await view.pool.run { _ in } }
    #expect(!view.store.isIdle)
    let closing = Task { await view.close() }
    for _ in 0..<100 where !view.store.isIdle { await Task.yield() }
    // Else it would wait for ever.
    try #require(view.store.isIdle)
    await closing.value
    #expect(view.statistics.requests.openCount == 0)
  }

  @Test("follows edits: the frame is that of a table that was so from the start")
  func edits() async throws {
    let view = try await FeedView(viewOptions())
    var model = items(0..<40)
    try await view.insertLaidOut(model, at: 0)
    _ = try await view.settle()
    try view.remove(1..<4)
    model.removeSubrange(1..<4)
    try view.move(0, to: 6)
    model.insert(model.remove(at: 0), at: 6)
    try await view.insertLaidOut(items(100..<103), at: 2)
    model.insert(contentsOf: items(100..<103), at: 2)
    try view.reload(1, with: items([200])[0])
    try await view.layOutRows()
    model[1] = items([200])[0]
    #expect(throws: ChangeSetError.self) { try view.reload(999, with: items([200])[0]) }
    let fresh = try await FeedView(viewOptions(.sync))
    try await fresh.insertLaidOut(model, at: 0)
    for offset in [0.0, 50, 400] {
      view.offset = offset
      fresh.offset = offset
      let frame = try await view.settle()
      #expect(try frame.png().bytes == fresh.makeFrame()?.png().bytes)
    }
  }

  @Test("shows of a reloaded row what the policy says", arguments: BlankPolicy.allCases)
  func reloads(policy: BlankPolicy) async throws {
    let view = try await FeedView(viewOptions { $0.policy = policy })
    try await view.insertLaidOut(items(0..<20), at: 0)
    let before = try await view.settle()
    try view.reload(0, with: items([499])[0])
    let between = try view.makeFrame()
    switch policy {
    case .wait: #expect(between == nil)
    // Its older picture has the estimated height: the last frame stays.
    case .keep: #expect(between == nil)
    case .clear: #expect(between?.plan.segments.first?.source == .background)
    case .placeholder: #expect(between?.plan.segments.first?.source == .placeholder)
    }
    // Whatever it is, it is a picture.
    if let between {
      #expect(try DecodedPNG(between.png().bytes).height == 240)
      #expect(between.blankArea > 0)
    }
    let after = try await view.settle()
    #expect(after.blankArea == 0 && after.plan.segments.first?.source != .placeholder)
    #expect(after.plan.segments.first?.source != before.plan.segments.first?.source)
  }

  @Test("shows cells of any height, and draws only the parts near the viewport")
  func tallCells() async throws {
    let long = FeedItem(
      index: 0, title: "Long", body: String(repeating: "word after word ", count: 4000))
    func view(_ mode: RenderMode) async throws -> FeedView {
      let view = try await FeedView(viewOptions(mode))
      try await view.insertLaidOut([long] + items(1..<5), at: 0)
      return view
    }
    let (sync, async) = (try await view(.sync), try await view(.async))
    #expect(async.contentHeight > 10_000)
    for offset in [0.0, 900, 1000, 5000, 1_000_000] {
      sync.offset = offset
      async.offset = offset
      let frame = try await async.settle()
      #expect(try frame.png().bytes == sync.makeFrame()?.png().bytes)
      #expect(async.statistics.pictureByteCount <= 4 * 320 * 1024 * 6)
    }
  }

  @Test("makes a whole screen of a very high cell ahead, and half of one behind")
  func tallCellAhead() async throws {
    let long = FeedItem(
      index: 0, title: "Long", body: String(repeating: "word after word ", count: 4000))
    let view = try await FeedView(viewOptions { $0.viewportHeight = 2048 })
    try await view.insertLaidOut([long], at: 0)
    let row = try #require(view.table.simulatedRows.first)
    // The first screen has narrower ranges.
    _ = try await view.settle()
    for (offset, near, far) in [
      (4096.0, 3072..<8192, 10_240..<10_241), (4095.0, 2048..<7167, 0..<1),
    ] {
      view.offset = offset
      _ = try await view.settle()
      #expect(view.has(near, of: row.key, height: row.height), "at \(offset)")
      #expect(!view.has(far, of: row.key, height: row.height), "at \(offset)")
    }
  }

  @Test("shows a very high cell once all parts are there that are seen, never half of it")
  func partsTogether() async throws {
    let long = FeedItem(
      index: 0, title: "Long", body: String(repeating: "word after word ", count: 400))
    let options = try viewOptions()
    let view = try await FeedView(options)
    try await view.insertLaidOut([long], at: 0)
    let row = try #require(view.table.simulatedRows.first)
    let ids = PictureID.covering(0..<2048, of: row.key, height: row.height)
    try #require(ids.count == 2)
    let painter = ScrollWorker(try CellShop(options.rendering), countsBytes: false)
    let parts = try ids.map { try painter.picture($0, of: RowCell(long)).picture }
    // Where both parts are seen.
    view.offset = 900
    for (count, source) in [
      (0, FrameSegment.Source.placeholder), (1, .placeholder),
      (2, .picture(row.key, firstRow: 900)),
    ] {
      if count > 0 { view.store.add(parts[count - 1]) }
      view.shown = nil
      // Without workers: nothing is asked for, so nothing is evicted.
      var pass = LivePass()
      let visible = view.viewport(900).visibleRows(of: view.table.rows.visible)
      view.window = view.table.window(0..<1)
      pass.offset = 900
      view.composite(visible, &pass)
      #expect(pass.frame?.plan.segments.map(\.source) == [source], "\(count) parts")
    }
  }

  @Test("takes a picture for no other row's")
  func foreignPicture() async throws {
    await #expect(processExitsWith: .failure) {
      try await Task { @MainActor in
        let options = try viewOptions(.sync)
        let view = try await FeedView(options)
        let worker = ScrollWorker(try CellShop(options.rendering), countsBytes: false)
        let rows = try items(0..<2).map { try worker.survey(RowCell($0)) }
        view.take(rows, at: 0)
        let plan = try #require(try view.makeFrame()).plan
        let other = try worker.picture(
          PictureID(key: rows[1].key, rows: 0..<rows[1].height), of: rows[1].cell)
        _ = view.maker.frame(
          plan,
          place: { _, row in (view.window[row].y, view.window[row].height) },
          picture: { _ in other.picture })
      }.value
    }
  }

  @Test("leaves the main queue a core, unless told how many workers there are")
  func workerCount() async throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    #expect(
      try await FeedView(viewOptions { $0.rendering.workerCount = 0 }).pool.count
        == max(1, cores - 1))
    #expect(try await FeedView(viewOptions { $0.rendering.workerCount = 3 }).pool.count == 3)
  }

  @Test("lays white below a page that is translucent")
  func translucentPage() async throws {
    let page = Color(red: 200, green: 0, blue: 40, alpha: 100)
    let view = try await FeedView(viewOptions { $0.rendering.template.theme.pageColor = page })
    try await view.insertLaidOut(items(0..<1), at: 0)
    let frame = try await view.settle()
    let pixels = frame.pixels(in: 0..<240)
    let expected = page.over(.white).premultipliedPixel
    // The corner is drawn with the cell, the end of the frame has no row.
    #expect(pixels.first == expected && pixels.last == expected)
    #expect(pixels.allSatisfy { $0 >> 24 == 255 })
  }

  @Test("lets go of pictures where memory is scarce, and makes them again")
  func memory() async throws {
    let view = try await FeedView(viewOptions())
    try await view.insertLaidOut(items(0..<100), at: 0)
    _ = try await view.settle()
    view.offset = 300
    _ = try await view.settle()
    let all = view.statistics.pictureCount
    view.reduceMemory(isVisible: true)
    let frame = try await view.settle()
    #expect(view.statistics.pictureCount < all)
    view.reduceMemory(isVisible: false)
    _ = try await view.settle()
    #expect(view.statistics.pictureCount == 0)
    view.restoreMemory()
    #expect(try await view.settle().png().bytes == frame.png().bytes)
    #expect(view.statistics.pictureCount == all)
  }

  @Test("draws only visible rows if there is no memory for more")
  func noBudget() async throws {
    let view = try await FeedView(viewOptions { $0.pictureByteLimit = 0 })
    try await view.insertLaidOut(items(0..<100), at: 0)
    for offset in [0.0, 100, 3000, 50] {
      view.offset = offset
      _ = try await view.settle()
      #expect(view.statistics.pictureCount == view.visibleRows.count)
    }
  }

  @Test("draws overlays over the frame, and changes no other pixel row")
  func overlays() async throws {
    let view = try await FeedView(viewOptions { $0.overlays = Set(FeedFrame.Overlay.allCases) })
    try await view.insertLaidOut(items(0..<40), at: 0)
    // The first frame has placeholders below its overlays, the last one pictures.
    for made in [try #require(try view.makeFrame()), try await view.settle()] {
      var frame = made.drawn(under: [])
      let plain = try DecodedPNG(frame.png().bytes)
      let rows = RangeController.Rows(visible: 2..<4, display: 1..<6, preload: 0..<9)
      frame = frame.drawn(under: [.damage([100..<120, 119..<130]), .ranges(rows), .fps(60)])
      let drawn = try DecodedPNG(frame.png().bytes)
      let bands = FrameEncoder.merged(
        frame.overlays.flatMap { $0.bands(in: frame.plan.size, scale: 1) })
      #expect(bands == [8..<28, 100..<101, 119..<120, 129..<130, 206..<232])
      for y in 0..<240 {
        let isEqual = plain.rows(y..<y + 1) == drawn.rows(y..<y + 1)
        #expect(isEqual == !bands.contains { $0.contains(y) }, "row \(y)")
      }
    }
    #expect(try view.makeFrame() == nil)
  }

  @Test("draws overlays of cells over pictures alone, and only where there is something to tell")
  func cellOverlays() async throws {
    let view = try await FeedView(
      viewOptions {
        $0.overlays = [.areas, .scale]
        $0.rendering.assets = Repository.assets
      })
    try await view.appendLaidOut(sample("everyday.jsonl"))
    // Nothing is known of a placeholder.
    let first = try #require(try view.makeFrame())
    #expect(first.overlays == [.cells([], .areas), .cells([], .scale)])
    view.offset = 30
    var frame = try await view.settle()
    let drawn = try DecodedPNG(frame.png().bytes)
    frame = frame.drawn(under: [])
    let plain = try DecodedPNG(frame.png().bytes)
    let inspector = try FeedInspector(view.options.rendering)
    let avatar = try inspector.inspect(sample("everyday.jsonl"), row: 0).layout.hitAreas[0].rects[0]
    #expect(avatar.minY > 0 && avatar.maxY > 31)
    for y in 0..<Int(avatar.maxY) - 30 {
      for x in Int(avatar.minX)..<Int(avatar.maxX) {
        #expect(drawn.color(x: x, y: y) != plain.color(x: x, y: y), "\(x), \(y)")
      }
      // To the left of all parts there is nothing to tap.
      for x in 0..<Int(avatar.minX) {
        #expect(drawn.color(x: x, y: y) == plain.color(x: x, y: y), "\(x), \(y)")
      }
    }
  }

  /// Remembers what it is told.
  private final class Listener: TableViewDelegate {
    var displayed: [RowID: TablePlace] = [:]
    var askedCount = 0
    var more: [FeedItem] = []

    func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
      #expect(displayed.updateValue(place, forKey: row) == nil)
    }
    func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
      #expect(displayed.removeValue(forKey: row) != nil)
    }
    func moreItems() -> FeedView.FetchedRows {
      askedCount += 1
      defer { more = Array(more.dropFirst(10)) }
      return more.isEmpty ? .end : .rows(Array(more.prefix(10)))
    }
  }

  @Test("reports the displayed rows, and asks for more rows near the end")
  func delegate() async throws {
    let view = try await FeedView(viewOptions())
    let listener = Listener()
    listener.more = items(0..<35)
    view.delegate = listener
    view.fetchRows = { listener.moreItems() }
    let stream = view.frames
    for _ in 0..<60 {
      view.offset += 60
      _ = try await view.settle()
      let places = view.visibleRows.map { TablePlace.row(RowPath(section: 0, row: $0)) }
      #expect(Set(listener.displayed.values) == Set(places))
      try await waitUntil { !view.isFetching }
    }
    #expect(view.rowCount == 35)
    // Four times for rows, and once to learn that there are no more.
    #expect(listener.askedCount == 5)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
