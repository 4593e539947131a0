import Synchronization
import Testing

@testable import GalleyWorkers

/// Which step of which batch fails.
private struct Failure: Hashable, CustomTestStringConvertible {
  enum Step: CaseIterable { case next, measure, place, finish, consume }
  var step: Step
  var index: Int
  var testDescription: String { "\(step) of \(index)" }

  static let all = Step.allCases.flatMap { step in
    [0, 1, 2, 17, 39].map { Failure(step: step, index: $0) }
  }

  func check(_ step: Step, _ index: Int) throws {
    if step == self.step, index == self.index { throw Refusal.asked(index) }
  }
}

/// What one run left behind.
private struct Trace: Hashable {
  var placed: [Int] = []
  var consumed: [String] = []
  var error: Refusal?
}

private let steps = BatchSteps<Int, Int, Int, String, String>(
  measure: { batch, _ in batch * 10 }, finish: { placed, _ in placed + "!" })

private func failing(_ failure: Failure?) -> BatchSteps<Int, Int, Int, String, String> {
  BatchSteps(
    measure: { batch, _ in
      try failure?.check(.measure, batch)
      return batch * 10
    },
    finish: { placed, _ in
      for index in 0..<40 where placed.hasPrefix("\(index):") {
        try failure?.check(.finish, index)
      }
      return placed + "!"
    })
}

/// Runs `count` batches in line, or on `workers` workers.
private func trace(count: Int, workers: Int?, failure: Failure? = nil) async -> Trace {
  var trace = Trace()
  var offset = 0
  let place = { (measured: Int) throws -> String in
    try failure?.check(.place, trace.placed.count)
    defer { offset += measured }
    trace.placed.append(measured)
    return "\(trace.placed.count - 1):\(offset)"
  }
  let consume = { (finished: String) throws in
    try failure?.check(.consume, trace.consumed.count)
    trace.consumed.append(finished)
  }
  do {
    if let workers {
      var index = 0
      try await WorkerPool(count: workers) { 0 }.mapOrdered(
        failing(failure),
        next: {
          try failure?.check(.next, index)
          defer { index += 1 }
          return index < count ? index : nil
        }, place: place, consume: consume)
    } else {
      var index = 0
      try failing(failure).mapOrdered(
        with: 0,
        next: {
          try failure?.check(.next, index)
          defer { index += 1 }
          return index < count ? index : nil
        }, place: place, consume: consume)
    }
  } catch {
    trace.error = error as? Refusal
  }
  return trace
}

@Suite("mapOrdered", .timeLimit(.minutes(15)))
struct MapOrderedTests {
  @Test("leaves the same behind in line and on 1 to 8 workers", arguments: [0, 1, 2, 3, 40, 500])
  func agrees(count: Int) async {
    let inLine = await trace(count: count, workers: nil)
    #expect(inLine.consumed.count == count)
    #expect(inLine.error == nil)
    for workers in [1, 2, 3, 8] {
      #expect(await trace(count: count, workers: workers) == inLine)
    }
  }

  @Test("fails like the run in line, whichever step of whichever batch fails")
  func failsAlike() async {
    for failure in Failure.all {
      let inLine = await trace(count: 40, workers: nil, failure: failure)
      #expect(inLine.error == .asked(failure.index))
      #expect(inLine.consumed.count == failure.index)
      for workers in [1, 2, 8] {
        let overlapped = await trace(count: 40, workers: workers, failure: failure)
        #expect(overlapped.consumed == inLine.consumed, "\(failure.testDescription)")
        #expect(overlapped.error == inLine.error, "\(failure.testDescription)")
        #expect(overlapped.placed.starts(with: inLine.placed), "\(failure.testDescription)")
      }
    }
  }

  @Test("reports resources that cannot be made")
  func reportsResources() async throws {
    let pool = try WorkerPool<Int>(count: 2) { throw Refusal.asked(7) }
    await #expect(throws: Refusal.asked(7)) {
      try await pool.mapOrdered(steps, next: { 1 }, place: { "\($0)" }, consume: { _ in })
    }
  }

  @Test("never has more than `depth` batches in flight", arguments: [1, 2, 5])
  func boundsDepth(depth: Int) async throws {
    let inFlight = Mutex((now: 0, most: 0))
    var index = 0
    try await WorkerPool(count: 2) { 0 }.mapOrdered(
      steps, depth: depth,
      next: {
        index += 1
        guard index <= 200 else { return nil }
        inFlight.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        return index
      },
      place: { "\($0)" }, consume: { _ in inFlight.withLock { $0.now -= 1 } })
    #expect(inFlight.withLock { $0.now } == 0)
    #expect((1...depth).contains(inFlight.withLock { $0.most }))
  }

  @Test("ends with everything finished when it is cancelled")
  func cancels() async {
    let running = Mutex(0)
    let slow = BatchSteps<Int, Int, Int, Int, Int>(
      measure: { batch, _ in
        running.withLock { $0 += 1 }
        defer { running.withLock { $0 -= 1 } }
        return batch
      }, finish: { placed, _ in placed })
    let (consumed, continuation) = AsyncStream<Int>.makeStream()
    let task = Task {
      try await WorkerPool(count: 2) { 0 }.mapOrdered(
        slow, next: { 1 }, place: { $0 }, consume: { continuation.yield($0) })
    }
    // An endless input: only cancellation can end it.
    for await _ in consumed { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(running.withLock { $0 } == 0)
  }

  @Test("runs the sequential steps where its caller runs")
  @MainActor func staysWithItsCaller() async throws {
    var count = 0
    var index = 0
    try await WorkerPool(count: 2) { 0 }.mapOrdered(
      steps,
      next: {
        index += 1
        return index <= 10 ? index : nil
      },
      place: { value in
        MainActor.assertIsolated()
        return "\(value)"
      },
      consume: { _ in
        MainActor.assertIsolated()
        count += 1
      })
    #expect(count == 10)
  }
}
