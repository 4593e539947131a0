import Foundation
import GalleyPrimitives
import GalleyWorkers
import Testing

/// An actor on a thread that it does not keep alive.
private actor Guest {
  private nonisolated let executor: UnownedSerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor }

  init(on executor: UnownedSerialExecutor) { self.executor = executor }

  /// Runs `body` on the thread.
  func run(_ body: @Sendable () -> Void) { body() }
}

@Suite("Release of threads", .timeLimit(.minutes(15)))
struct ThreadReleaseTests {
  @Test("the release of a thread waits for the job that runs")
  func waits() throws {
    let isDone = Monitor(false)
    do {
      let thread = try WorkerThread(name: "test")
      thread.perform {
        usleep(100_000)
        isDone.withLock { $0 = true }
      }
    }
    #expect(isDone.withLock { $0 })
  }

  @Test("the release of a thread that is made not to join does not wait for its job")
  func leaves() throws {
    let (gate, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    do {
      let thread = try WorkerThread(name: "test", joins: false)
      thread.perform {
        _ = gate.wait(timeout: .now() + .seconds(20))
        hasEnded.signal()
      }
    }
    #expect(hasEnded.wait(timeout: .now()) == .timedOut)
    gate.signal()
    #expect(hasEnded.wait(timeout: .now() + .seconds(20)) == .success)
  }

  @Test("the release of a worker waits for the end of its thread")
  func waitsForWorker() async throws {
    let isDone = Monitor(false)
    do {
      let worker = try Worker(name: "test") { 0 }
      let guest = Guest(on: worker.unownedExecutor)
      // The job does not keep the worker alive, and runs when the worker is released.
      await withCheckedContinuation { (began: CheckedContinuation<Void, Never>) in
        Task {
          await guest.run {
            began.resume()
            usleep(100_000)
            isDone.withLock { $0 = true }
          }
        }
      }
      withExtendedLifetime(worker) {}
    }
    #expect(isDone.withLock { $0 })
  }
}
