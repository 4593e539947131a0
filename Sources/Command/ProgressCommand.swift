import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyPrimitives
import GalleyRendering

/// `galley progress`: shows how far runs have come.
struct ProgressCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Show how far the runs of manifests have come.",
    discussion: """
      The rows of each manifest, their rate over --seconds, the share of the feed, and the time left; and the \
      same for all. A run of galley render prints its own progress on the signal SIGUSR1.
      """)

  @Argument(help: "The manifests, of running or complete runs.")
  var manifests: [String]

  @Option(help: "The seconds over which rates are measured, 0 to 60; 0 measures none.")
  var seconds = 2.0

  @OptionGroup var records: RecordOptions

  mutating func validate() throws {
    guard (0...60).contains(seconds) else { throw ValidationError("--seconds is 0 to 60") }
    var known: Set<FileIdentity> = []
    for manifest in manifests {
      guard let identity = FileIdentity(path: manifest) else { continue }
      guard known.insert(identity).inserted else {
        throw ValidationError("the manifest \(manifest.shown()) is given twice")
      }
    }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    for manifest in manifests { files.read(manifest, as: "the manifest") }
    files.write(records.json, as: "--json")
    return files
  }

  func perform() async throws -> ExitStatus {
    let before = try manifests.map { try ManifestProgress(path: $0) }
    var after = before
    let clock = ContinuousClock()
    let start = clock.now
    if seconds > 0, !before.allSatisfy(\.isComplete) {
      try await Task.sleep(for: .seconds(seconds))
      after = try manifests.map { try ManifestProgress(path: $0) }
    }
    let elapsed = start.duration(to: clock.now) / .seconds(1)
    let writer = try RecordWriter(path: records.path)
    var total = ProgressRecord(isTotal: true)
    for (index, path) in manifests.enumerated() {
      let record = ProgressRecord(
        path, after[index], newRows: after[index].rowCount - before[index].rowCount,
        elapsed: elapsed)
      total.add(record)
      try write(record, to: writer)
    }
    if manifests.count > 1 || !records.isTable { try write(total, to: writer) }
    try writer.finish()
    return .done
  }

  private func write(_ record: ProgressRecord, to writer: RecordWriter) throws {
    if records.isTable { try writer.write(line: record.line) } else { try writer.write(record) }
  }
}

/// A manifest, or all of them, in `galley progress --json`.
struct ProgressRecord: Encodable {
  var manifest: String?
  var shard: String?
  var rows = 0
  var failed = 0
  var isComplete = true
  var rowsPerSecond = 0.0
  var rowLimit: Int?
  var feedBytesDone: Int? = 0
  var feedBytes: Int? = 0
  var secondsLeft: Double?
  var summary: Bool?

  /// Makes the sums of no manifests.
  init(isTotal: Bool) { (summary, secondsLeft) = isTotal ? (true, 0) : (nil, nil) }

  init(_ path: String, _ progress: ManifestProgress, newRows: Int, elapsed: Double) {
    manifest = path
    shard = progress.shard.map { "\($0.number)/\($0.count)" }
    rows = progress.rowCount
    failed = progress.failureCount
    isComplete = progress.isComplete
    rowsPerSecond = isComplete || elapsed <= 0 ? 0 : Double(newRows) / elapsed
    rowLimit = progress.rowLimit
    feedBytesDone = progress.feedBytes?.done
    feedBytes = progress.feedBytes?.total
    secondsLeft = timeLeft
  }

  /// Adds a manifest to the sums.
  mutating func add(_ other: ProgressRecord) {
    rows += other.rows
    failed += other.failed
    isComplete = isComplete && other.isComplete
    rowsPerSecond += other.rowsPerSecond
    feedBytesDone = feedBytesDone.flatMap { done in other.feedBytesDone.map { done + $0 } }
    feedBytes = feedBytes.flatMap { total in other.feedBytes.map { total + $0 } }
    // Shards run at the same time: the slowest one decides, and one that stands still has no known end.
    secondsLeft = secondsLeft.flatMap { left in other.secondsLeft.map { max(left, $0) } }
  }

  private var fraction: Double? {
    if isComplete { return 1 }
    if let rowLimit { return rowLimit > 0 ? Double(rows) / Double(rowLimit) : nil }
    guard let feedBytes, let feedBytesDone, feedBytes > 0 else { return nil }
    return Double(feedBytesDone) / Double(feedBytes)
  }

  /// The rest of the rows at the present rate, whose number follows from the bytes that a row had so far.
  private var timeLeft: Double? {
    if isComplete { return 0 }
    if let rowLimit { return rowsPerSecond > 0 ? Double(rowLimit - rows) / rowsPerSecond : nil }
    guard let feedBytes, let feedBytesDone, rowsPerSecond > 0, rows > 0, feedBytesDone > 0 else {
      return nil
    }
    let rowsLeft = Double(feedBytes - feedBytesDone) / (Double(feedBytesDone) / Double(rows))
    return rowsLeft / rowsPerSecond
  }

  /// The line of a table.
  var line: String {
    let words = ProgressWords(
      count: rows, rate: rowsPerSecond, fraction: fraction,
      secondsLeft: isComplete ? nil : secondsLeft
    ).text
    let name = manifest.map { "\($0.shown(limit: 200))\(shard.map { " (shard \($0))" } ?? "")" }
    return "\(name ?? "all"): \(words)" + (failed > 0 ? ", \(failed) failed" : "")
      + (isComplete ? ", complete" : "")
  }
}
