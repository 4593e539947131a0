public import GalleyPrimitives

/// The picture of a row, wanted by a generation.
public struct RasterRequest<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The row to rasterize.
  public var row: Row
  /// What the picture depends on: with another key it is another picture.
  public var key: ContentKey
  /// The latest round that wanted it.
  public var generation: Generation

  /// A request for the picture of `row`.
  @inlinable public init(row: Row, key: ContentKey, generation: Generation) {
    self.row = row
    self.key = key
    self.generation = generation
  }

  /// Hashes the row alone: few requests for one row are under way at once.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(row) }
}

/// Decides which row is rasterized next, and which work was superseded.
///
/// No clock, no thread, no I/O. Waiting requests are replaced by each new round; running ones go on
/// as long as the latest round wants the same picture, and learn at their next check point when it
/// does not. Inlinable, since the main queue runs it.
public struct RasterSchedule<Row: Hashable & Sendable>: Sendable {
  /// The most requests that wait; a round's least urgent ones are left to a later round.
  public let limit: Int

  /// What waits, most urgent last, where it is taken from.
  @usableFromInline var stack: [RasterRequest<Row>] = []
  @usableFromInline var running: [Row: RasterRequest<Row>] = [:]
  @usableFromInline var unwanted: Set<RasterRequest<Row>> = []

  /// An empty schedule in which at most `limit` requests wait.
  @inlinable public init(limit: Int = 1024) { self.limit = max(1, limit) }

  /// The number of requests that wait.
  @inlinable public var waitingCount: Int { stack.count }

  /// The requests that wait, most urgent first.
  @inlinable public var waiting: ReversedCollection<[RasterRequest<Row>]> { stack.reversed() }

  /// The number of requests that were taken and not yet ended.
  @inlinable public var runningCount: Int { running.count + unwanted.count }

  /// Replaces everything not yet started, and tells running requests apart.
  ///
  /// - Parameter requests: The pictures now wanted and not yet there, most urgent first.
  /// - Returns: The requests that were waiting and no longer are.
  /// - Complexity: O(waiting + running + requests).
  @inlinable public mutating func reschedule(_ requests: [RasterRequest<Row>]) -> [RasterRequest<
    Row
  >] {
    // The first request for each row, and whether it waits from now on.
    var listed: [Row: (key: ContentKey, waits: Bool)] = [:]
    listed.reserveCapacity(requests.count)
    var admitted: [RasterRequest<Row>] = []
    for request in requests where listed[request.row] == nil {
      let isRunning = !running.isEmpty && running[request.row]?.key == request.key
      let waits = !isRunning && admitted.count < limit
      listed[request.row] = (request.key, waits)
      if waits { admitted.append(request) }
    }
    for (row, request) in running where listed[row]?.key != request.key {
      running[row] = nil
      unwanted.insert(request)
    }
    let superseded = stack.reversed().filter { request in
      guard let (key, waits) = listed[request.row] else { return true }
      return !waits || key != request.key
    }
    stack = admitted.reversed()
    return superseded
  }

  /// Takes the most urgent request; `nil` when nothing waits.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func next() -> RasterRequest<Row>? {
    guard let request = stack.popLast() else { return nil }
    running[request.row] = request
    return request
  }

  /// Whether the latest round still wants a running request: what a check point asks.
  @inlinable public func isWanted(_ request: RasterRequest<Row>) -> Bool {
    running[request.row] == request
  }

  /// Ends a running request.
  ///
  /// - Returns: Whether its picture is wanted; if not, it was superseded.
  @inlinable public mutating func end(_ request: RasterRequest<Row>) -> Bool {
    guard running[request.row] == request else {
      unwanted.remove(request)
      return false
    }
    running[request.row] = nil
    return true
  }
}
