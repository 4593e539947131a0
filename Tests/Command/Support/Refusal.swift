import TestSupport

/// The command's answer to arguments with which it does not run.
struct Refusal {
  /// The message, without the synopsis that follows it.
  let message: String

  /// Runs the command in an empty folder; `nil` if it takes the arguments, which name files that are not there.
  init?(_ arguments: [String]) throws {
    let run = try GalleyRunner().run(arguments)
    guard run.status == 64 else { return nil }
    let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
    let message = lines.prefix { !$0.hasPrefix("Usage: ") }.joined(separator: "\n")
    self.message = String(message.trimmingPrefix("Error: "))
  }
}
