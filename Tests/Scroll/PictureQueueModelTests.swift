import Galley
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyPictures

/// A queue that keeps every request it ever had in one list, and looks at all of them at each step.
private struct NaiveQueue {
  enum State: Equatable {
    case waiting(Int)
    case begun
    case superseded(since: Duration)
    case finished(work: Duration)
    case ended(CheckPoint, work: Duration, latency: Duration)
  }

  struct Record {
    var goal: PictureRequest.Goal
    var byteCount: Int
    var state: State
  }

  var limit: Int
  var byteLimit: Int?
  var records: [Record] = []
  var made: [(record: Int, work: Duration)] = []
  var keptByteCount = 0
  var mostByteCount = 0
  var mostWaiting = 0
  var activeCount = 0
  var workerLimit = Int.max
  var hasFailed = false

  /// The waiting records, most urgent first.
  var waiting: [Int] {
    func place(_ record: Int) -> Int? {
      if case .waiting(let place) = records[record].state { place } else { nil }
    }
    return records.indices.filter { place($0) != nil }.sorted {
      (place($0) ?? 0) < (place($1) ?? 0)
    }
  }

  /// The records that a worker has begun, superseded ones included.
  var begun: [Int] {
    records.indices.filter {
      switch records[$0].state {
      case .begun, .superseded: true
      default: false
      }
    }
  }

  var begunByteCount: Int { begun.reduce(0) { $0 + records[$1].byteCount } }

  var hasRoom: Bool {
    guard let byteLimit, let next = waiting.first else { return true }
    return begun.isEmpty || keptByteCount + begunByteCount + records[next].byteCount <= byteLimit
  }

  mutating func request(_ wanted: [PictureRequest], kept: Int, workerCount: Int, now: Duration)
    -> Int
  {
    keptByteCount = kept
    workerLimit = workerCount
    var goals: [PictureRequest.Goal] = []
    for request in wanted where !goals.contains(request.goal) { goals.append(request.goal) }
    for record in records.indices where !goals.contains(records[record].goal) {
      if records[record].state == .begun { records[record].state = .superseded(since: now) }
    }
    let (before, running) = (waiting, records.indices.filter { records[$0].state == .begun })
    let admitted = goals.filter { goal in !running.contains { records[$0].goal == goal } }
      .prefix(limit)
    for record in before where !admitted.contains(records[record].goal) {
      records[record].state = .ended(.beforeStart, work: .zero, latency: .zero)
    }
    for (place, goal) in admitted.enumerated() {
      if let record = before.first(where: { records[$0].goal == goal }) {
        records[record].state = .waiting(place)
      } else if let request = wanted.first(where: { $0.goal == goal }) {
        records.append(
          Record(goal: goal, byteCount: request.byteCount, state: .waiting(place)))
      }
    }
    mostWaiting = max(mostWaiting, admitted.count)
    return wake()
  }

  mutating func wake() -> Int {
    guard !hasFailed, hasRoom else { return 0 }
    let woken = max(0, min(waiting.count, workerLimit - activeCount))
    activeCount += woken
    return woken
  }

  mutating func next() -> Int? {
    guard !hasFailed, activeCount <= workerLimit, hasRoom, let first = waiting.first else {
      activeCount -= 1
      return nil
    }
    records[first].state = .begun
    mostByteCount = max(mostByteCount, keptByteCount + begunByteCount)
    return first
  }

  mutating func end(_ record: Int, at checkPoint: CheckPoint, work: Duration, now: Duration) {
    var latency = Duration.zero
    if case .superseded(let since) = records[record].state { latency = max(.zero, now - since) }
    records[record].state = .ended(checkPoint, work: work, latency: latency)
  }

  mutating func takeMade(now: Duration) -> (shown: [Int], late: [Int]) {
    var (shown, late): ([Int], [Int]) = ([], [])
    for (record, work) in made {
      if records[record].state == .begun {
        records[record].state = .finished(work: work)
        shown.append(record)
      } else {
        end(record, at: .beforeShowing, work: work, now: now)
        late.append(record)
      }
    }
    made = []
    return (shown, late)
  }

  var ledger: [Duration] {
    var (finished, wasted) = (Duration.zero, Duration.zero)
    var counts = Array(repeating: 0, count: 5)
    var latencies = Array(repeating: Duration.zero, count: 5)
    var open = 0
    for record in records {
      switch record.state {
      case .finished(let work): finished += work
      case .ended(let checkPoint, let work, let latency):
        wasted += work
        counts[checkPoint.rawValue] += 1
        latencies[checkPoint.rawValue] = max(latencies[checkPoint.rawValue], latency)
      default: open += 1
      }
    }
    return [.seconds(records.count), .seconds(open), finished, wasted]
      + counts.map { .seconds($0) } + latencies
  }
}

extension RequestLedger {
  fileprivate var figures: [Duration] {
    [.seconds(startedCount), .seconds(openCount), finishedWork, wastedWork]
      + CheckPoint.allCases.map { .seconds(supersededCount(at: $0)) }
      + CheckPoint.allCases.map { longestLatency(at: $0) }
  }
}

@Suite("PictureQueue and its model", .timeLimit(.minutes(15)))
struct PictureQueueModelTests {
  /// A queue and its model, which take the same steps.
  private struct Pair {
    var queue: PictureQueue
    var model: NaiveQueue
    var random: SeededGenerator
    /// The tasks that workers have, each with its record.
    var running: [(task: PictureTask, record: Int)] = []
    /// The tasks whose results are on their way.
    var delivered: [(task: PictureTask, record: Int)] = []
    var now = Duration.zero
    let item = FeedItem()

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      let limit = 1 + random.below(12)
      queue = PictureQueue(limit: limit)
      model = NaiveQueue(limit: limit)
      if random.below(3) == 0 {
        queue.byteLimit = random.below(40)
        model.byteLimit = queue.byteLimit
      }
    }

    private mutating func goal() -> PictureRequest.Goal {
      let key = ContentKey(high: 0, low: UInt64(random.below(6)))
      return switch random.below(4) {
      case 0: .layout(key)
      case 1: .height(row: random.below(2), key)
      default: .picture(PictureID(key: key, rows: 0..<1 + random.below(2)))
      }
    }

    mutating func step() throws {
      now += .milliseconds(random.below(5))
      switch random.below(10) {
      case 0...2:
        let wanted = (0..<random.below(16)).map { _ in
          let goal = goal()
          return PictureRequest(
            goal: goal, model: ItemModel(item), byteCount: 1 + Int(goal.key.low) * 2)
        }
        let kept = random.below(20)
        let limit = 1 + random.below(4)
        let woken = queue.request(wanted, keptByteCount: kept, workerCount: limit, at: now)
        try #require(
          woken == model.request(wanted, kept: kept, workerCount: limit, now: now))
      case 3...5:
        guard queue.activeCount > running.count else { return }
        let (task, record) = (queue.next(), model.next())
        try #require(task?.request.goal == record.map { model.records[$0].goal })
        if let task, let record { running.append((task, record)) }
      case 6, 7:
        guard !running.isEmpty else { return }
        let (task, record) = running.remove(at: random.below(running.count))
        let work = Duration.milliseconds(1 + random.below(9))
        if random.below(3) > 0 || queue.isWanted(task) {
          queue.deliver(MadePicture(task: task, work: work))
          model.made.append((record, work))
          delivered.append((task, record))
        } else {
          let checkPoint = CheckPoint.allCases[1 + random.below(3)]
          queue.supersede(task, at: checkPoint, work: work, now: now)
          model.end(record, at: checkPoint, work: work, now: now)
        }
      case 8:
        let (shown, late) = queue.takeMade(at: now)
        let expected = model.takeMade(now: now)
        func goals(_ records: [Int]) -> [PictureRequest.Goal] {
          records.map { model.records[$0].goal }
        }
        try #require(shown.map(\.goal) == goals(expected.shown))
        try #require(late.map(\.goal) == goals(expected.late))
        delivered = []
      default:
        if random.below(60) == 0, let (task, record) = running.popLast() {
          queue.fail(task, CancellationError())
          model.hasFailed = true
          model.end(record, at: .beforeStart, work: .zero, now: .zero)
        }
        let woken = queue.wakeForRoom()
        try #require(woken == (model.byteLimit == nil ? 0 : model.wake()))
      }
    }

    func compare(_ place: Comment) throws {
      try #require(queue.ledger.figures == model.ledger, place)
      try #require(queue.waitingCount == model.waiting.count, place)
      try #require(queue.waitingCount <= model.limit, place)
      try #require(queue.mostWaiting == model.mostWaiting, place)
      try #require(queue.activeCount == model.activeCount, place)
      try #require(queue.mostByteCount == model.mostByteCount, place)
      for (task, record) in running + delivered {
        try #require(queue.isWanted(task) == (model.records[record].state == .begun), place)
      }
    }
  }

  @Test("random requests, tasks and results end as in a model that keeps all of them")
  func random() throws {
    for seed in 0..<UInt64(Effort.count(2_000, full: 1_000_000)) {
      var pair = Pair(seed: seed)
      for step in 0..<30 {
        try pair.step()
        try pair.compare("seed \(seed), step \(step)")
      }
    }
  }
}
