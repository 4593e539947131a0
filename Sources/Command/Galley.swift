import ArgumentParser
import Foundation
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
      option is out of bounds, 66 no such input, 69 no usable fonts, 73 an output cannot be \
      created, 74 I/O error, 130 interrupted, 143 terminated, 141 broken pipe.
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
    TerminationSignals.watch()
    let arguments = Array(CommandLine.arguments.dropFirst()).map(withoutOpenEnd)
    do {
      var command = try parsed(arguments)
      try command.run()
    } catch {
      end(with: error, of: arguments)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let error = unknownCommand(in: arguments) { throw error }
    return try parseAsRoot(arguments)
  }

  /// Ends the process with the words and the status that the parser has for `error`: a mistake in the
  /// arguments, or a request for help.
  private static func end(with error: any Error, of arguments: [String]) -> Never {
    let code = exitCode(for: error)
    guard code.isSuccess else {
      StandardStreams.tell(fullMessage(for: shownError(error, of: arguments)) + "\n")
      Glibc.exit(code.rawValue)
    }
    do {
      let output = try RecordWriter(path: "-", isOutputTaken: false)
      try output.write(line: fullMessage(for: error))
      try output.flush()
    } catch {
      let status = ExitStatus(error)
      if status != .brokenPipe { printToStandardError("galley: \(error)") }
      Glibc.exit(status.rawValue)
    }
    Glibc.exit(code.rawValue)
  }

  /// `error`, as it is of arguments that have no effect on a terminal: its message quotes them.
  private static func shownError(_ error: any Error, of arguments: [String]) -> any Error {
    let shown = arguments.map { $0.shown(limit: 240) }
    guard shown != arguments else { return error }
    do {
      _ = try parsed(shown)
    } catch {
      return error
    }
    return ValidationError("an argument holds control characters")
  }

  /// `--json` alone takes no value, which options of the parser cannot say: what follows it may well
  /// be the feed.
  private static func withoutOpenEnd(_ argument: String) -> String {
    argument == "--json" ? "--json=-" : argument
  }
}

/// Runs `body` in a task while the main thread runs its run loop, and ends the process with the
/// status that `body` returns or its error stands for.
func runProcess(_ body: @escaping @Sendable () async throws -> ExitStatus) -> Never {
  Task.detached {
    let status: ExitStatus
    do {
      status = try await body()
    } catch {
      status = ExitStatus(error)
      if status != .brokenPipe { printToStandardError("galley: \(error)") }
    }
    exit(status.rawValue)
  }
  while true { RunLoop.main.run() }
}

/// Removes unfinished files when the process is interrupted or terminated.
enum TerminationSignals {
  /// The sources live as long as the process.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Called once, from `main`, before any thread is started: nothing else touches `sources`.
  static func watch() {
    for (number, status) in [(SIGINT, ExitStatus.interrupted), (SIGTERM, .terminated)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        TemporaryFiles.shared.abandonAll()
        // No atexit handlers: other threads are still at work on what those would take down.
        _exit(status.rawValue)
      }
      source.resume()
      sources.append(source)
    }
  }
}

/// Writes a line for people; if standard error takes nothing, the line is lost.
///
/// Whatever the line quotes, it stays one line and has no effect on a terminal.
func printToStandardError(_ line: String) {
  StandardStreams.tell(line.shown(limit: 2000) + "\n")
}
