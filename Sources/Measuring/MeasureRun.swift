package import GalleyPrimitives
import GalleyRowHeights
package import GalleyWorkers

/// Measures batches of elements on workers, or on the caller's thread.
package struct MeasureRun<Resources, Element: Sendable>: Sendable {
  package typealias Steps = BatchSteps<
    Resources, [Element], [MeasuredElement], [MeasuredElement], [MeasuredElement]
  >

  private let steps: Steps

  /// Makes a run that calls `measure` for each element.
  package init(_ measure: @escaping @Sendable (Element, Resources) -> MeasuredElement) {
    steps = Steps(
      measure: { batch, resources in batch.map { measure($0, resources) } },
      finish: { batch, _ in batch })
  }

  /// Measures the batches of `next`, and calls `onElement` with the results in order.
  package func run(
    _ mode: RenderMode, workerCount: Int,
    makeResources: @escaping @Sendable () throws -> Resources,
    isolation: isolated (any Actor)? = #isolation,
    next: sending @escaping () throws -> [Element]?,
    onElement: (MeasuredElement) throws -> Void
  ) async throws -> MeasureSummary {
    var summary = MeasureSummary()
    func consume(_ batch: [MeasuredElement]) throws {
      for element in batch {
        summary.count(element)
        try onElement(element)
      }
    }
    switch mode {
    case .sync:
      try steps.mapOrdered(
        with: try makeResources(), next: next, place: { $0 }, consume: consume)
    case .async:
      let pool = try WorkerPool(count: workerCount, name: "galley", makeResources: makeResources)
      try await pool.mapOrdered(steps, next: next, place: { $0 }, consume: consume)
    }
    return summary
  }
}
