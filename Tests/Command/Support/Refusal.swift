import ArgumentParser

@testable import GalleyCommand

/// The parser's answer to arguments with which the command does not run.
struct Refusal {
  private let error: any Error

  /// Parses and validates `arguments` without a process; `nil` if the command would run.
  init?(_ arguments: [String]) {
    do {
      _ = try GalleyCommand.parsed(arguments)
      return nil
    } catch {
      self.error = error
    }
  }

  // The parser takes 0.2 s in a debug build for either of these, since it makes the synopsis too.

  /// The exit status of the command.
  var status: Int32 { GalleyCommand.exitCode(for: error).rawValue }

  /// The message, without the synopsis that follows it.
  var message: String { GalleyCommand.message(for: error) }
}
