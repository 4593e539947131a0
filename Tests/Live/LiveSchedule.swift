import GalleyCellRendering
import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
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
/// The values that decide are those of the live view: the table, both queues, the ranges, the window with its requests,
/// and the demand. Workers, delays, failures, cancellations, edits and scrolls are drawn from the seed, so that a seed
/// repeats a fault.
///
/// Three parts are written anew here, because those of the live view belong to threads: the order of a pass
/// (`LiveView.pass`: take results, give heights until none changes, ask), without the shortcuts for a viewport
/// at rest; the requests and the evictions of `PictureStore.want`; and the turns of a worker (`PictureJob.runNext`,
/// `RowLayouter.wake`). `ScheduleComparisonTests` compares the first two with a live view.
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
    Self.edit(&table, &ranges) { $0.commit() }
    let results = layouts.takeFinished()
    for result in results {
      _ = table.keep(
        result.result, of: result.request.row, result.request.model, round: result.request.round)
    }
    let (shown, late) = pictures.takeMade(at: now)
    for picture in shown { take(picture) }
    hasChanged = hasChanged || !results.isEmpty || !shown.isEmpty || !late.isEmpty
    let (rows, isCorrected) = try Self.giveHeights(&table, &ranges)
    try checkOrder()
    want(rows)
    return hasChanged || isCorrected
  }

  /// Changes the table, whose rows may move together with the viewport.
  private static func edit(
    _ table: inout LiveTable, _ ranges: inout RangeController, _ body: (inout LiveTable) -> Void
  ) {
    let offset = table.rows.viewport.offset
    body(&table)
    ranges.move(by: table.rows.viewport.offset - offset)
  }

  /// Finds the rows of all ranges, and gives them the heights of their layouts; returns whether one was an estimate.
  static func giveHeights(
    _ table: inout LiveTable, _ ranges: inout RangeController
  ) throws -> (rows: RangeController.Rows, hasChanged: Bool) {
    for count in 0..<1000 {
      let rows = ranges.update(table.rows.viewport, over: table.rows.visible)
      var hasChanged = false
      edit(&table, &ranges) { table in
        hasChanged =
          table.applyHeights(in: LiveWindow.rows(around: rows.preload, of: table)).hasChanged
      }
      if !hasChanged { return (rows, count > 0) }
    }
    throw Fault(description: "heights change without end")
  }

  private mutating func take(_ picture: MadePicture) {
    trace = (trace ^ picture.goal.key.low) &* 0x100_0000_01B3
    held.layouts.insert(picture.goal.key)
    if case .picture(let id) = picture.goal { held.pictures[id] = picture.task.request.byteCount }
  }

  /// The requests of a pass, and the pictures and layouts that it keeps.
  struct Decision {
    var requests: [PictureRequest] = []
    var pictures: Set<PictureID> = []
    var layouts: Set<ContentKey> = []
    var rows: [LayoutRequest] = []
  }

  /// Decides what a pass requests and keeps.
  static func decide(
    _ rows: RangeController.Rows, of table: LiveTable, _ ranges: RangeController,
    _ demand: PictureDemand, present: some PresentPictures, time: Duration
  ) -> Decision {
    let window = table.window(rows.preload)
    let input = window.input(
      rows, around: table.rows.viewport, ranges, totalHeight: table.rows.visible.totalHeight,
      time: time)
    let wanted = demand.wanted(input, present: present)
    var decision = Decision()
    decision.pictures = Set(wanted.pictures.map(\.id))
    decision.layouts = Set(decision.pictures.map(\.key))
    decision.layouts.formUnion(window.keys(of: wanted.layouts + wanted.refused))
    for picture in wanted.pictures where !present.has(picture.id) {
      guard let model = table.model(picture.id.key) else { continue }
      decision.requests.append(
        PictureRequest(goal: .picture(picture.id), model: model, byteCount: picture.byteCount))
    }
    for row in wanted.layouts where !present.hasLayout(of: window[row].key) {
      guard let model = table.model(window[row].key) else { continue }
      decision.requests.append(PictureRequest(goal: .layout(window[row].key), model: model))
    }
    decision.rows = table.layoutRequests(of: wanted.unknown, in: window)
    return decision
  }

  private mutating func want(_ rows: RangeController.Rows) {
    let decision = Self.decide(
      rows, of: table, ranges, demand, present: held, time: .milliseconds(16))
    held.pictures = held.pictures.filter { decision.pictures.contains($0.key) }
    held.layouts.formIntersection(decision.layouts)
    pictureTurns += pictures.request(
      decision.requests, keptByteCount: held.pictures.values.reduce(0, +),
      workerCount: workerCount, at: now)
    layoutTurns += layouts.want(decision.rows, workerCount: workerCount)
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
