import Foundation
import TestFolders

/// How a run of the command ended, and what it wrote.
struct Run {
  /// The exit status; 128 and the signal's number where one ended the process.
  var status: Int32
  var output: [UInt8]
  var errors: String

  /// What was written to standard output, line by line.
  var lines: [String] { Self.lines(output) }

  /// The records of standard output.
  func records() throws -> [[String: Any]] { try Self.records(output) }

  static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  static func records(_ bytes: [UInt8]) throws -> [[String: Any]] {
    try lines(bytes).map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let record = value as? [String: Any] else { throw NotARecord(line: line) }
      return record
    }
  }
}

/// A line that is not a JSON object.
struct NotARecord: Error {
  var line: String
}

/// Runs the command that was built with these tests, in a folder of its own.
final class Galley {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The sample feed called `name`.
  static func sample(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Samples/Feeds/\(name)").path
  }

  /// The executable, which lies beside the test bundle.
  private static let executable: URL = {
    let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appendingPathComponent("galley")
  }()

  // Starts the command; what hangs is killed after five minutes, with status 137. Standard output goes to
  // a file that is read afterwards, unless `output` is given; `environment` is what differs from this
  // process's. Where `isDirect`, the process is the command itself, so that it can be signalled.
  func start(
    _ arguments: [String], input: [UInt8] = [], output: FileHandle? = nil,
    environment: [String: String] = [:], executable: URL = executable, isDirect: Bool = false
  ) throws -> RunningGalley {
    let name = UUID().uuidString
    let (inputPath, errorPath) = (folder.path("." + name + ".in"), folder.path("." + name + ".err"))
    let outputPath = folder.path("." + name + ".out")
    try Data(input).write(to: URL(fileURLWithPath: inputPath))
    for path in [errorPath, outputPath] { try Data().write(to: URL(fileURLWithPath: path)) }
    let process = Process()
    if isDirect {
      process.executableURL = executable
      process.arguments = arguments
    } else {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
      process.arguments = ["-s", "KILL", "300", Self.executable.path] + arguments
    }
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputPath))
    process.standardOutput =
      try output ?? FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorPath))
    try process.run()
    return RunningGalley(
      process: process, inputPath: inputPath, outputPath: outputPath, errorPath: errorPath)
  }

  /// Runs the command to its end.
  func run(
    _ arguments: [String], input: [UInt8] = [], output: FileHandle? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    try start(arguments, input: input, output: output, environment: environment).wait()
  }

  /// Runs the command to its end.
  func run(_ arguments: String...) throws -> Run { try run(arguments) }

  /// Runs a script of the shell, in which `$0` is the command and `$1` is `argument`.
  func shell(
    _ script: String, _ argument: String, environment: [String: String] = [:]
  ) throws -> Run {
    try start(
      ["60", "/bin/sh", "-c", script, Self.executable.path, argument], environment: environment,
      executable: URL(fileURLWithPath: "/usr/bin/timeout"), isDirect: true
    ).wait()
  }

  /// Writes `text` to the file `name`, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    return folder.path(name)
  }
}

/// A run of the command that may not have ended.
struct RunningGalley {
  let process: Process
  fileprivate let inputPath: String
  fileprivate let outputPath: String
  fileprivate let errorPath: String

  /// Waits for the end.
  func wait() throws -> Run {
    process.waitUntilExit()
    defer {
      for path in [inputPath, outputPath, errorPath] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    let base: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return Run(
      status: base + process.terminationStatus,
      output: try read(outputPath),
      errors: String(decoding: try read(errorPath), as: UTF8.self))
  }

  private func read(_ path: String) throws -> [UInt8] {
    // Foundation's `Data(contentsOf:)` leaks on an empty file, which the leak sanitizer reports.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return try file.readToEnd().map { [UInt8]($0) } ?? []
  }
}
