import GalleyCellRendering
import GalleyCells
import GalleyFeed
import GalleyFrames
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

@testable import GalleyLive
@testable import GalleyPictures

/// What a row of a schedule is made from.
final class ScheduledModel: RowModel {
  let number: Int

  init(_ number: Int) { self.number = number }

  var cell: RowCell { RowCell(FeedItem(index: number, title: "\(number % 40)")) }

  /// Whether laying the row out fails.
  var fails: Bool { number % 13 == 5 }

  /// The height of a laid-out row.
  func height(round: Int) -> Int {
    fails ? 0 : number % 17 == 3 ? 2500 : 20 + number % 40 * 3 + round % 3 * 10
  }

  /// The result of a worker that lays the row out.
  func laidOut(round: Int) -> Result<SurveyedRow, RowFailure> {
    guard !fails else {
      return .failure(RowFailure(index: number, byteOffset: 0, message: "fails"))
    }
    // Rows of equal content share a key and a height.
    let content = ScheduledModel(number % 40 + (number % 17 == 3 ? 1000 : 0))
    return .success(
      SurveyedRow(
        cell: cell, content: CellContent(title: "\(content.number)-\(round % 3)"),
        key: ContentKey(high: UInt64(round % 3), low: UInt64(content.number)),
        height: height(round: round), work: WorkAmount(glyphs: 10, pixels: 1000, rows: 1),
        emoji: [],
        missingGlyphCount: 0, warnings: []))
  }
}

/// The pictures and layouts that a main queue holds.
private struct HeldResults: PresentPictures {
  var pictures: [PictureID: Int] = [:]
  var layouts: Set<ContentKey> = []

  func byteCount(of id: PictureID) -> Int? { pictures[id] }
  func hasLayout(of key: ContentKey) -> Bool { layouts.contains(key) }
}

/// A live pipeline whose threads are steps that a seed orders.
///
/// The values that decide are those of the live view: the table, both queues, the ranges and the demand.
/// Workers, delays, failures, cancellations, edits and scrolls are drawn from the seed, so that a seed repeats
/// a fault.
struct LiveSchedule {
  /// A fault of the pipeline.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  private var random: SeededGenerator
  private var table: LiveTable
  private var layouts = LayoutQueue()
  private var pictures: PictureQueue
  private var ranges = RangeController(mode: .full)
  private let demand: PictureDemand
  private var held = HeldResults()
  /// The rows as they should be.
  private var model: [ScheduledModel] = []
  private var layoutTasks: [LayoutTask] = []
  private var pictureTasks: [PictureTask] = []
  /// The turns of workers that were woken and have not taken a task yet.
  private var layoutTurns = 0
  private var pictureTurns = 0
  private var nextNumber = 0
  private var now = Duration.zero
  private let workerCount: Int
  /// A hash of all decisions.
  private(set) var trace: UInt64 = 0

  private let height = 400

  init(seed: UInt64, costs: CostModel) {
    random = SeededGenerator(seed: seed)
    workerCount = 1 + random.below(4)
    table = LiveTable(
      viewport: PixelSize(width: 100, height: height), estimatedHeight: 20 + random.below(100))
    pictures = PictureQueue(limit: 4 + random.below(60))
    demand = PictureDemand(
      width: 100, byteLimit: 100_000 + random.below(2_000_000), isCapped: false,
      workerCount: workerCount, model: costs)
  }

  /// Takes random steps, then lets all work end, and checks the result.
  mutating func play() throws {
    try insert(10 + random.below(60))
    for _ in 0..<20 + random.below(80) { try step() }
    try settle()
    try checkSettled()
  }

  private mutating func step() throws {
    now += .microseconds(random.below(2000))
    let kind = random.below(20)
    trace = (trace ^ UInt64(kind)) &* 0x100_0000_01B3
    switch kind {
    case 0: try edit()
    case 1: table.scroll(to: random.below(max(1, table.rows.visible.totalHeight)))
    case 2, 3: table.scroll(to: table.rows.viewport.offset + random.below(400) - 150)
    case 4 where random.below(10) == 0: table.forgetLayouts()
    case 5...8: try pass()
    default: try work()
    }
  }

  // MARK: Edits

  private mutating func models(_ count: Int) -> [ScheduledModel] {
    defer { nextNumber += count }
    return (nextNumber..<nextNumber + count).map { ScheduledModel($0) }
  }

  private func path(_ row: Int) -> RowPath { RowPath(section: 1, row: row) }

  private mutating func insert(_ count: Int) throws {
    let (row, new) = (random.below(model.count + 1), models(count))
    try table.insert(new, at: path(row))
    model.insert(contentsOf: new, at: row)
  }

  private mutating func edit() throws {
    guard model.count > 5 else { return try insert(1 + random.below(9)) }
    let row = random.below(model.count)
    switch random.below(5) {
    case 0: try insert(1 + random.below(5))
    case 1:
      try table.perform([.deleteRow(path(row))]) { _ in ScheduledModel(0) }
      model.remove(at: row)
    case 2:
      let other = random.below(model.count)
      try table.perform([.moveRow(from: path(row), to: path(other))]) { _ in ScheduledModel(0) }
      model.insert(model.remove(at: row), at: other)
    default:
      let new = models(1)[0]
      try table.perform([.reloadRow(path(row))]) { _ in new }
      model[row] = new
    }
    if random.below(2) == 0 { table.commit() }
  }

  // MARK: Workers

  /// A worker takes a task, or ends one.
  private mutating func work() throws {
    switch random.below(4) {
    case 0 where layoutTurns > 0:
      guard let task = layouts.next() else {
        layoutTurns -= 1
        return
      }
      guard
        !layoutTasks.contains(where: {
          $0.request.id == task.request.id
        })
      else { throw Fault(description: "two workers lay out row \(task.request.row)") }
      layoutTurns -= 1
      layoutTasks.append(task)
    case 1 where !layoutTasks.isEmpty:
      let task = layoutTasks.remove(at: random.below(layoutTasks.count))
      guard let model = task.request.model as? ScheduledModel else { return }
      layouts.deliver(
        model.laidOut(round: task.request.round), of: task, work: .microseconds(10))
      layoutTurns += 1
    case 2 where pictureTurns > 0:
      pictureTurns -= 1
      if let task = pictures.next() { pictureTasks.append(task) }
    case 3 where !pictureTasks.isEmpty:
      let task = pictureTasks.remove(at: random.below(pictureTasks.count))
      let time = Duration.microseconds(1 + random.below(3000))
      // A worker sees at a check point that its task is superseded, or only the main queue does.
      if !pictures.isWanted(task), random.below(3) > 0 {
        pictures.supersede(
          task, at: CheckPoint.allCases[1 + random.below(3)], work: time, now: now)
      } else {
        pictures.deliver(MadePicture(task: task, work: time))
      }
      pictureTurns += 1
    default: break
    }
  }

  // MARK: The main queue

  /// A pass of the main queue; returns whether it changed the table or took a result.
  @discardableResult private mutating func pass() throws -> Bool {
    var hasChanged = table.rows.hasPendingChanges
    table.commit()
    let results = layouts.takeFinished()
    for result in results {
      _ = table.keep(
        result.result, of: result.request.row, result.request.model, round: result.request.round)
    }
    let (shown, late) = pictures.takeMade(at: now)
    for picture in shown { take(picture) }
    hasChanged = hasChanged || !results.isEmpty || !shown.isEmpty || !late.isEmpty
    var rows = self.rows()
    var count = 0
    while table.applyHeights(in: near(rows)).hasChanged {
      hasChanged = true
      rows = self.rows()
      count += 1
      guard count < 1000 else { throw Fault(description: "heights change without end") }
    }
    try checkOrder()
    want(rows)
    return hasChanged
  }

  private mutating func rows() -> RangeController.Rows {
    ranges.update(table.rows.viewport, over: table.rows.visible)
  }

  private func near(_ rows: RangeController.Rows) -> Range<Int> {
    (rows.preload.lowerBound - 16..<rows.preload.upperBound + 16).clamped(to: 0..<table.rowCount)
  }

  private mutating func take(_ picture: MadePicture) {
    trace = (trace ^ picture.goal.key.low) &* 0x100_0000_01B3
    held.layouts.insert(picture.goal.key)
    if case .picture(let id) = picture.goal { held.pictures[id] = picture.task.request.byteCount }
  }

  private mutating func want(_ rows: RangeController.Rows) {
    let window = table.window(rows.preload)
    let viewport = table.rows.viewport
    var input = DemandInput(
      visible: rows.visible, display: rows.display, preload: rows.preload,
      visibleBand: viewport.band,
      displayBand: ranges.ranges.display.band(
        around: viewport, isForward: ranges.isForward, totalHeight: table.rows.visible.totalHeight),
      direction: ranges.isForward ? .forward : .backward, time: .milliseconds(16))
    input.rows = window.rows.map(\.demanded)
    let wanted = demand.wanted(input, present: held)
    keep(wanted, window)
    var requests: [PictureRequest] = []
    for picture in wanted.pictures where !held.has(picture.id) {
      guard let model = table.model(picture.id.key) else { continue }
      requests.append(
        PictureRequest(goal: .picture(picture.id), model: model, byteCount: picture.byteCount))
    }
    for row in wanted.layouts where !held.hasLayout(of: window[row].key) {
      guard let model = table.model(window[row].key) else { continue }
      requests.append(PictureRequest(goal: .layout(window[row].key), model: model))
    }
    pictureTurns += pictures.request(
      requests, keptByteCount: held.pictures.values.reduce(0, +), workerCount: workerCount, at: now)
    var rowRequests: [LayoutRequest] = []
    for row in wanted.unknown {
      guard let content = table.contents[window[row].id], content.cell?.round != table.round else {
        continue
      }
      rowRequests.append(
        LayoutRequest(row: window[row].id, model: content.model, round: table.round))
    }
    layoutTurns += layouts.want(rowRequests, workerCount: workerCount)
  }

  /// Evicts what the demand does not want.
  private mutating func keep(_ wanted: PictureDemand.Wanted, _ window: LiveWindow) {
    let ids = Set(wanted.pictures.map(\.id))
    held.pictures = held.pictures.filter { ids.contains($0.key) }
    var keys = Set(ids.map(\.key))
    for row in wanted.layouts + wanted.refused { keys.insert(window[row].key) }
    held.layouts.formIntersection(keys)
  }

  // MARK: Checks

  private func checkOrder() throws {
    guard table.rowCount == model.count else {
      throw Fault(description: "\(table.rowCount) rows, not \(model.count)")
    }
    guard pictures.waitingCount <= pictures.mostWaiting else {
      throw Fault(description: "more requests wait than the most")
    }
    var index = 0
    var fault: Fault?
    table.rows.visible.forEachRow { entry in
      if table.contents[entry.id]?.model !== model[index] {
        fault = Fault(description: "row \(index) has the model of another row")
      }
      index += 1
      return fault == nil
    }
    if let fault { throw fault }
  }

  /// Lets all workers end their tasks, and the main queue make passes, until nothing is left to do.
  private mutating func settle() throws {
    for _ in 0..<20_000 {
      now += .microseconds(100)
      for _ in 0..<4 { try work() }
      guard layoutTurns == 0, layoutTasks.isEmpty, pictureTurns == 0, pictureTasks.isEmpty else {
        continue
      }
      if try !pass(), layouts.isIdle, pictures.isIdle { return }
    }
    throw Fault(description: "the pipeline does not settle")
  }

  private func checkSettled() throws {
    let openCount = pictures.ledger.openCount + layouts.ledger.openCount
    guard openCount == 0 else { throw Fault(description: "\(openCount) tasks have not ended") }
    let viewport = table.rows.viewport
    for row in table.window(table.screenRows).rows {
      guard let model = table.contents[row.id]?.model as? ScheduledModel else { continue }
      let place = "row \(row.path) of model \(model.number)"
      guard row.isLaidOut else { throw Fault(description: "\(place) is visible and not laid out") }
      guard row.height == model.height(round: table.round) else {
        throw Fault(description: "\(place) has the height \(row.height)")
      }
      guard !model.fails else { continue }
      let seen = viewport.band.lowerBound - row.y..<viewport.band.upperBound - row.y
      guard held.has(seen.clamped(to: 0..<row.height), of: row.key, height: row.height) else {
        throw Fault(description: "\(place) is visible without its picture")
      }
    }
  }
}
