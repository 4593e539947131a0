import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyLab

/// `galley bench turns`: measures two programs in turns.
struct BenchTurnsCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "turns",
    abstract: "Measure two versions of this program in turns, for bench compare.",
    discussion: """
      The speed of a machine changes from minute to minute. So each round has a bench run of both programs, one after the \
      other, and then pairs of processes, of one program and of the other, that lay out and draw the rows for the \
      metrics layout and raster, a pass of the one after a pass of the other. The order changes from round to round, from pair to \
      pair and from pass to pass. bench compare then compares the runs of a round, and the processes of a pair.

      The arguments of bench run follow after --: the feed and its options. If --cpu-throttle is not among them, the \
      first run searches it for both programs. \
      The files of --before and --after replace older ones at the end, or not at all. The status is 75 if one has no \
      verdict, and that of a program that fails. Both programs have to know bench turns. bench calibrate tells how many pairs find a growth of 5 %.

      Examples:
        galley bench turns old new --before a.json --after b.json -- feed.json
        galley bench compare a.json b.json
      """)

  @Argument(help: "The earlier program.") var old: String
  @Argument(help: "The later program.") var new: String
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The feed and the options of bench run, after --.", valueName: "arguments"))
  var arguments: [String] = []

  @Option(help: ArgumentHelp("The file for the earlier program.", valueName: "file"))
  var before: String
  @Option(help: ArgumentHelp("The file for the later program.", valueName: "file"))
  var after: String

  @Option(help: "The number of rounds, 2 to 1000.")
  var rounds = 10
  @Option(help: "The number of pairs of processes that lay out and draw rows, --rounds to 10000.")
  var pairs = 40

  @OptionGroup var plant: PlantOptions
  @OptionGroup var messages: MessageOptions

  /// The options of `bench run` that the command gives itself.
  private static let ownOptions = [
    "--json", "--append", "--report", "--plot", "--table", "--plant", "--repeat",
  ]

  mutating func validate() throws {
    guard (2...1000).contains(rounds) else { throw ValidationError("--rounds is 2 to 1000") }
    guard (rounds...10_000).contains(pairs) else {
      throw ValidationError("--pairs is --rounds, \(rounds), to 10000")
    }
    guard !arguments.isEmpty else { throw ValidationError("the feed is missing after --") }
    guard !arguments.contains("-") else {
      throw ValidationError("each process reads the feed: give it as a file, not as standard input")
    }
    for name in Self.ownOptions
    where arguments.contains(where: { $0 == name || $0.hasPrefix(name + "=") }) {
      throw ValidationError("\(name) is no option of bench run in turns")
    }
    let clocks = zip(arguments, arguments.dropFirst() + [""]).filter { $0.0 == "--clock" }
    if arguments.contains("--clock=virtual") || clocks.contains(where: { $0.1 == "virtual" }) {
      throw ValidationError("the virtual clock needs no turns: take bench run for each program")
    }
    try checkNotEmpty(("--before", before), ("--after", after))
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(old, as: "the earlier program")
    files.read(new, as: "the later program")
    for argument in arguments { files.read(argument, as: "the feed") }
    files.write(before, as: "--before")
    files.write(after, as: "--after")
    return files
  }

  func perform() async throws -> ExitStatus {
    let outputs = try [before, after].map { try RecordWriter(path: $0) }
    let folder = try BenchFolder()
    var sides = [
      BenchSide(program: old, arguments: arguments, path: folder.path + "/before", plant: nil),
      BenchSide(
        program: new, arguments: arguments, path: folder.path + "/after", plant: plant.plant),
    ]
    // Before any scroll, so that a wrong argument costs no time.
    for index in sides.indices { try sides[index].check() }
    let progress = BenchProgress(weights: Array(repeating: 1, count: rounds))
    // The first run searches it, unless it is given.
    var throttle: Double?
    for round in 0..<rounds {
      messages.tell("round \(progress.words(done: round))")
      let order = round.isMultiple(of: 2) ? [0, 1] : [1, 0]
      for index in order {
        try sides[index].scroll(throttle: throttle)
        if throttle == nil { throttle = try sides[index].throttle }
      }
      let end = pairs * (round + 1) / rounds
      for pair in pairs * round / rounds..<end {
        let order = pair.isMultiple(of: 2) ? order : order.reversed()
        let times = try RowProcess.measure(order.map { try sides[$0].startRows() })
        for (index, times) in zip(order, times) { sides[index].note(times) }
      }
      for index in order { sides[index].endRound() }
    }
    let reasons = try zip(sides, outputs).map { side, output in try side.write(to: output) }
    for output in outputs { try output.finish() }
    for (path, reason) in zip([before, after], reasons) {
      guard let reason else { continue }
      printToStandardError("galley: \(BenchFileError.words(path, noVerdict: reason))")
    }
    return reasons.allSatisfy { $0 == nil } ? .done : .noVerdict
  }
}

/// A folder for the files of a bench, which goes with it.
private final class BenchFolder {
  let path: String

  init() throws { path = try TemporaryFiles.shared.createFolder() }

  deinit { TemporaryFiles.shared.abandonFolder(path) }
}
