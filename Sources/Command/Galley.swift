import ArgumentParser
import Foundation
import GalleyFiles
import GalleyHandles
import GalleyPrimitives
import Glibc

/// The command `galley`.
///
/// Its `main` is synchronous and runs the run loop, so that the main actor is the main thread;
/// what commands do, they do in tasks.
@main
struct GalleyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley",
    abstract: "Renders feeds to PNG, and measures how long that takes.",
    discussion: """
      A feed is a file or - for standard input: the FDTemplateLayoutCell demo's JSON, JSON Lines, \
      or JSON Feed, told apart by content. Data goes to standard output, words to standard error.

      Exit status: 0 done, 1 some items could not be read or drawn, 64 usage, 65 the feed or an \
      option is out of bounds, 66 no such input, 69 no usable fonts, 70 internal, or out of memory, \
      71 the system refuses threads, memory or open files, 73 an output cannot be created, 74 I/O \
      error, 129 the terminal is gone, 130 interrupted, 143 terminated, 141 broken pipe.
      """,
    version: "0.1.0",
    subcommands: [
      RenderCommand.self, MeasureCommand.self, ScrollCommand.self, ReplayCommand.self,
      BenchCommand.self, InspectCommand.self, DoctorCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond `ulimit -f` is an error of its write.
    signal(SIGXFSZ, SIG_IGN)
    // Pango takes the language of text that tells none from these, once and for the whole process:
    // pictures must not depend on who asks for them. No thread is started yet.
    unsetenv("PANGO_LANGUAGE")
    unsetenv("LANGUAGE")
    FreedMemory.returnSoon()
    FontConfiguration.serveProcess()
    let arguments = Array(CommandLine.arguments.dropFirst()).map(withoutOpenEnd)
    do {
      var command = try parsed(arguments)
      try command.run()
    } catch {
      finish(with: error, of: arguments)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let error = unknownCommand(in: arguments) { throw error }
    return try parseAsRoot(arguments)
  }

  /// Ends the process with the words and the status that the parser has for `error`: a mistake in the
  /// arguments, or a request for help.
  private static func finish(with error: any Error, of arguments: [String]) -> Never {
    let code = exitCode(for: error)
    guard code.isSuccess else {
      StandardStreams.tell(shownMessage(for: error, of: arguments) + "\n")
      Glibc.exit(code.rawValue)
    }
    do {
      let output = try RecordWriter(path: "-", isOutputTaken: false)
      try output.write(line: fullMessage(for: error))
      try output.flush()
    } catch {
      end(with: error)
    }
    Glibc.exit(code.rawValue)
  }

  /// The message of `error`, which quotes arguments, without an effect on a terminal.
  ///
  /// A quoted argument, option or value stays on one line; the message's own line breaks stay.
  private static func shownMessage(for error: any Error, of arguments: [String]) -> String {
    let quoted = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).map { String($0) }
    }
    var message = fullMessage(for: error)
    // Longer texts come first: a shorter one may be a part of them.
    for text in quoted.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let shown = text.shown(limit: 240)
      // White space alone is harmless, and would be found in the message's own words.
      guard shown != text, text.contains(where: { !$0.isWhitespace }) else { continue }
      message = String(
        message.unicodeScalars.replacing(text.unicodeScalars, with: shown.unicodeScalars))
    }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).shown(limit: .max) }.joined(separator: "\n")
  }

  /// `--json` alone takes no value, which options of the parser cannot say: what follows it may well
  /// be the feed.
  private static func withoutOpenEnd(_ argument: String) -> String {
    argument == "--json" ? "--json=-" : argument
  }
}

/// Runs `body` in a task while the main thread runs its run loop, and ends the process with the
/// status that `body` returns or its error stands for.
///
/// - Parameters:
///   - workerCount: How many workers the run may have, 1 where it has one task alone; `nil` for
///     one each core.
///   - body: The run.
func runProcess(
  workerCount: Int? = nil, _ body: @escaping @Sendable () async throws -> ExitStatus
) -> Never {
  do {
    LimitedMemory.prepare()
    try TerminationSignals.watch()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    try SystemNeeds(workerCount: min(workerCount ?? cores, 64)).check()
  } catch {
    end(with: error)
  }
  Task.detached {
    let status: ExitStatus
    do {
      status = try await body()
    } catch {
      end(with: error)
    }
    exit(status.rawValue)
  }
  while true { RunLoop.main.run() }
}

/// Ends the process with the status that `error` stands for, and says what it is.
func end(with error: any Error) -> Never {
  let status = ExitStatus(error)
  // A reader that has gone does not want to know.
  if status != .brokenPipe { printToStandardError("galley: \(error)") }
  exit(status.rawValue)
}

/// Writes a line for people; if standard error takes nothing, the line is lost.
///
/// Whatever the line quotes, it stays one line and has no effect on a terminal.
func printToStandardError(_ line: String) {
  StandardStreams.tell(line.shown(limit: 2000) + "\n")
}
