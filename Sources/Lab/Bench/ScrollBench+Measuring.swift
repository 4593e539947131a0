import Foundation
import Galley
import GalleyFrames
import GalleyLive
import GalleyScrolling
import GalleyTrials

extension ScrollBench {
  /// Measures a combination.
  ///
  /// - Throws: The error of a scroll.
  package func measure(_ cell: BenchCell) async throws -> BenchResult {
    try await measure([cell])[0]
  }

  /// Measures combinations in rounds, each of which has a run of every one.
  ///
  /// The speed of a machine changes from minute to minute, but hardly within a round.
  ///
  /// - Parameters:
  ///   - cells: The combinations.
  ///   - begin: A function to call before each run.
  ///   - end: A function to call with each result after its last run.
  /// - Returns: The results, in the order of `cells`.
  /// - Throws: The error of a scroll.
  package func measure(
    _ cells: [BenchCell], begin: (BenchCell) throws -> Void = { _ in },
    end: (BenchResult) throws -> Void = { _ in }
  ) async throws -> [BenchResult] {
    var results = cells.map { BenchResult(cell: $0, runs: []) }
    let shown = Set(verdictCells)
    for round in 1...repeatCount {
      for (index, cell) in cells.enumerated() {
        try begin(cell)
        let isShown = round == 1 && shown.contains(cell)
        let (start, load) = (Date.now.timeIntervalSince1970, HostLoad.now)
        var run = try await run(cell, recordsTrace: isShown)
        run.figures.foreignShare = load.foreignShare(on: options.clock)
        if options.clock == .real {
          run.figures.began = start
          try await measureApart(cell, &run.figures)
        }
        results[index].runs.append(run.figures)
        if isShown { takes[cell] = run.take }
        if round == repeatCount { try end(results[index]) }
      }
    }
    return results
  }

  /// Measures what the frames of a scroll do not tell: the times of rows, and the stalls of the main queue.
  private func measureApart(_ cell: BenchCell, _ figures: inout BenchRun) async throws {
    if cell == .sync() {
      switch rowMeasurement {
      case .apart: break
      case .inThisProcess:
        let times = try await rowTimes { $0 < RowTimes.passCount }
        (figures.rowLayoutUs, figures.rowRasterUs) = (times?.layoutUs, times?.rasterUs)
      case .inProcesses(let measure): figures.noteRows(try measure())
      }
    }
    if cell == .async(verdictWorkerCount, options.policy, isWarm: true) {
      let stalls = try await StallCount(
        try await survey(), options: options, workerCount: verdictWorkerCount)
      (figures.stallCount, figures.stallFrames) = (stalls.count, stalls.frameCount)
      // A short scroll at a usual rate may not reach the fault, but this one does.
      let pauses = options.faults.pauseCount(inFrames: stalls.frameCount)
      figures.plantedPauses = figures.plantedPauses.map { $0 + pauses }
    }
  }

  /// The times to lay out and to draw the feed's rows, as long as `isNextPass` says so after so many passes; `nil` without rows.
  ///
  /// - Throws: The errors of reading, laying out and drawing a row.
  package func rowTimes(_ isNextPass: (Int) -> Bool) async throws -> RowTimes? {
    try RowTimes(try await survey().placedItems.map(\.item), options: options, isNextPass)
  }

  /// Counts the calls of a table that goes through a script of changes, for each way to remember heights.
  ///
  /// - Throws: The errors of reading, laying out and drawing rows.
  package func countCalls() async throws -> [CachingCalls] {
    let bench = CachingBench(try await survey().placedItems.map(\.item), options: options)
    return try CellSizing.allCases.flatMap { try bench.run(sizing: $0) }
  }

  /// The cost of each row of a scroll with workers, worst first; pictures are encoded, as for frames in files.
  ///
  /// - Throws: The error of a scroll.
  package func rowCosts() async throws -> [RowCost] {
    var options = options
    (options.rendering.mode, options.rendering.workerCount) = (.async, verdictWorkerCount)
    (options.recordsTrace, options.encodesPictures) = (true, true)
    return RowCost.costs(try await FeedScroll(options).run(try await survey()).spans)
  }
}
