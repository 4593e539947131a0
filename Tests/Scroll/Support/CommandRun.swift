import Foundation
import TestFolders
import Testing

/// What `galley scroll` printed, and how it ended.
struct CommandRun {
  var status: Int32
  var output: [String]
  var errors: String

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("galley")
    process.arguments = ["scroll"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let folder = try TestFolder()
    // Files, not pipes, which would have to be read while the process runs.
    let (output, errors) = (folder.path("output"), folder.path + "/errors")
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = String(decoding: try TestFolder.bytes(at: output), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    self.errors = String(decoding: try TestFolder.bytes(at: errors), as: UTF8.self)
  }

  func object(_ line: Int) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(output[line].utf8)) as? [String: Any])
  }
}
