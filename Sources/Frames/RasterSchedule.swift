package import GalleyPrimitives

/// A generation's request for the picture of a row.
package struct RasterRequest<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The row to rasterize.
  package var row: Row
  /// The key of the picture's content: another key is another picture.
  package var key: ContentKey
  /// The latest round with this request.
  package var generation: Generation

  /// Makes a request for the picture of `row`.
  @inlinable package init(row: Row, key: ContentKey, generation: Generation) {
    self.row = row
    self.key = key
    self.generation = generation
  }

  /// Hashes the row alone: at one time there are few requests for a row.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(row) }
}

/// Decides which row is rasterized next, and which requests are superseded.
///
/// A value without clock, thread or I/O. Each round replaces the waiting requests. A running request
/// continues while the latest round has the same picture; otherwise it is superseded, and ends at its
/// next check point. The methods are inlinable because the main queue calls them in each frame.
package struct RasterSchedule<Row: Hashable & Sendable>: Sendable {
  /// The maximum number of waiting requests; the least urgent requests of a round above it are dropped.
  package let limit: Int

  /// The waiting requests, most urgent last; requests are taken from the end.
  @usableFromInline var stack: [RasterRequest<Row>] = []
  @usableFromInline var running: [Row: RasterRequest<Row>] = [:]
  @usableFromInline var unwanted: Set<RasterRequest<Row>> = []

  /// Makes an empty schedule, in which at most `limit` requests wait.
  @inlinable package init(limit: Int = 1024) { self.limit = max(1, limit) }

  /// The number of waiting requests.
  @inlinable package var waitingCount: Int { stack.count }

  /// The waiting requests, most urgent first.
  @inlinable package var waiting: ReversedCollection<[RasterRequest<Row>]> { stack.reversed() }

  /// The number of requests that were taken and have not ended.
  @inlinable package var runningCount: Int { running.count + unwanted.count }

  /// Replaces the waiting requests, and supersedes the running requests that are not among `requests`.
  ///
  /// - Parameter requests: The pictures that are missing, most urgent first.
  /// - Returns: The requests that no longer wait.
  /// - Complexity: O(waiting + running + requests).
  @inlinable package mutating func reschedule(_ requests: [RasterRequest<Row>]) -> [RasterRequest<
    Row
  >] {
    // The key of the first request for each row, and whether this request will wait.
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

  /// Takes the most urgent request; `nil` if no request waits.
  ///
  /// - Complexity: O(1).
  @inlinable package mutating func next() -> RasterRequest<Row>? {
    guard let request = stack.popLast() else { return nil }
    running[request.row] = request
    return request
  }

  /// Whether the latest round has the picture of a running request; check points call this.
  @inlinable package func isWanted(_ request: RasterRequest<Row>) -> Bool {
    running[request.row] == request
  }

  /// Ends a running request.
  ///
  /// - Returns: Whether its picture is wanted; if not, the request was superseded.
  @inlinable package mutating func end(_ request: RasterRequest<Row>) -> Bool {
    guard running[request.row] == request else {
      unwanted.remove(request)
      return false
    }
    running[request.row] = nil
    return true
  }
}
