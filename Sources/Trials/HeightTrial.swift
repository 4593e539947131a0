package import GalleyCellRendering
package import GalleyCells

/// A bench's trial of a table that measures the heights of rows while it scrolls.
///
/// A scroll knows all heights at its start. A trial adds the work of measuring them.
package struct HeightTrial: Sendable {
  /// Measures a content with the resources of a worker, without a look-up.
  package typealias Meter = (CellContent, CellRenderer) throws -> Void

  /// Decides which rows are measured.
  package var demand: HeightDemand
  /// Makes the meter of one worker.
  package var makeMeter: @Sendable () -> Meter

  /// Makes a trial.
  package init(demand: HeightDemand, makeMeter: @escaping @Sendable () -> Meter) {
    self.demand = demand
    self.makeMeter = makeMeter
  }
}
