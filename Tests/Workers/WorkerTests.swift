import GalleyPrimitives
import Synchronization
import Testing

@testable import GalleyWorkers

/// Resources that must stay on one worker: a class without any protection.
private final class Scratch {
  var runs = 0
}

@Suite("Worker", .timeLimit(.minutes(15)))
struct WorkerTests {
  @Test("runs every job on the same thread")
  func staysOnOneThread() async throws {
    let worker = try Worker(name: "test") { Scratch() }
    var identities: Set<ObjectIdentifier> = []
    for _ in 0..<100 {
      identities.insert(try await worker.run { _ in currentThread() })
    }
    #expect(identities.count == 1)
    #expect(!identities.contains(currentThread()))
  }

  @Test("makes its resources once, on its own thread, at the first job")
  func makesResourcesLazily() async throws {
    let made = Mutex<[ObjectIdentifier]>([])
    let worker = try Worker(name: "test") {
      made.withLock { $0.append(currentThread()) }
      return Scratch()
    }
    #expect(made.withLock { $0 } == [])
    let thread = try await worker.run { _ in currentThread() }
    for expected in 1...3 {
      let runs = try await worker.run { scratch in
        scratch.runs += 1
        return scratch.runs
      }
      #expect(runs == expected)
    }
    #expect(made.withLock { $0 } == [thread])
  }

  @Test("tells a job that its resources cannot be made, and tries again for the next one")
  func reportsFailure() async throws {
    let attempts = Mutex(0)
    let worker = try Worker(name: "test") {
      let attempt = attempts.withLock {
        $0 += 1
        return $0
      }
      if attempt == 1 { throw Refusal.asked(attempt) }
      return Scratch()
    }
    await #expect(throws: Refusal.asked(1)) { try await worker.run { $0.runs } }
    #expect(try await worker.run { $0.runs } == 0)
  }

  @Test("ends its thread and frees its resources with its last reference")
  func endsItsThread() async throws {
    let endings = Mutex(0)
    final class Witness {
      let onEnd: () -> Void
      init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    for _ in 0..<50 {
      let worker = try Worker(name: "test") {
        Witness { endings.withLock { $0 += 1 } }
      }
      try await worker.run { _ in }
    }
    #expect(endings.withLock { $0 } == 50)
  }
}

@Suite("WorkerThread", .timeLimit(.minutes(15)))
struct WorkerThreadTests {
  @Test("finishes queued jobs before it ends")
  func drains() throws {
    let count = Mutex(0)
    do {
      let thread = try WorkerThread(name: "test")
      for _ in 0..<1000 { thread.perform { count.withLock { $0 += 1 } } }
    }
    #expect(count.withLock { $0 } == 1000)
  }

  @Test("may be released by its own job")
  func releasesItself() async throws {
    let box = try Mutex<WorkerThread?>(WorkerThread(name: "test"))
    let isReleased = await withCheckedContinuation { continuation in
      let shared = Monitor<WorkerThread?>(box.withLock { $0.take() })
      let thread = shared.withLock { $0 }
      thread?.perform {
        shared.withLock { $0 = nil }
        continuation.resume(returning: shared.withLock { $0 == nil })
      }
    }
    #expect(isReleased)
  }

  @Test("serves as the preferred executor of a task")
  func servesTasks() async throws {
    let thread = try WorkerThread(name: "test")
    let isOnThread = await Task(executorPreference: thread) { thread.isCurrent }.value
    #expect(isOnThread)
    #expect(!thread.isCurrent)
  }
}

@Suite("WorkerPool", .timeLimit(.minutes(15)))
struct WorkerPoolTests {
  @Test("gives each worker its own resources and loses no job", arguments: [1, 2, 3, 8])
  func sharesJobs(count: Int) async throws {
    let made = Mutex(0)
    let pool = try WorkerPool(count: count) {
      made.withLock { $0 += 1 }
      return Scratch()
    }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<500 {
        group.addTask {
          try await pool.run { scratch in
            scratch.runs += 1
            return number
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 500 * 499 / 2)
    #expect((1...count).contains(made.withLock { $0 }))
  }

  @Test("has 1 to 64 workers", arguments: [(-1, 1), (0, 1), (1, 1), (64, 64), (65, 64)])
  func bounds(asked: Int, given: Int) throws {
    #expect(try WorkerPool(count: asked) { Scratch() }.count == given)
  }
}

/// An error with the request.
enum Refusal: Error, Hashable {
  case asked(Int)
}
