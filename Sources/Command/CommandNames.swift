import ArgumentParser
import Foundation

extension GalleyCommand {
  /// Why `arguments` begin with no command, with the command that may be meant; `nil` if they begin
  /// with one, or with an option.
  ///
  /// Without this the parser complains of the arguments that it then cannot place.
  static func unknownCommand(in arguments: [String]) -> ValidationError? {
    let names = Self.names(configuration) + ["help"]
    guard let first = arguments.first, !first.hasPrefix("-") else { return nil }
    guard names.contains(first) else { return unknown(first, names) }
    // A bench without a command of its own is `bench run`, whose feed comes first.
    guard first == BenchCommand.configuration.commandName, arguments.count > 1 else { return nil }
    let (second, benches) = (arguments[1], Self.names(BenchCommand.configuration))
    let isFeed =
      second.hasPrefix("-") || second.contains(where: "./".contains)
      || FileManager.default.fileExists(atPath: second)
    return isFeed || benches.contains(second) ? nil : unknown(second, benches)
  }

  private static func names(_ configuration: CommandConfiguration) -> [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  private static func unknown(_ name: String, _ names: [String]) -> ValidationError {
    guard let near = nearest(to: name, of: names) else {
      return ValidationError("unknown command '\(name)'")
    }
    return ValidationError("unknown command '\(name)'; did you mean '\(near)'?")
  }
}

/// The one of `names` that differs least from `name`, if that is in a third of its characters at most.
func nearest(to name: String, of names: [String]) -> String? {
  let limit = max(1, name.count / 3)
  // Longer names are no slips of the hand, and would cost time.
  guard name.count <= 64 else { return nil }
  return names.map { (name: $0, slips: slips(Array(name), Array($0))) }
    .filter { $0.slips <= limit }.min { $0.slips < $1.slips }?.name
}

/// How many characters are to be added, left out, replaced or exchanged with the next one to make
/// `second` of `first`.
///
/// - Complexity: O(first × second).
private func slips(_ first: [Character], _ second: [Character]) -> Int {
  var before: [Int] = []
  var above = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      var best = min(row[j] + 1, above[j + 1] + 1, above[j] + (first[i] == second[j] ? 0 : 1))
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        best = min(best, before[j - 1] + 1)
      }
      row.append(best)
    }
    (before, above) = (above, row)
  }
  return above[second.count]
}
