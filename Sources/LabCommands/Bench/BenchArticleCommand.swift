import ArgumentParser
import Galley
import GalleyBenchArticles
import GalleyCommandLine
import GalleyStageBenches

/// `galley bench article`: repeats the experiment of an article.
struct BenchArticleCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "article",
    abstract: "Repeat the experiment of one of the five articles that Galley is modelled on.",
    discussion: """
      \(BenchArticle.allCases.map { "\($0.rawValue): \($0.title)." }.joined(separator: "\n"))

      The rows are built-in, and the clock is virtual, so the tables are the same on each machine. The \
      manual has them beside the claims of each article.

      Example:
        galley bench article 2
      """)

  @Argument(help: "The number of the article, 0 to 4.")
  var number: Int

  @OptionGroup var look: LookOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the tables to this file.", valueName: "file"))
  var output: String?

  mutating func validate() throws {
    guard BenchArticle(rawValue: number) != nil else {
      throw ValidationError("an article has a number from 0 to \(BenchArticle.allCases.count - 1)")
    }
    try checkNotEmpty(("--output", output))
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.write(output ?? "-", as: "--output")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    guard let article = BenchArticle(rawValue: number) else { return .usage }
    var rendering = RenderOptions(template: try look.template, fonts: look.fonts)
    rendering.mode = .sync
    let tables = try await article.run(rendering)
    let writer = try RecordWriter(path: output ?? "-")
    try writer.write(line: tables.map(\.markdown).joined(separator: "\n"))
    try writer.finish()
    return .done
  }
}
