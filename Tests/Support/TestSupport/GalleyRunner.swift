package import Foundation

/// Runs the command in a temporary folder.
///
/// It is the one that the variable `GALLEY_COMMAND` names, as `make test` does with the optimized one, or else
/// the one that was built with these tests.
package final class GalleyRunner {
  /// The current folder of the command.
  package let folder: TestFolder

  package init() throws { folder = try TestFolder() }

  /// The command.
  package static let executable: URL = {
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
  ) throws -> RunningProgram {
    try RunningProgram(
      isDirect ? Self.executable.path : "/usr/bin/timeout",
      isDirect ? arguments : ["-s", "KILL", "300", Self.executable.path] + arguments,
      in: folder, input: input, output: output, environment: environment)
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
    try RunningProgram(
      "/usr/bin/timeout", ["60", "/bin/sh", "-c", script, Self.executable.path, argument],
      in: folder, environment: environment
    ).wait()
  }

  /// Writes `text` to the file `name` of the folder, and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try folder.write(text, to: name)
  }
}
