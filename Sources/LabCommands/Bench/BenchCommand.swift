package import ArgumentParser

/// `galley bench`: measures times.
package struct BenchCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure scrolls and stages, and compare the results.",
    subcommands: [
      BenchRunCommand.self, BenchStagesCommand.self, BenchCornersCommand.self,
      BenchFlingCommand.self, BenchTurnsCommand.self, BenchCompareCommand.self,
      BenchArticleCommand.self, BenchCalibrateCommand.self, BenchCountCommand.self,
    ],
    defaultSubcommand: BenchRunCommand.self)

  package init() {}
}
