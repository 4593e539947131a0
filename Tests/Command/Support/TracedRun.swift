import Foundation
import TestSupport

/// A run of the command under strace, and the system calls of all its threads.
struct TracedRun {
  let output: CommandOutput
  /// All calls with a path, of connections, and of processes and threads, failed ones too.
  let calls: [SystemCall]

  private static let strace = "/usr/bin/strace"
  private static let options = [
    // A file for each thread, in which each call is one line, with the paths of descriptors.
    "-ff", "-y", "-qq", "-a", "0", "-s", "4096", "-e", "signal=none",
    // Other calls do not stop the process.
    "--seccomp-bpf", "-e",
    "trace=%file,%network,%process,io_uring_setup,open_by_handle_at",
  ]

  /// The reason why strace cannot trace a process here; `nil` if it can.
  static let obstacle: String? = {
    do {
      let traces = try TestFolder()
      let run = try runProgram(strace, options + ["-o", traces.path("trace"), "/bin/true"])
      guard run.status == 0 else { return "status \(run.status): \(run.errors)" }
      return try traces.names().isEmpty ? "no trace was written" : nil
    } catch { return "\(error)" }
  }()

  /// Runs the command in `folder`, which gets its caches and its temporary files, too.
  ///
  /// With `refusal`, the name of an error, each `openat2` fails with it.
  init(_ arguments: [String], in folder: TestFolder, refusal: String? = nil) throws {
    let traces = try TestFolder()
    let place = folder.url.resolvingSymlinksInPath().path
    var command = ["-k", "5", "120", Self.strace] + Self.options
    if let refusal { command += ["-e", "inject=openat2:error=\(refusal)"] }
    command += ["-o", traces.path("trace"), GalleyRunner.executable.path]
    output = try RunningProgram(
      "/usr/bin/timeout", command + arguments, in: folder,
      environment: ["XDG_CACHE_HOME": place, "TMPDIR": place]
    ).wait()
    var calls: [SystemCall] = []
    for name in try traces.names() {
      let lines = String(decoding: try traces.bytes(name), as: UTF8.self).split(separator: "\n")
      // A thread that ends with its process between two calls has a line that names no call.
      calls += lines.filter { !$0.hasPrefix("???(") }.map { SystemCall(line: $0) }
    }
    self.calls = calls
  }
}
