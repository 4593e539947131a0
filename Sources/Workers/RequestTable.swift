/// The requests of the latest round, and the tasks that have not ended.
///
/// A value without clock, thread or I/O. It is the only account of a request: each entry has one state, and
/// each change of a state is counted in ``ledger``. Each round replaces the waiting requests. A task continues
/// while each later round has its request. Otherwise it is superseded for good, and ends at its next check
/// point; if a later round has the request again, the request waits for another task. With ``keepsBegun``,
/// tasks continue in any case.
///
/// The methods are inlinable because the main queue calls them in each frame.
@usableFromInline
package struct RequestTable<Request: Identifiable & Sendable>: Sendable
where Request.ID: Sendable {
  /// A request that a worker has begun.
  @usableFromInline package struct Task: Sendable {
    /// The request.
    @usableFromInline package let request: Request
    /// The number of tasks that were begun before it.
    @usableFromInline package let number: Int

    @inlinable init(request: Request, number: Int) {
      self.request = request
      self.number = number
    }
  }

  @usableFromInline enum State: Sendable {
    /// The request waits for a worker, in ``order``.
    case waiting
    /// The task with this number runs, or its result is on its way.
    case begun(Int)
    /// The task has not ended, and its result will not be used; with the time of the first round without
    /// its request.
    case superseded(since: Duration)
  }

  @usableFromInline struct Entry: Sendable {
    @usableFromInline var state: State
    /// The latest round with the request.
    @usableFromInline var round: Int
    @usableFromInline let request: Request

    @inlinable init(_ request: Request, _ state: State, round: Int) {
      self.request = request
      self.state = state
      self.round = round
    }
  }

  /// A request has one entry that is waiting or begun, and one for each superseded task.
  @usableFromInline struct Key: Hashable, Sendable {
    @usableFromInline let id: Request.ID
    /// The number of a superseded task; -1 for the entry that is waiting or begun.
    @usableFromInline let superseded: Int

    @inlinable init(_ id: Request.ID, superseded: Int = -1) {
      self.id = id
      self.superseded = superseded
    }

    /// Hashes the request alone: few of its tasks are superseded at one time.
    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The maximum number of waiting requests; the least urgent requests of a round above it are dropped.
  @usableFromInline package let limit: Int
  /// Whether a task stays wanted in rounds without its request, because its result is useful later too.
  @usableFromInline let keepsBegun: Bool
  /// The counts of all tasks.
  @usableFromInline package internal(set) var ledger = RequestLedger()
  /// The maximum number of requests that have waited at one time.
  @usableFromInline package internal(set) var mostWaiting = 0

  @usableFromInline var entries: [Key: Entry] = [:]
  /// The waiting requests, most urgent last.
  @usableFromInline var order: [Request.ID] = []
  @usableFromInline var round = 0
  @usableFromInline var begunNumber = 0

  /// Makes an empty table, in which at most `limit` requests wait.
  @inlinable package init(limit: Int = 1024, keepsBegun: Bool = false) {
    self.limit = max(1, limit)
    self.keepsBegun = keepsBegun
    // The first growth also makes the runtime's description of the type, which takes longer than a frame's work.
    entries.reserveCapacity(64)
  }

  /// The number of waiting requests.
  @inlinable package var waitingCount: Int { order.count }

  /// The number of tasks that have not ended.
  @inlinable package var begunCount: Int { entries.count - order.count }

  /// The most urgent waiting request; `nil` if no request waits.
  @inlinable package var first: Request? { order.last.flatMap { entries[Key($0)]?.request } }

  /// Begins a round: replaces the waiting requests, and supersedes the tasks whose requests are not among
  /// `requests`.
  ///
  /// - Parameters:
  ///   - requests: The results that are missing, most urgent first.
  ///   - now: The current time.
  /// - Complexity: O(entries + requests).
  @inlinable package mutating func replace(with requests: [Request], at now: Duration = .zero) {
    round += 1
    order.removeAll(keepingCapacity: true)
    for request in requests {
      let key = Key(request.id)
      guard let index = entries.index(forKey: key) else {
        guard order.count < limit else { continue }
        entries[key] = Entry(request, .waiting, round: round)
        order.append(request.id)
        ledger.start()
        continue
      }
      guard entries.values[index].round != round else { continue }
      if case .waiting = entries.values[index].state {
        guard order.count < limit else { continue }
        order.append(request.id)
      }
      entries.values[index].round = round
    }
    order.reverse()
    mostWaiting = max(mostWaiting, order.count)
    supersede(at: now)
  }

  /// Supersedes the entries that the current round does not have.
  @inlinable mutating func supersede(at now: Duration) {
    var old: [Key] = []
    for index in entries.indices
    where entries.values[index].round != round && entries.keys[index].superseded < 0 {
      if keepsBegun, case .begun = entries.values[index].state { continue }
      old.append(entries.keys[index])
    }
    for key in old {
      guard let entry = entries.removeValue(forKey: key) else { continue }
      if case .begun(let number) = entry.state {
        entries[Key(key.id, superseded: number)] = Entry(
          entry.request, .superseded(since: now), round: entry.round)
      } else {
        ledger.supersede(at: .beforeStart, work: .zero)
      }
    }
  }

  /// Takes the most urgent request; `nil` if no request waits.
  ///
  /// - Complexity: O(1).
  @inlinable package mutating func begin() -> Task? {
    guard let id = order.popLast() else { return nil }
    guard let index = entries.index(forKey: Key(id)) else {
      preconditionFailure("a waiting request without an entry: \(id)")
    }
    entries.values[index].state = .begun(begunNumber)
    defer { begunNumber += 1 }
    return Task(request: entries.values[index].request, number: begunNumber)
  }

  /// Begins a request that does not wait; `nil` if it waits, or if a task for it was begun.
  ///
  /// The task continues if each later round has its request, or with ``keepsBegun``.
  ///
  /// - Complexity: O(1).
  @inlinable package mutating func begin(_ request: Request) -> Task? {
    let key = Key(request.id)
    guard entries[key] == nil else { return nil }
    entries[key] = Entry(request, .begun(begunNumber), round: round)
    ledger.start()
    defer { begunNumber += 1 }
    return Task(request: request, number: begunNumber)
  }

  /// Whether each round since the start of a task had its request; check points call this.
  @inlinable package func isWanted(_ task: Task) -> Bool {
    guard let index = entries.index(forKey: Key(task.request.id)),
      case .begun(task.number) = entries.values[index].state
    else { return false }
    return true
  }

  /// Ends a task whose result has arrived; the last check point.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - work: The time that it took.
  ///   - now: The current time.
  /// - Returns: Whether its result is wanted; if not, the task was superseded.
  /// - Precondition: The task has not ended.
  @inlinable package mutating func finish(
    _ task: Task, work: Duration, at now: Duration = .zero
  ) -> Bool {
    guard isWanted(task) else {
      supersede(task, at: .beforeShowing, work: work, now: now)
      return false
    }
    entries[Key(task.request.id)] = nil
    ledger.finish(work: work)
    return true
  }

  /// Ends a task without a result.
  ///
  /// - Parameters:
  ///   - task: The task, which is superseded or has failed.
  ///   - checkPoint: The check point that it has reached.
  ///   - work: The time that it took.
  ///   - now: The current time.
  /// - Precondition: The task has not ended.
  @inlinable package mutating func supersede(
    _ task: Task, at checkPoint: CheckPoint, work: Duration, now: Duration = .zero
  ) {
    var latency = Duration.zero
    if isWanted(task) {
      entries[Key(task.request.id)] = nil
    } else {
      let key = Key(task.request.id, superseded: task.number)
      guard case .superseded(let since)? = entries.removeValue(forKey: key)?.state else {
        preconditionFailure("a task ended twice: \(task)")
      }
      latency = max(.zero, now - since)
    }
    ledger.supersede(at: checkPoint, work: work, latency: latency)
  }
}
