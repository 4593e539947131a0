extension WorkerPool {
  /// Takes batches through four steps: measured and finished by any worker, placed and consumed in
  /// order at the caller's.
  ///
  /// `next` runs on a thread of its own, where it may block; `place` and `consume` run where the
  /// caller runs, between two suspensions, and should be cheap. Batches overlap, so a batch may be
  /// placed before an earlier one is consumed. At most `depth` batches are between `next` and
  /// `consume`: that bounds the memory. What is consumed, and in which order, does not depend on
  /// the number of workers.
  ///
  /// The first error ends the run. An error has its batch's turn: everything before it is consumed
  /// first, as in ``BatchSteps/mapOrdered(with:next:place:consume:)``. Cancellation ends the run at
  /// once. Either way nothing of the run is left running when this returns, so a `next` that blocks
  /// delays the return.
  ///
  /// - Parameters:
  ///   - steps: What the workers do.
  ///   - depth: The most batches in flight; by default four for each worker.
  ///   - isolation: Where `place` and `consume` run: the caller's.
  ///   - next: Reads a batch; `nil` at the end.
  ///   - place: Gives a batch its place, in order.
  ///   - consume: Takes a finished batch, in order.
  /// - Throws: What a step throws, or `CancellationError`.
  public func mapOrdered<Batch, Measured, Placed, Finished>(
    _ steps: BatchSteps<Resources, Batch, Measured, Placed, Finished>,
    depth: Int? = nil,
    isolation: isolated (any Actor)? = #isolation,
    next: sending @escaping () throws -> Batch?,
    place: (Measured) throws -> Placed,
    consume: (Finished) throws -> Void
  ) async throws {
    let run = OrderedRun(pool: self, steps: steps, depth: depth ?? 4 * count)
    let thread = try WorkerThread(name: "reader")
    let reader = Task(executorPreference: thread) { run.read(next) }
    let error = await withTaskCancellationHandler {
      // Named on purpose: a closure is isolated like its context only if it uses the isolation.
      await run.drive(isolation: isolation, place: place, consume: consume)
    } onCancel: {
      run.update { $0.stop(CancellationError()) }
    }
    await reader.value
    if let error { throw error }
  }
}

/// One call of `mapOrdered`: carries out what ``OrderedBatches`` decides.
private final class OrderedRun<
  Resources, Batch: Sendable, Measured: Sendable, Placed: Sendable, Finished: Sendable
>: Sendable {
  private let batches: Monitor<OrderedBatches<Measured, Finished>>
  private let pool: WorkerPool<Resources>
  private let steps: BatchSteps<Resources, Batch, Measured, Placed, Finished>

  init(
    pool: WorkerPool<Resources>,
    steps: BatchSteps<Resources, Batch, Measured, Placed, Finished>, depth: Int
  ) {
    self.pool = pool
    self.steps = steps
    batches = Monitor(OrderedBatches(depth: depth))
  }

  /// Reads until the end, an error or the end of the run; blocks its thread while there is no room.
  func read(_ next: () throws -> Batch?) {
    do {
      while batches.wait({ $0.mayRead() }), let batch = try next() {
        measure(batches.withLock { $0.didRead() }, batch)
      }
      update { $0.didEndReading(nil) }
    } catch {
      update { $0.didEndReading(error) }
    }
  }

  /// Has a worker measure a batch.
  private func measure(_ index: Int, _ batch: Batch) {
    pool.submit { worker in
      let result = self.ifWanted(index) {
        try self.steps.measure(batch, try worker.preparedResources())
      }
      self.update { $0.didMeasure(index, result) }
    }
  }

  /// Has a worker finish a batch, before it measures later ones.
  private func finish(_ index: Int, _ placed: Placed) {
    batches.withLock { $0.didPlace() }
    pool.submit(isUrgent: true) { worker in
      let result = self.ifWanted(index) {
        try self.steps.finish(placed, try worker.preparedResources())
      }
      self.update { $0.didFinish(index, result) }
    }
  }

  /// Takes the caller's steps until the run is over; the error that ended it.
  func drive(
    isolation: isolated (any Actor)?,
    place: (Measured) throws -> Placed, consume: (Finished) throws -> Void
  ) async -> (any Error)? {
    while true {
      switch await nextStep(isolation: isolation) {
      case .place(let index, let measured):
        do {
          finish(index, try place(measured))
        } catch {
          update { $0.failPlacing(error) }
        }
      case .consume(let finished):
        do {
          try consume(finished)
          update { $0.didConsume() }
        } catch {
          update { $0.stop(error) }
        }
      case .end(let error):
        return error
      }
    }
  }

  /// The caller's next step, as soon as there is one.
  private func nextStep(
    isolation: isolated (any Actor)?
  ) async -> OrderedBatches<Measured, Finished>.Step {
    while true {
      if let step = batches.withLock({ $0.nextStep() }) { return step }
      await withCheckedContinuation(isolation: isolation) { continuation in
        // A step may have come up since: then this wakes itself.
        update { $0.parked = continuation }
      }
    }
  }

  /// What `body` gives; `nil`, and `body` not called, if an earlier batch has failed.
  private func ifWanted<Value>(
    _ index: Int, _ body: () throws -> Value
  ) -> Result<Value, any Error>? {
    guard batches.withLock({ $0.isWanted(index) }) else { return nil }
    return Result(catching: body)
  }

  /// Records what happened; wakes the caller if it has a step now, and the reader if it may go on.
  func update(_ body: (inout OrderedBatches<Measured, Finished>) -> Void) {
    let caller = batches.notifyingWithLock(if: { $0.mayRead() != nil }) { state in
      body(&state)
      return state.wake()
    }
    caller?.resume()
  }
}
