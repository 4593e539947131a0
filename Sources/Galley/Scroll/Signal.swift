/// Wakes the main queue's task when something has happened.
@MainActor
final class Signal {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for the next ``fire()``.
  func wait() async { await withCheckedContinuation { waiting.append($0) } }

  /// Wakes all that wait.
  func fire() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
