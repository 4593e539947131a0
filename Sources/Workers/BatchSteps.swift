/// The two steps of a batch that need a worker: one before and one after the batch is placed.
///
/// A batch of rows is measured, placed in the feed, finished (rasterized and encoded) and consumed.
/// Measuring and finishing are independent of other batches and run on any worker. Placing and
/// consuming run one batch at a time, in order, where the caller runs.
///
/// ``mapOrdered(with:next:place:consume:)`` runs all four steps at once, in line. It is the
/// specification of ``WorkerPool/mapOrdered(_:depth:isolation:next:place:consume:)``, which
/// overlaps batches.
public struct BatchSteps<
  Resources, Batch: Sendable, Measured: Sendable, Placed: Sendable, Finished: Sendable
>: Sendable {
  /// The first step, which does not need the position of the batch.
  public var measure: @Sendable (Batch, Resources) throws -> Measured
  /// The second step, which needs the position.
  public var finish: @Sendable (Placed, Resources) throws -> Finished

  /// Steps from two functions, which must not keep the resources.
  public init(
    measure: @escaping @Sendable (Batch, Resources) throws -> Measured,
    finish: @escaping @Sendable (Placed, Resources) throws -> Finished
  ) {
    self.measure = measure
    self.finish = finish
  }

  /// Takes each batch through all four steps before it reads the next one.
  ///
  /// - Throws: The error of a step, after all earlier batches are consumed; `CancellationError` if
  ///   the current task is cancelled.
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
