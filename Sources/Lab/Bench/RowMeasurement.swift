extension ScrollBench {
  /// The processes that measure ``ScrollBench/rowTimes(_:)``, once for each run.
  package enum RowMeasurement {
    /// This process measures them.
    case inThisProcess
    /// Processes of their own measure them, at least one: each has its memory elsewhere, which changes the times by some
    /// percent.
    case inProcesses(() throws -> [RowTimes])
    /// They are measured apart from the bench, in turns with another program.
    case apart
  }
}
