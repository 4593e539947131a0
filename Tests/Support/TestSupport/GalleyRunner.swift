package import Foundation

/// Runs the command in a temporary folder.
///
/// It is the one that the variable `GALLEY_COMMAND` names, as `make test` does with the optimized one, or else
/// the one that was built with these tests.
package final class GalleyRunner {
  /// The current folder of the command.
  package let folder: TestFolder

  package init() throws { folder = try TestFolder() }

  private static let executable: URL = {
    if let path = ProcessInfo.processInfo.environment["GALLEY_COMMAND"] {
      return URL(fileURLWithPath: path)
    }
    let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appendingPathComponent("galley")
  }()

  /// Starts the command.
  ///
  /// Standard output goes to `output` or else to a temporary file. `environment` has the variables
  /// that differ from those of the tests. If `isDirect`, the process is the command itself, so that a
  /// test can signal it. Otherwise a parent kills the command after five minutes, with status 137.
  package func start(
    _ arguments: [String], input: [UInt8] = [], output: FileHandle? = nil,
    environment: [String: String] = [:], isDirect: Bool = false
  ) throws -> RunningCommand {
    try start(
      isDirect ? Self.executable.path : "/usr/bin/timeout",
      isDirect ? arguments : ["-s", "KILL", "300", Self.executable.path] + arguments,
      input: input, output: output, environment: environment)
  }

  private func start(
    _ program: String, _ arguments: [String], input: [UInt8] = [], output: FileHandle? = nil,
    environment: [String: String]
  ) throws -> RunningCommand {
    let streams = try TestFolder()
    for name in ["output", "errors"] { try streams.write("", to: name) }
    try Data(input).write(to: streams.url.appendingPathComponent("input"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, not pipes, which would have to be read while the process runs.
    process.standardInput = try FileHandle(
      forReadingFrom: streams.url.appendingPathComponent("input"))
    process.standardOutput =
      try output ?? FileHandle(forWritingTo: streams.url.appendingPathComponent("output"))
    process.standardError = try FileHandle(
      forWritingTo: streams.url.appendingPathComponent("errors"))
    try process.run()
    return RunningCommand(process: process, streams: streams)
  }

  /// Runs the command to its end.
  package func run(
    _ arguments: [String], input: [UInt8] = [], output: FileHandle? = nil,
    environment: [String: String] = [:]
  ) throws -> CommandOutput {
    try start(arguments, input: input, output: output, environment: environment).wait()
  }

  /// Runs the command to its end.
  package func run(_ arguments: String...) throws -> CommandOutput { try run(arguments) }

  /// Runs a shell script in which `$0` is the command and `$1` is `argument`.
  package func shell(
    _ script: String, _ argument: String, environment: [String: String] = [:]
  ) throws -> CommandOutput {
    try start(
      "/usr/bin/timeout", ["60", "/bin/sh", "-c", script, Self.executable.path, argument],
      environment: environment
    ).wait()
  }

  /// Writes `text` to the file `name` of the folder, and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try folder.write(text, to: name)
  }
}

/// A run of the command that may not have ended.
package struct RunningCommand {
  package let process: Process
  /// The files of the standard streams.
  fileprivate let streams: TestFolder

  /// Waits for the end.
  package func wait() throws -> CommandOutput {
    process.waitUntilExit()
    let base: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return CommandOutput(
      status: base + process.terminationStatus, output: try streams.bytes("output"),
      errors: String(decoding: try streams.bytes("errors"), as: UTF8.self))
  }
}
