package import Foundation
import GalleyLive
import GalleyPrimitives

/// A file of `galley bench run --json`: a result on each line, and the summary on the last.
///
/// A file is read completely or refused. A comparison without the figures of a truncated, omitted
/// or repeated result would be easier to pass.
package struct BenchFile: Sendable {
  /// The results, in the order of the file.
  package var results: [BenchResult]
  /// The conditions of all scrolls.
  package let conditions: BenchConditions
  /// The reasons against a verdict, each with its name and its words; empty if there is one.
  package let refusals: [(name: String, words: String)]

  /// The number of combinations that the summary counts and the file lacks.
  package let missingCount: Int
  /// The metrics that were measured and that no combination of the file has.
  package let missingMetrics: [BenchMetric]

  /// The largest size of a file in bytes; a matrix of 64 workers takes a twentieth of it.
  package static let byteLimit = 64 << 20

  /// Reads a file's bytes.
  ///
  /// - Throws: ``BenchFileProblem``, with the number of the line.
  package init(_ bytes: Data) throws(BenchFileProblem) {
    guard bytes.count <= Self.byteLimit else { throw .tooLong(byteLimit: Self.byteLimit) }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let last = lines.popLast() else { throw .empty }
    let decoder = JSONDecoder()
    for (index, line) in (lines + [last]).enumerated() {
      guard let record = try? decoder.decode(Versioned.self, from: line) else { continue }
      let version = record.schemaVersion ?? 1
      guard version == RecordSchema.version else { throw .version(line: index + 1, version) }
    }
    var results: [BenchResult] = []
    var lineOfCell: [BenchCell: Int] = [:]
    for (index, line) in lines.enumerated() {
      let result: BenchResult
      do {
        result = try decoder.decode(BenchResult.self, from: line)
      } catch {
        throw .notAResult(line: index + 1)
      }
      if let figure = result.unsupportedFigure { throw .figure(line: index + 1, figure) }
      if let first = lineOfCell.updateValue(index + 1, forKey: result.cell) {
        throw .repeated(line: index + 1, first: first)
      }
      results.append(result)
    }
    let isText = lines.isEmpty && last.first.map { $0 != UInt8(ascii: "{") } ?? false
    if isText { throw .notAResult(line: 1) }
    // The summary is written last, so a truncated file has none.
    guard let summary = try? decoder.decode(Summary.self, from: last), summary.summary,
      let conditions = try? decoder.decode(BenchConditions.self, from: last)
    else { throw .noSummary(line: lines.count + 1) }
    func missing(_ figure: String) -> BenchFileProblem { .figure(line: lines.count + 1, figure) }
    guard ScrollClock(rawValue: conditions.clock) != nil else { throw missing("clock") }
    guard let combinations = summary.combinations else { throw missing("combinations") }
    guard let measured = summary.metrics else { throw missing("metrics") }
    guard !results.isEmpty else { throw .empty }
    self.results = results
    self.conditions = conditions
    missingCount = max(0, combinations - results.count)
    let metrics = Self.metrics(of: results)
    missingMetrics = measured.filter { !metrics.contains($0) }
    let reasons = summary.reasons ?? []
    var refusals = summary.refusals.enumerated().map { index, name in
      (name: name, words: index < reasons.count ? reasons[index] : name)
    }
    let differs = BenchRefusal.framesDiffer
    if summary.framesAreEqual == false, !refusals.contains(where: { $0.name == differs.name }) {
      refusals.append((differs.name, "\(differs)"))
    }
    self.refusals = refusals
  }

  /// The metrics that all runs of some combination have.
  package static func metrics(of results: [BenchResult]) -> [BenchMetric] {
    BenchMetric.allCases.filter { metric in
      results.contains { metric.values(of: $0.runs) != nil }
    }
  }

  /// The first reason against a verdict on `metrics`, with those that a comparison adds; `nil` if there is none.
  ///
  /// Frames that other programs took say nothing about rows that processes of their own measured. A cost model that
  /// differs from the clock is no reason: all compared figures are of one clock.
  package func reasonAgainstVerdict(on metrics: [BenchMetric]) -> String? {
    let isOfRows =
      metrics.allSatisfy { $0.rowTime != nil }
      && results.contains { $0.runs.allSatisfy { $0.rowProcesses?.isEmpty == false } }
    let refusals = refusals.filter { refusal in
      !BenchRefusal.namesOfModel.union(BenchRefusal.namesOfModes).contains(refusal.name)
        && !(isOfRows && BenchRefusal.namesOfFrames.contains(refusal.name))
    }
    if let words = BenchRefusal.words(refusals.map(\.words)) { return words }
    let isSingle = conditions.clock == "real" && results.contains { $0.runs.count < 2 }
    return isSingle ? "\(BenchRefusal.tooFewRounds(1))" : nil
  }

  /// The words for each scroll whose cost model differs from the clock: the bench itself gives no verdict on its modes.
  package var modelReasons: [String] {
    refusals.filter { BenchRefusal.namesOfModel.contains($0.name) }.map(\.words)
  }

  /// The version of any record.
  private struct Versioned: Decodable {
    var schemaVersion: Int?
  }

  /// The member that only the last line has.
  private struct Summary: Decodable {
    var summary: Bool
    var combinations: Int?
    var metrics: [BenchMetric]?
    var framesAreEqual: Bool?
    var refusals: [String]
    /// The same in words.
    var reasons: [String]?
  }
}

/// A fault of a file that should be one of `galley bench run --json`.
package enum BenchFileProblem: Error, Hashable, Sendable {
  /// The file is longer than the limit.
  case tooLong(byteLimit: Int)
  /// The file has no result.
  case empty
  /// A line before the last is not a result, or lacks a figure.
  case notAResult(line: Int)
  /// A figure is missing or out of bounds.
  case figure(line: Int, String)
  /// A record has another version of the schema.
  case version(line: Int, Int)
  /// Two lines have the result of one combination.
  case repeated(line: Int, first: Int)
  /// The last line is not the summary: the file was cut off.
  case noSummary(line: Int)
}

extension BenchFileProblem: CustomStringConvertible {
  /// The fault in words, to follow the name of the file.
  package var description: String {
    switch self {
    case .tooLong(let limit): "more than \(limit) bytes"
    case .empty: "no result of galley bench run --json"
    case .notAResult(let line): "line \(line) is not a result of galley bench run --json"
    case .version(let line, let version):
      """
      line \(line) has records of version \(version), not \(RecordSchema.version): \
      run galley bench run again
      """
    case .figure(let line, let figure): "line \(line): \(figure) is missing or out of bounds"
    case .repeated(let line, let first): "line \(line) repeats the combination of line \(first)"
    case .noSummary(let line):
      "line \(line), the last, is not the summary of galley bench run --json: the file was cut off"
    }
  }
}

extension BenchResult {
  /// The name of a figure that is missing or out of bounds; `nil` if there is none.
  var unsupportedFigure: String? {
    guard cell.workerCount >= 0 else { return "workerCount" }
    guard !runs.isEmpty else { return "runs" }
    return runs.lazy.compactMap(\.unsupportedFigure).first
  }
}

extension BenchRun {
  /// A larger figure is a mistake; sums of squares below this limit are finite.
  private static let limit = 1e15

  private static func isFigure(_ value: Double, isSigned: Bool = false) -> Bool {
    value <= limit && value >= (isSigned ? -limit : 0)
  }

  /// The name of a figure that is missing or out of bounds; `nil` if there is none.
  fileprivate var unsupportedFigure: String? {
    if let name = Self.unsupportedPercentile(of: frameDurationCpuMs) {
      return "frameDurationCpuMs.\(name)"
    }
    // Frames that were never handed over have no overrun.
    if presented > 0 || !frameOverrunMs.isEmpty,
      let name = Self.unsupportedPercentile(of: frameOverrunMs, isSigned: true)
    {
      return "frameOverrunMs.\(name)"
    }
    if let compositeMs, let name = compositeMs.first(where: { !Self.isFigure($0.value) })?.key {
      return "compositeMs.\(name)"
    }
    let figures = [
      ("fps", fps), ("hitchMsPerSecond", hitchMsPerSecond),
      ("blankPixelSeconds", blankPixelSeconds),
      ("blankShare", blankShare), ("wastedWorkRatio", wastedWorkRatio),
      ("rowLayoutUs", rowLayoutUs ?? 0), ("rowRasterUs", rowRasterUs ?? 0),
      ("began", began ?? 0), ("foreignShare", foreignShare ?? 0),
    ]
    if let wrong = figures.first(where: { !Self.isFigure($0.1) }) { return wrong.0 }
    let times = rowProcesses?.flatMap { [$0.layoutUs, $0.rasterUs, $0.began] } ?? []
    if times.contains(where: { !Self.isFigure($0) }) { return "rowProcesses" }
    if mainMs.contains(where: { !Self.isFigure($0) }) { return "mainMs" }
    return unsupportedCount
  }

  private var unsupportedCount: String? {
    // A scroll of an hour at 1000 Hz has 3,600,000 vsyncs.
    guard (0...1 << 32).contains(vsyncs) else { return "vsyncs" }
    guard (0...vsyncs).contains(presented) else { return "presented" }
    guard (0...vsyncs - presented).contains(dropped) else { return "dropped" }
    guard (0...dropped).contains(hostDropped) else { return "hostDropped" }
    guard presented == 0 || !mainMs.isEmpty else { return "mainMs" }
    if let wrong = droppedBy.first(where: { !(0...dropped).contains($0.value) }) {
      return "droppedBy.\(wrong.key)"
    }
    guard mostPictureBytes ?? 0 >= 0 else { return "mostPictureBytes" }
    guard heightsAsked >= 0 else { return "heightsAsked" }
    guard (0...heightsAsked).contains(cacheHits) else { return "cacheHits" }
    guard (0...1 << 32).contains(stallFrames ?? 0) else { return "stallFrames" }
    guard (0...(stallFrames ?? 0)).contains(stallCount ?? 0) else { return "stallCount" }
    guard plantedPauses ?? 0 >= 0 else { return "plantedPauses" }
    return plantedMisses ?? 0 >= 0 ? nil : "plantedMisses"
  }

  private static func unsupportedPercentile(
    of figures: [String: Double], isSigned: Bool = false
  ) -> String? {
    ["p50", "p90", "p95", "p99"].first { name in
      figures[name].map { !isFigure($0, isSigned: isSigned) } ?? true
    }
  }
}
