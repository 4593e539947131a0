import Foundation
import GalleyCommandLine
import GalleyLab

/// Processes of this program that lay out and draw rows, one after the other.
struct RowProcesses {
  private let arguments: [String]

  /// Processes with `arguments`, each of which prints its ``RowTimes``.
  init(_ arguments: [String]) { self.arguments = arguments }

  /// Starts `count` processes.
  ///
  /// - Returns: The times of each, in their order.
  /// - Throws: ``RowProcessError``.
  func times(_ count: Int) throws -> [RowTimes] { try (0..<count).map { _ in try times() } }

  private func times() throws -> RowTimes {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    // The warnings of this process are enough.
    process.standardError = FileHandle.nullDevice
    do {
      try ChildProcesses.shared.start(process)
    } catch {
      throw RowProcessError.notStarted(error.localizedDescription)
    }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    ChildProcesses.shared.wait(for: process)
    guard process.terminationStatus == 0,
      let rows = try? JSONDecoder().decode(RowTimes.self, from: bytes)
    else { throw RowProcessError.failed(status: process.terminationStatus) }
    return rows
  }
}

/// The error of a process that lays out and draws rows.
enum RowProcessError: ExitingError, CustomStringConvertible {
  case notStarted(String)
  case failed(status: Int32)

  var status: ExitStatus { .unavailable }

  var description: String {
    switch self {
    case .notStarted(let reason): "cannot start a process of galley: \(reason)"
    case .failed(let status):
      "a process of galley that lays out and draws rows ended with status \(status)"
    }
  }
}
