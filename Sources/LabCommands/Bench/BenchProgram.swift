import Foundation
import GalleyCommandLine
import GalleyLab

/// A program of Galley, this one or another version, that runs as a process of its own.
struct BenchProgram {
  /// The path of the program.
  let path: String

  /// This program.
  static let current = BenchProgram(path: "/proc/self/exe")

  /// Runs the program with `arguments`, and waits for its end.
  ///
  /// - Returns: What it wrote to standard output.
  /// - Throws: ``BenchProgramError``.
  func run(_ arguments: [String]) throws -> Data { try BenchProcess(self, arguments).end() }

  /// Runs the program `count` times with `arguments`, with which it prints its ``RowTimes``.
  ///
  /// - Throws: ``BenchProgramError``.
  func rowTimes(_ arguments: [String], count: Int) throws -> [RowTimes] {
    try (0..<count).map { _ in try BenchProcess(self, arguments).rowTimes() }
  }
}

/// A running process of a ``BenchProgram``.
final class BenchProcess {
  /// The path of the program.
  let path: String
  /// The process's standard input; `nil` if it has none.
  let input: FileHandle?
  /// The process's standard output.
  let output: FileHandle
  private let errors: FileHandle
  private let process = Process()

  /// Starts a program with `arguments`.
  ///
  /// - Throws: ``BenchProgramError``.
  init(_ program: BenchProgram, _ arguments: [String], hasInput: Bool = false) throws {
    path = program.path
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    let input = hasInput ? Pipe() : nil
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    self.input = input?.fileHandleForWriting
    self.output = output.fileHandleForReading
    self.errors = errors.fileHandleForReading
    do {
      try ChildProcesses.shared.start(process)
    } catch {
      throw BenchProgramError.notStarted(path, error.localizedDescription)
    }
  }

  /// Waits for the process's end.
  ///
  /// - Returns: The rest of its standard output.
  /// - Throws: ``BenchProgramError/failed(_:status:_:)``.
  func end() throws -> Data {
    // A bench with --quiet writes less to standard error than a pipe holds.
    let bytes = output.readDataToEndOfFile()
    let words = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
    ChildProcesses.shared.wait(for: process)
    guard process.terminationStatus == 0 else {
      let reason = words.split(separator: "\n").first.map(String.init)
      throw BenchProgramError.failed(path, status: process.terminationStatus, reason)
    }
    return bytes
  }

  /// Waits for the end of a process that prints its ``RowTimes`` at last.
  ///
  /// - Throws: ``BenchProgramError``.
  func rowTimes() throws -> RowTimes {
    let bytes = try end()
    guard let rows = try? JSONDecoder().decode(RowTimes.self, from: bytes) else {
      throw BenchProgramError.noTimes(path)
    }
    return rows
  }
}

/// The error of a process of Galley that a bench runs.
enum BenchProgramError: ExitingError, CustomStringConvertible {
  case notStarted(String, String)
  case failed(String, status: Int32, String?)
  case noTimes(String)

  /// That of the program, if it says whether the feed, an argument or the machine is at fault.
  var status: ExitStatus {
    guard case .failed(_, let status, _) = self, status == 1 || (64...74).contains(status)
    else { return .unavailable }
    return ExitStatus(rawValue: status)
  }

  var description: String {
    switch self {
    case .notStarted(let path, let reason): "cannot start \(path): \(reason)"
    case .failed(let path, let status, let reason):
      "\(path) ended with status \(status)" + (reason.map { ": \($0)" } ?? "")
    case .noTimes(let path): "\(path) printed no times of rows: it is another version"
    }
  }
}
