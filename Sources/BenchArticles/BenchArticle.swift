package import Galley
import GalleyFeed
import GalleyFrames
import GalleyLab
import GalleyPrimitives
package import GalleyStageBenches

/// The experiment of one of the five articles that Galley is modelled on.
package enum BenchArticle: Int, Sendable, CaseIterable {
  /// A template cell, heights measured while idle, a rate of 60 frames a second.
  case templateCell
  /// Heights that are remembered and text that workers draw, and rounded corners.
  case smoothScrolling
  /// The three ways to ask for a height, and the nine mutations.
  case heightCache
  /// The calls for heights with and without estimates.
  case estimates
  /// The reuse pool.
  case reusePool

  /// The subject of the article.
  package var title: String {
    switch self {
    case .templateCell: "A template cell, and heights measured while idle"
    case .smoothScrolling: "Remembered heights and asynchronous drawing"
    case .heightCache: "A height cache through nine mutations"
    case .estimates: "Calls for heights, with and without estimates"
    case .reusePool: "The reuse pool"
    }
  }

  /// Runs the experiment on built-in rows, on the virtual clock, so that the tables are the same on each
  /// machine.
  ///
  /// - Throws: The errors of laying out and drawing rows.
  @MainActor package func run(_ rendering: RenderOptions) async throws -> [MarkdownTable] {
    switch self {
    case .templateCell: try await TemplateCellArticle(rendering).tables()
    case .smoothScrolling: try await SmoothScrollingArticle(rendering).tables()
    case .heightCache: try HeightCacheArticle(rendering).tables()
    case .estimates: EstimatesArticle().tables()
    case .reusePool: try ReusePoolArticle(rendering).tables()
    }
  }

  /// The built-in feed of an experiment.
  static func feed(_ rowCount: Int) -> FeedInput {
    .bytes(BenchFeed.jsonLines(rowCount: rowCount, seed: 1))
  }

  /// The change of one section in which a row is reloaded.
  static func reload(of row: Int, among count: Int) -> RowPathMap {
    func kept(_ rows: Range<Int>) -> RowPathMap.Run {
      .init(
        count: rows.count, source: .kept(from: RowPath(section: 0, row: rows.lowerBound)))
    }
    return RowPathMap(sections: [
      .init(
        origin: 0,
        runs: [kept(0..<row), .init(count: 1, source: .reloaded), kept(row + 1..<count)])
    ])
  }

  /// Rows of words with this many emoji each.
  static func emojiFeed(_ rowCount: Int, emojiCount: Int) -> FeedInput {
    let emoji = ["😀", "👩‍👩‍👧", "🇯🇵", "🚲", "🌧️", "👍🏽", "🎂", "🎈", "🐙", "🍜"]
    let lines = (0..<rowCount).map { row in
      let shown = (0..<emojiCount).map { emoji[($0 + row) % emoji.count] }.joined()
      return
        #"{"id":"e\#(row)","title":"Row \#(row)","body":"Some words of row \#(row). \#(shown)"}"#
        + "\n"
    }
    return .bytes(Array(lines.joined().utf8))
  }
}
