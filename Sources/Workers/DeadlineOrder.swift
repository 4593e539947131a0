/// Orders work that is wanted by a deadline: first what can be done in time.
///
/// Workers take tasks in order, each as soon as it is free. A task that would end after the deadline
/// makes room for those after it that would not, and follows them.
public struct DeadlineOrder: Hashable, Sendable {
  /// Who works.
  public var workerCount: Int
  /// The time until the deadline.
  public var time: Duration

  /// An order for `workerCount` workers that have `time`.
  public init(workerCount: Int, time: Duration) {
    self.workerCount = max(1, workerCount)
    self.time = time
  }

  /// The tasks, those first that are predicted to end in time; else in the order given.
  ///
  /// - Complexity: O(tasks × workers).
  @inlinable public func order<Task>(_ tasks: [Task], cost: (Task) -> Duration) -> [Task] {
    var free = Array(repeating: Duration.zero, count: workerCount)
    var (inTime, late): ([Task], [Task]) = ([], [])
    for task in tasks {
      let worker = free.indices.min { free[$0] < free[$1] } ?? 0
      let end = free[worker] + cost(task)
      if end <= time {
        free[worker] = end
        inTime.append(task)
      } else {
        late.append(task)
      }
    }
    return inTime + late
  }
}

/// Bounds the memory of pictures: the most urgent ones that there is room for.
public struct PictureBudget: Hashable, Sendable {
  /// The most bytes of pictures.
  public var byteLimit: Int

  /// A budget of `byteLimit` bytes.
  public init(byteLimit: Int) { self.byteLimit = max(0, byteLimit) }

  /// The pictures to keep or make: from the most urgent on, until there is no room.
  ///
  /// What is visible is always admitted: a frame needs it. What follows is the more distant the
  /// later it comes, and is evicted first.
  ///
  /// - Parameters:
  ///   - rows: Most urgent first; the first `visibleCount` are visible.
  ///   - visibleCount: The number of visible rows.
  ///   - byteCount: What a row's picture takes; 0 for one that was counted already.
  /// - Returns: As many of the first rows as there is room for.
  /// - Complexity: O(rows).
  @inlinable public func admitted<Row>(
    _ rows: [Row], visibleCount: Int, byteCount: (Row) -> Int
  ) -> ArraySlice<Row> {
    var total = 0
    for (index, row) in rows.enumerated() {
      total += byteCount(row)
      if total > byteLimit, index >= visibleCount { return rows[..<index] }
    }
    return rows[...]
  }
}
