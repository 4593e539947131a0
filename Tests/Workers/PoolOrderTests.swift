import Foundation
import GalleyPrimitives
import Testing

@testable import GalleyWorkers

@Suite("Order of a pool's jobs", .timeLimit(.minutes(15)))
struct PoolOrderTests {
  @Test("urgent jobs overtake the others, and both keep their order")
  func overtakes() async throws {
    let pool = try WorkerPool(count: 1) { 0 }
    let gate = DispatchSemaphore(value: 0)
    let order = Monitor<[String]>([])
    pool.submit { worker in _ = gate.wait(timeout: .now() + .seconds(20)) }
    pool.submit { worker in order.withLock { $0.append("a") } }
    pool.submit { worker in order.withLock { $0.append("b") } }
    pool.submit(isUrgent: true) { worker in order.withLock { $0.append("c") } }
    pool.submit(isUrgent: true) { worker in order.withLock { $0.append("d") } }
    gate.signal()
    try await pool.run { _ in }
    #expect(order.withLock { $0 } == ["c", "d", "a", "b"])
  }

  @Test(
    "runs a repetition as often at once as asked, and never for a count below 1",
    arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (3, 3)])
  func repeatsAtOnce(asked: Int, given: Int) async throws {
    let pool = try WorkerPool(count: 1) { 0 }
    let calls = Monitor(0)
    pool.repeatedly(count: asked) { worker in
      calls.withLock { $0 += 1 }
      return false
    }
    // One worker takes its jobs in order.
    try await pool.run { _ in }
    #expect(calls.withLock { $0 } == given)
  }

  @Test("runs a repetition again after the jobs that wait, until it returns false")
  func repeatsInTurn() async throws {
    let pool = try WorkerPool(count: 1) { 0 }
    let calls = Monitor(0)
    pool.repeatedly(count: 1) { worker in
      calls.withLock { $0 += 1 }
      return calls.withLock { $0 } < 3
    }
    for _ in 0..<5 { try await pool.run { _ in } }
    #expect(calls.withLock { $0 } == 3)
  }

  @Test("finishes placed batches ahead of those that wait to be measured")
  func finishesFirst() async throws {
    let (read, placed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Monitor<[String]>([])
    let steps = BatchSteps<Int, Int, Int, Int, Int>(
      measure: { batch, _ in
        // Batch 0 waits until all others wait for the worker, and 2 until 0 waits to be finished.
        if batch == 0 { _ = read.wait(timeout: .now() + .seconds(20)) }
        if batch == 2 { _ = placed.wait(timeout: .now() + .seconds(20)) }
        order.withLock { $0.append("measure \(batch)") }
        return batch
      },
      finish: { batch, _ in
        order.withLock { $0.append("finish \(batch)") }
        return batch
      })
    var count = 0
    try await WorkerPool(count: 1) { 0 }.mapOrdered(
      steps, depth: 8,
      next: {
        // The reader asks for another batch when the worker's queue has the last one.
        if count == 4 { read.signal() }
        defer { count += 1 }
        return count < 4 ? count : nil
      },
      place: { batch in
        if batch == 1 { placed.signal() }
        return batch
      }, consume: { _ in })
    let words = order.withLock { $0 }
    #expect(words.count == 8)
    let finished = try #require(words.firstIndex(of: "finish 0"))
    let measured = try #require(words.firstIndex(of: "measure 3"))
    #expect(finished < measured)
  }
}
