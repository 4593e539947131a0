import GalleyPrimitives

extension WorkerPool {
  /// Takes batches through four steps: any worker measures and finishes, the caller places and
  /// consumes in order.
  ///
  /// `next` runs on a thread of its own, where it may block. `place` and `consume` run where the
  /// caller runs, between two suspensions, and should be cheap. Batches overlap, so a batch may be
  /// placed before an earlier one is consumed. At most `depth` batches are between `next` and
  /// `consume`, which bounds the memory. The consumed batches and their order do not depend on the
  /// number of workers.
  ///
  /// The first error ends the run, in the order of the batches: all earlier batches are consumed
  /// first, as in ``BatchSteps/mapOrdered(with:next:place:consume:)``. Cancellation ends the run at
  /// once. In both cases no part of the run still runs when this returns, so a `next` that blocks
  /// delays the return.
  ///
  /// - Parameters:
  ///   - steps: The steps of the workers.
  ///   - depth: The largest number of batches in flight; by default four for each worker.
  ///   - isolation: The isolation of `place` and `consume`: the caller's.
  ///   - next: Reads a batch; `nil` at the end.
  ///   - place: Places a batch, in order.
  ///   - consume: Takes a finished batch, in order.
  /// - Throws: The error of a step, or `CancellationError`.
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
      // Named explicitly: a closure has the isolation of its context only if it uses it.
      await run.drive(isolation: isolation, place: place, consume: consume)
    } onCancel: {
      run.update { $0.stop(CancellationError()) }
    }
    await reader.value
    if let error { throw error }
  }
}

/// One call of `mapOrdered`: it carries out the decisions of ``OrderedBatches``.
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

  /// Reads until the end, an error or the end of the run; blocks its thread while the run is full.
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

  /// Gives a batch to a worker to measure.
  private func measure(_ index: Int, _ batch: Batch) {
    pool.submit { worker in
      let result = self.ifWanted(index) {
        try self.steps.measure(batch, try worker.preparedResources())
      }
      self.update { $0.didMeasure(index, result) }
    }
  }

  /// Gives a batch to a worker to finish, ahead of batches to measure.
  private func finish(_ index: Int, _ placed: Placed) {
    batches.withLock { $0.didPlace() }
    pool.submit(isUrgent: true) { worker in
      let result = self.ifWanted(index) {
        try self.steps.finish(placed, try worker.preparedResources())
      }
      self.update { $0.didFinish(index, result) }
    }
  }

  /// Takes the caller's steps until the run ends, and returns the error that ended it.
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

  /// Waits for the caller's next step.
  private func nextStep(
    isolation: isolated (any Actor)?
  ) async -> OrderedBatches<Measured, Finished>.Step {
    while true {
      if let step = batches.withLock({ $0.nextStep() }) { return step }
      await withCheckedContinuation(isolation: isolation) { continuation in
        // If there is a step by now, this call resumes the continuation.
        update { $0.parked = continuation }
      }
    }
  }

  /// The result of `body`; `nil`, without a call, if an earlier batch has failed.
  private func ifWanted<Value>(
    _ index: Int, _ body: () throws -> Value
  ) -> Result<Value, any Error>? {
    guard batches.withLock({ $0.isWanted(index) }) else { return nil }
    return Result(catching: body)
  }

  /// Updates the state, and wakes the caller and the reader if they can continue.
  func update(_ body: (inout OrderedBatches<Measured, Finished>) -> Void) {
    let caller = batches.notifyingWithLock(if: { $0.mayRead() != nil }) { state in
      body(&state)
      return state.wake()
    }
    caller?.resume()
  }
}
