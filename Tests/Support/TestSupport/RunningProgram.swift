package import Foundation

/// A run of a program, which may not have ended: the only place where tests start a process.
package struct RunningProgram {
  package let process: Process
  /// The files of the standard streams.
  private let streams: TestFolder

  /// Starts the program at the path `program`.
  ///
  /// Standard output goes to `output` or else to a temporary file, and standard error to another one.
  /// `environment` has the variables that differ from those of the tests. Without a folder, the program runs in
  /// that of the tests.
  package init(
    _ program: String, _ arguments: [String], in folder: TestFolder? = nil, input: [UInt8] = [],
    output: FileHandle? = nil, environment: [String: String] = [:]
  ) throws {
    streams = try TestFolder()
    for name in ["output", "errors"] { try streams.write("", to: name) }
    try Data(input).write(to: streams.url.appendingPathComponent("input"))
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder.url }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, not pipes, which would have to be read while the process runs.
    process.standardInput = try FileHandle(
      forReadingFrom: streams.url.appendingPathComponent("input"))
    process.standardOutput =
      try output ?? FileHandle(forWritingTo: streams.url.appendingPathComponent("output"))
    process.standardError = try FileHandle(
      forWritingTo: streams.url.appendingPathComponent("errors"))
    try process.run()
  }

  /// Waits for the end.
  package func wait() throws -> CommandOutput {
    process.waitUntilExit()
    let base: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return CommandOutput(
      status: base + process.terminationStatus, output: try streams.bytes("output"),
      errors: String(decoding: try streams.bytes("errors"), as: UTF8.self))
  }
}

/// Runs the program at the path `program` to its end.
package func runProgram(_ program: String, _ arguments: [String]) throws -> CommandOutput {
  try RunningProgram(program, arguments).wait()
}
