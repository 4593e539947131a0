import Foundation
import GalleyCommandLine
import GalleyLab

/// A process that lays out and draws rows in steps with other processes, so that only one of them works at a time.
///
/// A step is a pass over the rows. Each empty line of the process's standard input asks for one, and an empty line answers it.
/// At the end of the input the process prints its ``RowTimes``.
///
/// Other programs and virtual machines slow a processor down for a part of a second and longer. Processes that follow each
/// other within milliseconds are slowed down alike.
final class RowProcess {
  private let process: BenchProcess

  /// Starts a program with `arguments`, with which it measures in steps.
  ///
  /// - Throws: ``BenchProgramError``.
  init(_ program: BenchProgram, _ arguments: [String]) throws {
    process = try BenchProcess(program, arguments, hasInput: true)
  }

  /// The steps of each process of a pair: as many as a second has, but neither fewer nor more.
  private static let stepCounts = 10...40

  /// Has processes work in turns, each for one step at a time, and waits for their ends.
  ///
  /// - Parameters:
  ///   - processes: The processes, in the order of their first steps.
  ///   - isCheck: Whether one step is enough, because the times do not count.
  /// - Returns: The times of each process.
  /// - Throws: ``BenchProgramError``.
  static func measure(_ processes: [RowProcess], isCheck: Bool = false) throws -> [RowTimes] {
    let counts = isCheck ? 1...1 : stepCounts
    let end = ContinuousClock.now + .seconds(1)
    for step in 0..<counts.upperBound {
      if step >= counts.lowerBound, ContinuousClock.now > end { break }
      for process in step.isMultiple(of: 2) ? processes : processes.reversed() {
        try process.step()
      }
    }
    return try processes.map { try $0.end() }
  }

  private func step() throws {
    // A process that has ended has closed its pipes; its status says more.
    try? process.input?.write(contentsOf: Data("\n".utf8))
    guard try process.output.read(upToCount: 1)?.isEmpty == false else {
      _ = try end()
      throw BenchProgramError.noTimes(process.path)
    }
  }

  private func end() throws -> RowTimes {
    try? process.input?.close()
    return try process.rowTimes()
  }

  /// Waits for the next step, in the process that measures; `false` at the end of standard input.
  ///
  /// Of `passCount` steps so far, it answers the last one.
  static func waitsForStep(_ passCount: Int) -> Bool {
    if passCount > 0 { try? FileHandle.standardOutput.write(contentsOf: Data("\n".utf8)) }
    return readLine() != nil
  }
}
