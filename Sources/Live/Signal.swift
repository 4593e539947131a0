/// Wakes tasks of the main queue.
@MainActor
package final class Signal {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a signal.
  package init() {}

  /// Waits for the next ``fire()``.
  package func wait() async { await withCheckedContinuation { waiting.append($0) } }

  /// Wakes all waiting tasks.
  package func fire() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
