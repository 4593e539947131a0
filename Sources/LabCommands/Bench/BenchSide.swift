import Foundation
import GalleyCommandLine
import GalleyLab

/// One of two programs that are measured in turns.
struct BenchSide {
  private let program: BenchProgram
  private let arguments: [String]
  /// The path of the file to which the program adds runs.
  private let path: String
  /// The times of rows of the complete rounds, and of this one.
  private var rounds: [[RowTimes]] = []
  private var rows: [RowTimes] = []

  /// A program with the arguments of `bench run`.
  init(program: String, arguments: [String], path: String, plant: String?) {
    self.program = BenchProgram(path: program)
    self.arguments = arguments + (plant.map { ["--plant=\($0)"] } ?? [])
    self.path = path
  }

  private func file(_ bytes: Data) throws -> BenchFile {
    do {
      return try BenchFile(bytes)
    } catch {
      throw BenchFileError.invalid("the file of \(program.path)", error)
    }
  }

  private var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }

  /// The throttle of all runs, of which there is at least one.
  var throttle: Double { get throws { try file(bytes).conditions.cpuThrottle } }

  /// Runs the program once, to see whether it can be started and takes its arguments.
  ///
  /// - Throws: ``BenchProgramError``.
  func check() throws { _ = try RowProcess.measure([startRows()], isCheck: true) }

  /// Starts a process that measures the rows in steps.
  ///
  /// - Throws: ``BenchProgramError``.
  func startRows() throws -> RowProcess {
    try RowProcess(program, ["bench", "run", "--\(RowPart.rowsInSteps.name)"] + arguments)
  }

  /// Adds a run.
  ///
  /// - Parameter throttle: The throttle of all runs; `nil` before the first run of both programs.
  /// - Throws: ``BenchProgramError``.
  mutating func scroll(throttle: Double?) throws {
    let isGiven = arguments.contains { $0.hasPrefix("--cpu-throttle") }
    let given = isGiven ? [] : throttle.map { ["--cpu-throttle=\($0)"] } ?? []
    _ = try program.run(
      ["bench", "run", "--\(RowPart.rowsApart.name)", "--quiet", "--append", "--json=\(path)"]
        + given + arguments)
  }

  /// Notes the rows of a process.
  mutating func note(_ times: RowTimes) { rows.append(times) }

  /// Ends a round, whose times of rows are those of its run.
  mutating func endRound() {
    rounds.append(rows)
    rows = []
  }

  /// Writes the file of the program with the times of rows.
  ///
  /// - Returns: The reason against a verdict, and what can be compared nevertheless; `nil` if there is none.
  /// - Throws: ``BenchFileError``, and the errors of reading and writing.
  func write(to output: RecordWriter) throws -> String? {
    let bytes = try bytes
    var file = try file(bytes)
    if let sync = file.results.firstIndex(where: { $0.cell == .sync() }) {
      for (index, rows) in rounds.enumerated() { file.results[sync].runs[index].noteRows(rows) }
    }
    for result in file.results { try output.write(result) }
    let summary = bytes.split(separator: 0x0A).last ?? Data()
    try output.write(line: String(decoding: summary, as: UTF8.self))
    guard let reason = file.reasonAgainstVerdict(on: BenchMetric.compared) else { return nil }
    let comparesRows = file.reasonAgainstVerdict(on: [.layout, .raster]) == nil
    return reason
      + (comparesRows ? "; bench compare --fail-on layout,raster compares its rows" : "")
  }
}
