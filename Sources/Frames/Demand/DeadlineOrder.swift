/// Orders tasks that have a deadline: first the tasks that workers can finish in time.
///
/// Workers take tasks in order, each as soon as it is free. A task that would end after the deadline
/// gives way to later tasks that would not, and follows them.
package struct DeadlineOrder: Hashable, Sendable {
  /// The number of workers.
  package let workerCount: Int
  /// The time until the deadline.
  package var time: Duration

  /// Makes an order for `workerCount` workers that have `time`.
  package init(workerCount: Int, time: Duration) {
    self.workerCount = max(1, workerCount)
    self.time = time
  }

  /// Returns the tasks that are predicted to end in time, then the others, each in the given order.
  ///
  /// - Complexity: O(tasks × workers).
  package func order<Task>(_ tasks: [Task], cost: (Task) -> Duration) -> [Task] {
    // As in `KeyedSet`, without a look-up of the memory's type.
    var free: [Duration] = []
    free.reserveCapacity(workerCount)
    for _ in 0..<workerCount { free.append(.zero) }
    var (inTime, late): ([Task], [Task]) = ([], [])
    inTime.reserveCapacity(tasks.count)
    for task in tasks {
      var worker = 0
      for other in free.indices where free[other] < free[worker] { worker = other }
      let end = free[worker] + cost(task)
      if end <= time {
        free[worker] = end
        inTime.append(task)
      } else {
        late.append(task)
      }
    }
    inTime += late
    return inTime
  }
}
