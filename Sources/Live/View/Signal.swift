/// Wakes tasks of the main queue.
@MainActor
package final class Signal {
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var count = 0

  /// Makes a signal.
  package init() {}

  /// Waits for the next ``fire()``, also if the task is cancelled.
  package func wait() async {
    await withCheckedContinuation {
      waiting[count] = $0
      count += 1
    }
  }

  /// Waits for the next ``fire()``.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func waitUnlessCancelled() async throws {
    try Task.checkCancellation()
    let number = count
    count += 1
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      Task { @MainActor in self.waiting.removeValue(forKey: number)?.resume() }
    }
    try Task.checkCancellation()
  }

  /// Wakes all waiting tasks.
  package func fire() {
    let woken = waiting
    waiting = [:]
    for continuation in woken.values { continuation.resume() }
  }
}
