import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import GalleyReplay
import GalleyScrolling
import GalleyTable
import TestSupport

@testable import GalleyCellRendering
@testable import GalleyFrameAssembly
@testable import GalleyLive
@testable import GalleyPictures

/// Random edits, scrolls, changes of width and theme, and late workers on a live view, beside a naive list of its
/// rows.
///
/// Time is virtual: a step advances it.
@MainActor
final class LiveFuzz {
  /// The differences from the naive list.
  var faults: [String] = []
  private(set) var steps: [String] = []
  let seed: UInt64
  let view: FeedView
  var random: SeededGenerator
  var naive = NaiveSections()
  let log = FuzzLog()
  /// The number of pixel rows of the viewport.
  static let height = 150
  private var references: [FuzzLook: FuzzReference] = [:]
  var look = FuzzLook()
  let base: ScrollOptions
  private let clock: VirtualVsyncs
  /// The steps since the last settled frame, for `galley replay`.
  var script: FuzzScript
  /// What happens beside the steps.
  var work = FuzzWork()

  private var scriptNumber = 0
  /// The row that has to keep its place on the screen, if it survives the next step.
  private var anchor: ScrollAnchor? {
    didSet {
      let rows = view.table.rows
      stoppedCount = rows.stoppedCount
      work.hasScrolled = false
      // After a scroll to a row, that row stays in place until the heights around it are known.
      isPromised =
        view.scrollTarget == nil
        && (rows.keepsAnchor || anchor.map { isKnown($0.path, in: rows.visible) } ?? false)
    }
  }
  private var stoppedCount = 0
  /// The row of a scroll to a row, if it was the last step.
  var sought: (row: RowID, position: LiveView.ScrollPosition)?
  /// Whether the anchor row has or had a known height; one that was never known is passed by when a known row comes to
  /// the screen.
  private var isPromised = false
  /// The rows that were moved or reloaded by the changes that have become visible last, or wait to be.
  var moved: Set<RowID> = []

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    var rendering = RenderOptions(mode: .async, workerCount: 1 + Int(seed % 3))
    rendering.template.width = Double(look.width)
    rendering.template.scale = 1
    var options = try ScrollOptions(rendering: rendering, viewportHeight: Double(Self.height))
    options.estimatedRowHeight = [20, 70, 400][random.below(3)]
    options.policy = [.placeholder, .keep, .wait, .clear][random.below(4)]
    if random.below(4) == 0 { options.crossFade = .milliseconds(30) }
    clock = VirtualVsyncs()
    options.frameClock = clock.clock
    base = options
    script = FuzzScript(options)
    view = try await FeedView(options)
    view.commitPolicy =
      [
        .immediate, .immediate, .whenReady(within: .seconds(3600)),
        .whenReady(within: .milliseconds(30)), .whenReady(within: .zero),
      ][random.below(5)]
    view.delegate = log
    view.precachesHeights = random.below(3) == 0
    work.random = SeededGenerator(seed: ~seed)
    prepareWork()
  }

  /// The seed, the number of the script, its steps, and a script of the view so far for `galley replay`.
  var report: String {
    (["seed \(seed), script \(scriptNumber), commit \(view.commitPolicy)"] + steps + faults + [
      "galley replay FILE --scale 1 --check --frames DIR plays these steps, with other delays of workers:",
      script.script.json,
    ])
    .joined(separator: "\n")
  }

  func playScript() async throws {
    scriptNumber += 1
    steps = []
    for _ in 0..<Effort.count(2, full: 3) + random.below(Effort.count(2, full: 8)) {
      adoptFetched()
      anchor = view.table.rows.anchor
      if !view.hasWaitingChanges { moved = [] }
      script.begin(view)
      let canMove = try await step()
      adoptFetched()
      script.end(view, naive, look, isScroll: canMove)
      clock.advance(by: .milliseconds(random.below(20)), isWork: false)
      moved.formUnion(naive.lastMoved)
      checkOrder()
      if canMove { anchor = view.table.rows.anchor } else { checkAnchor() }
      anchor = view.table.rows.anchor
      checkKnown()
      if random.below(3) > 0 { try whileTold { _ = try view.makeFrame() } }
      checkAnchor()
      checkKnown()
      if random.below(3) == 0 { await Task.yield() }
      if !faults.isEmpty { return }
    }
    try await finishChange()
    if work.isHidden { view.restoreMemory() }
    work.isHidden = false
    adoptFetched()
    // A frame takes the heights that workers have found, and one takes them while it settles.
    anchor = view.table.rows.anchor
    let frame = try await settle()
    adoptFetched()
    script.begin(view)
    script.end(view, naive, look, isScroll: false)
    checkAnchor()
    checkSought()
    checkPlaces()
    checkDisplayed()
    try await checkFrame(frame)
  }

  func note(_ step: String) { steps.append(step) }

  /// Makes one random step; returns whether the anchor row may move on the screen.
  private func step() async throws -> Bool {
    sought = nil
    switch random.below(24) {
    case 20..<24: return try await workStep()
    case 0..<8: return try edit()
    case 8..<10: return try editSections()
    case 10: return try replaceAll()
    case 11: return try editTogether()
    case 12 where random.below(Effort.count(24, full: 12)) == 0:
      try await finishChange()
      look = randomLook()
      note("look \(look)")
      try await view.change(look.options(base))
      return false
    case 13 where naive.rowCount > 0:
      let row = naive.randomRow(&random)
      let position = LiveView.ScrollPosition.allCases[random.below(4)]
      note("scroll to \(row.path), \(position)")
      view.scroll(to: row.id, at: position)
      sought = (row.id, position)
    case 14:
      note("reduce memory")
      view.reduceMemory(isVisible: true)
      return false
    case 15:
      note("restore memory")
      view.restoreMemory()
      return false
    case 16:
      note("scroll anywhere")
      view.offset = Double(random.below(max(1, Int(view.contentHeight))))
    case 17:
      note("scroll to an end")
      view.offset = random.below(2) == 0 ? 0 : 1_000_000
    default:
      let distance = random.below(500) - 200
      note("scroll by \(distance)")
      view.offset += Double(distance)
    }
    return true
  }

  private func checkOrder() {
    let ids = naive.sections.flatMap(\.allIDs)
    var seen: [RowID] = []
    view.table.rows.pending.forEachRow { (row: TableRows.Entry) in
      seen.append(row.id)
      return true
    }
    if seen != ids { faults.append("rows \(seen.map(\.number)), expected \(ids.map(\.number))") }
  }

  private func checkPlaces() {
    for (section, rows) in naive.sections.enumerated() {
      for (row, entry) in rows.rows.enumerated()
      where view.place(of: entry.id) != .row(RowPath(section: section, row: row)) {
        faults.append("row \(entry.id.number) is not at \(section):\(row)")
      }
    }
  }

  /// Checks that the anchor row is where it was, unless it is gone or an end of the table prevents it.
  private func checkAnchor() {
    let table = view.table.rows
    let isStopped = table.stoppedCount != stoppedCount
    stoppedCount = table.stoppedCount
    guard !work.hasScrolled, let anchor, let path = view.table.path(of: anchor.id), !isStopped,
      !moved.contains(anchor.id), isPromised,
      // With another height, the row may have left the screen at its top.
      anchor.screenY + table.visible.height(at: path) > 0
    else { return }
    let y = table.visible.offset(at: path) - table.viewport.offset
    if y != anchor.screenY {
      faults.append("row \(anchor.id.number) is at \(y) of the screen, not at \(anchor.screenY)")
    }
  }

  /// Checks that the row of a scroll to a row is at its position, as far as the ends of the table allow it.
  private func checkSought() {
    guard let sought, let path = view.table.path(of: sought.row) else { return }
    let rows = view.table.rows
    let (y, height) = (rows.visible.offset(at: path), rows.visible.height(at: path))
    let offset = rows.viewport.offset
    let (top, bottom) = (y - offset, y + height - offset - Self.height)
    let distance =
      switch sought.position {
      case .top: top
      case .middle: y + (height - Self.height) / 2 - offset
      case .bottom: bottom
      case .none where height <= Self.height: top < 0 ? top : max(0, bottom)
      case .none: 0
      }
    let limit = max(0, rows.visible.totalHeight - Self.height)
    if min(max(0, offset + distance), limit) != offset {
      faults.append("row \(sought.row.number) is \(distance) from \(sought.position)")
    }
  }

  /// Checks that the view's knowledge of the rows around the viewport is the table's.
  private func checkKnown() {
    let rows = view.table.rows.visible
    var last = view.window.first
    if !view.window.rows.isEmpty {
      rows.forEachRow(from: last) { (entry: TableRows.Entry) in
        let known = view.window[last]
        if known.id != entry.id || known.path != entry.path || known.y != entry.y
          || known.height != entry.height
        {
          faults.append("row \(last) is known as \(known)")
        }
        last += 1
        return last < view.window.indices.upperBound
      }
    }
    if last != view.window.indices.upperBound { faults.append("rows are known beyond \(last)") }
    guard var nearby = view.nearby else { return }
    let band = view.table.rows.viewport.band
    if nearby.totalHeight != rows.totalHeight
      || nearby.rows(in: band, of: rows) != rows.rows(in: band)
    {
      faults.append("known edges \(nearby)")
    }
  }

  /// Whether the height of a row is no estimate.
  private func isKnown(_ path: RowPath, in rows: TableRows) -> Bool {
    var isKnown = false
    rows.forEachRow(from: rows.index(of: path)) { (entry: TableRows.Entry) in
      isKnown = entry.isKnown
      return false
    }
    return isKnown
  }

  private func checkFrame(_ frame: FeedFrame) async throws {
    if frame.blankArea != 0 { faults.append("\(frame.blankArea) blank pixels") }
    let numbers = naive.sections.flatMap(\.allNumbers)
    let rows = view.table.rows
    let seen = rows.visible.rows(in: rows.viewport.band)
    let first = seen.isEmpty ? 0 : seen.lowerBound
    let y =
      seen.isEmpty
      ? 0 : rows.visible.offset(at: rows.visible.path(ofRow: first)) - rows.viewport.offset
    if references[look] == nil { references[look] = try await FuzzReference(look.options(base)) }
    guard let reference = references[look] else { return }
    let expected = try reference.pixels(numbers, row: first, at: y)
    if frame.pixels(in: 0..<Self.height) != expected { faults.append("other pixels") }
  }

  private func checkDisplayed() {
    let seen = view.visibleRows
    var ids: Set<RowID> = []
    var row = 0
    view.table.rows.visible.forEachRow { (entry: TableRows.Entry) in
      if seen.contains(row), entry.height > 0 { ids.insert(entry.id) }
      row += 1
      return true
    }
    if log.displayed != ids {
      faults.append(
        "displayed \(log.displayed.map(\.number).sorted()), seen \(ids.map(\.number).sorted())")
    }
    faults += log.faults
  }
}

/// Remembers which rows are displayed, and what contradicts itself.
@MainActor
final class FuzzLog: TableViewDelegate {
  private(set) var displayed: Set<RowID> = []
  private(set) var faults: [String] = []
  /// Called each time that a row begins or ends.
  var onTold: () -> Void = {}

  func tableView(_ view: LiveView, willDisplay row: RowID, at place: TablePlace) {
    if !displayed.insert(row).inserted { faults.append("row \(row.number) begins twice") }
    onTold()
  }

  func tableView(_ view: LiveView, didEndDisplaying row: RowID) {
    if displayed.remove(row) == nil { faults.append("row \(row.number) ends twice") }
    onTold()
  }
}
