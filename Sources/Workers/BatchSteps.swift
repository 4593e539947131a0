/// The two steps of a batch that need a worker: before and after it gets its place.
///
/// A batch of rows is measured, gets its place in the feed, is finished (rasterized and encoded)
/// and consumed. Measuring and finishing are independent of other batches and run on any worker;
/// placing and consuming happen one batch at a time, in order, at the caller's.
///
/// ``mapOrdered(with:next:place:consume:)`` does all four here and now. It is the specification of
/// ``WorkerPool/mapOrdered(_:depth:isolation:next:place:consume:)``, which overlaps batches.
public struct BatchSteps<
  Resources, Batch: Sendable, Measured: Sendable, Placed: Sendable, Finished: Sendable
>: Sendable {
  /// The first step: what can be known without the batch's place.
  public var measure: @Sendable (Batch, Resources) throws -> Measured
  /// The second step: what needs the place.
  public var finish: @Sendable (Placed, Resources) throws -> Finished

  /// Steps made of two functions, neither of which may keep the resources.
  public init(
    measure: @escaping @Sendable (Batch, Resources) throws -> Measured,
    finish: @escaping @Sendable (Placed, Resources) throws -> Finished
  ) {
    self.measure = measure
    self.finish = finish
  }

  /// Takes each batch through all four steps before it asks for the next one.
  ///
  /// - Throws: What a step throws, after everything before it was consumed; `CancellationError`
  ///   when the current task was cancelled.
  public func mapOrdered(
    with resources: Resources, next: () throws -> Batch?,
    place: (Measured) throws -> Placed, consume: (Finished) throws -> Void
  ) throws {
    try Task.checkCancellation()
    while let batch = try next() {
      let placed = try place(try measure(batch, resources))
      try consume(try finish(placed, resources))
      try Task.checkCancellation()
    }
  }
}
