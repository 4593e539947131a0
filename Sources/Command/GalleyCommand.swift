import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyHandles
import GalleyLabCommands
import GalleyPrimitives
import GalleyTextCommands
import Glibc

/// The command `galley`.
///
/// Its `main` is synchronous and runs the run loop, so that the main actor is the main thread.
/// Commands run in tasks.
@main
struct GalleyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "galley",
    abstract: "Renders feeds to pictures, and measures how long that takes.",
    discussion: """
      A feed is a file or - for standard input: JSON Lines, JSON Feed, RSS, Atom, posts of Mastodon, \
      ActivityPub, Bluesky or an archive of Twitter, CSV, TSV, Markdown (a file or a folder), or the JSON of \
      the FDTemplateLayoutCell demo. Its content shows the format, or --from names it: \
      \(names(of: FeedFormat.self)). No network connection is made. Data goes to standard output, messages go \
      to standard error. The article Records of the manual lists the keys of all JSON records.

      Examples:
        galley render feed.xml -o feed.png
        galley render feed.json --cards -o 'cards/{index:06}.png'
        galley doctor feed.xml

      Exit status: 0 done, 1 some items could not be read or drawn, 64 usage, 65 the feed or an \
      option is out of bounds, 66 no such input, 69 no usable fonts, 70 internal error or out of \
      memory, 71 the system refuses threads, memory or open files, 73 an output cannot be created, \
      74 I/O error, 75 a bench without a verdict, 129 the terminal is gone, 130 interrupted, 141 broken \
      pipe, 143 terminated.
      """,
    version: ProgramVersion.text,
    subcommands: [
      RenderCommand.self, ConvertCommand.self, FetchCommand.self, CompareCommand.self,
      VerifyCommand.self,
      MeasureCommand.self, ScrollCommand.self, ReplayCommand.self, BenchCommand.self,
      InspectCommand.self,
      TextCommand.self, TemplatesCommand.self, MergeCommand.self, ProgressCommand.self,
      DoctorCommand.self,
    ])

  static func main() {
    StandardStreams.reserve()
    LibraryMessages.adopt()
    signal(SIGPIPE, SIG_IGN)
    // A run prints its progress when it receives this; before a run, nothing does.
    signal(SIGUSR1, SIG_IGN)
    // A file that grows beyond `ulimit -f` is an error of its write.
    signal(SIGXFSZ, SIG_IGN)
    // Pango reads these once for text without a language, and pictures must not depend on the user's
    // environment. No other thread runs yet.
    unsetenv("PANGO_LANGUAGE")
    unsetenv("LANGUAGE")
    FreedMemory.returnSoon()
    FontConfiguration.serveProcess()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parsed(arguments)
      try command.run()
    } catch {
      finish(with: error, of: arguments)
    }
  }

  /// The command that `arguments` ask for, with its options checked.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let arguments = withNegativeNumbers(arguments.map(withExplicitValue))
    if let error = unknownCommand(in: arguments) { throw error }
    return try parseAsRoot(arguments)
  }

  /// Ends the process with the parser's message and status for `error`, which may be a request for
  /// help.
  private static func finish(with error: any Error, of arguments: [String]) -> Never {
    let code = exitCode(for: error)
    guard code.isSuccess else {
      StandardStreams.tell(shownMessage(for: error, of: arguments) + "\n")
      Glibc.exit(code.rawValue)
    }
    do {
      let output = try RecordWriter()
      try output.write(line: fullMessage(for: error))
      try output.finish()
    } catch {
      end(with: error)
    }
    Glibc.exit(code.rawValue)
  }

  /// The message of `error`, whose quoted arguments cannot control a terminal.
  ///
  /// A quoted argument, option or value stays on one line; the message keeps its own line breaks.
  static func shownMessage(for error: any Error, of arguments: [String]) -> String {
    let quoted = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).map { String($0) }
    }
    var message = withoutFarSuggestion(fullMessage(for: error))
    // Longer texts come first, because a shorter one may be a part of them.
    for text in quoted.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let shown = text.shown(limit: 240)
      // White space alone is harmless, and occurs in the message's own words.
      guard shown != text, text.contains(where: { !$0.isWhitespace }) else { continue }
      message = String(
        message.unicodeScalars.replacing(text.unicodeScalars, with: shown.unicodeScalars))
    }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).shown(limit: .max) }.joined(separator: "\n")
  }

  /// A message of the parser without a suggestion that has little in common with the option given.
  private static func withoutFarSuggestion(_ message: String) -> String {
    let suggestion = /Unknown option '-*([^'=]+)[^']*'\.( Did you mean '-*([^']+)'\?)/
    guard let match = message.firstMatch(of: suggestion),
      String(match.1).nearest(of: [String(match.3)]) == nil
    else { return message }
    return message.replacingCharacters(in: match.2.startIndex..<match.2.endIndex, with: "")
  }

  /// `--json` with an explicit value: alone it has none, and the parser would take the next argument,
  /// which may be the feed.
  private static func withExplicitValue(_ argument: String) -> String {
    argument == "--json" ? "--json=-" : argument
  }

  /// The arguments, in which an option and a negative number after it are one argument.
  ///
  /// The parser would report that the option has no value; its bounds are the better answer.
  private static func withNegativeNumbers(_ arguments: [String]) -> [String] {
    var result: [String] = []
    for argument in arguments {
      if argument.hasPrefix("-"), Double(argument) != nil, let option = result.last,
        option.hasPrefix("--"), option != "--", !option.contains("=")
      {
        result[result.count - 1] = option + "=" + argument
      } else {
        result.append(argument)
      }
    }
    return result
  }
}
