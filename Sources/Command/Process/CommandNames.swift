import ArgumentParser
import Foundation
import GalleyLabCommands
import GalleyPrimitives

extension GalleyCommand {
  /// The error if `arguments` begin with an unknown command, with the nearest known one.
  ///
  /// `nil` if they begin with a command or an option. Without this check the parser would report the
  /// arguments after the unknown command.
  static func unknownCommand(in arguments: [String]) -> ValidationError? {
    let names = Self.names(configuration) + ["help"]
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    guard names.contains(first) else { return unknown(first, names) }
    if first == "help" { return unknownCommand(ofHelp: arguments.dropFirst(), names) }
    // `bench` without a subcommand is `bench run`, whose first argument is the feed.
    guard first == BenchCommand.configuration.commandName, arguments.count > 1 else { return nil }
    let (second, benches) = (arguments[1], Self.names(BenchCommand.configuration))
    let isFeed =
      second.hasPrefix("-") || second.contains(where: "./".contains)
      || FileManager.default.fileExists(atPath: second)
    return isFeed || benches.contains(second) ? nil : unknown(second, benches)
  }

  /// The error if help is asked for about an unknown command, instead of the help of all commands.
  private static func unknownCommand(
    ofHelp arguments: ArraySlice<String>, _ names: [String]
  ) -> ValidationError? {
    let topics = arguments.filter { !$0.hasPrefix("-") }
    guard let first = topics.first else { return nil }
    guard names.contains(first) else { return unknown(first, names) }
    guard first == BenchCommand.configuration.commandName, let second = topics.dropFirst().first
    else { return nil }
    let benches = Self.names(BenchCommand.configuration)
    return benches.contains(second) ? nil : unknown(second, benches)
  }

  private static func names(_ configuration: CommandConfiguration) -> [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func unknown(_ name: String, _ names: [String]) -> ValidationError {
    guard let near = name.nearest(of: names) else {
      let isFile = FileManager.default.fileExists(atPath: name)
      return ValidationError(
        "unknown command '\(name)'"
          + (isFile ? "; did you mean 'render \(name) -o feed.png'?" : ""))
    }
    return ValidationError("unknown command '\(name)'; did you mean '\(near)'?")
  }
}
