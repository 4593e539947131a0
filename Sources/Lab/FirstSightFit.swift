import Galley
package import GalleyFrames
import GalleyLive
import GalleyPictures

/// The cost model fitted to this machine, to the costs of rows at their first sight.
///
/// A scroll shows most rows for the first time. So the fit includes the costs of a cold start: fonts that
/// are opened, the first glyphs of a size, the first emoji, and page faults. ``CostBench`` fits the costs
/// of rows whose fonts and glyphs are known.
package struct FirstSightFit: Sendable {
  /// The model, without a throttle.
  package let model: CostModel
  /// For each fitted stage, the predicted sum divided by the measured sum, less 1, of every second row
  /// by a fit to the others.
  package let errors: [(stage: CostStage, error: Double)]
  /// The number of rows.
  package let rowCount: Int

  /// More rows would take seconds at a debug build's speed.
  private static let rowLimit = 200

  /// Lays out and draws the first rows of `survey`, each once, with fonts that are not open yet.
  ///
  /// - Throws: The errors of laying out and drawing a row.
  init(_ survey: FeedSurvey, options: ScrollOptions) throws {
    let probe = try StageProbe(options.rendering)
    var samples: [CostStage: [CostFit.Sample]] = [:]
    var emoji: Set<SurveyedRow.Emoji> = []
    rowCount = min(survey.rows.count, Self.rowLimit)
    for row in survey.rows.prefix(Self.rowLimit) {
      // The bench scrolls items of a feed alone.
      guard let item = row.cell.item else { continue }
      var work = row.work
      work.newEmoji = row.emoji.count { emoji.insert($0).inserted }
      let start = ThreadTime.now
      let content = try probe.content(of: item)
      let layout = try probe.layout(
        content.content, width: options.rendering.template.width)
      let middle = ThreadTime.now
      _ = try probe.pictures(of: layout)
      let end = ThreadTime.now
      samples[.layout, default: []].append(
        CostFit.Sample(work, time: (middle - start) / .nanoseconds(1)))
      samples[.raster, default: []].append(
        CostFit.Sample(work, time: (end - middle) / .nanoseconds(1)))
    }
    let terms: [(CostStage, WritableKeyPath<CostModel, StageCost>, [CostFit.Term])] = [
      (.layout, \.layout, [.fixed, .perGlyph]),
      (.raster, \.raster, [.fixed, .perGlyph, .perPixel, .perNewEmoji]),
    ]
    var model = options.costModel
    var errors: [(stage: CostStage, error: Double)] = []
    for (stage, path, terms) in terms {
      let all = samples[stage] ?? []
      let halves = [0, 1].map { half in
        all.enumerated().filter { $0.offset % 2 == half }.map(\.element)
      }
      errors.append((stage, CostFit.error(CostFit.fit(halves[0], terms), halves[1])))
      model[keyPath: path] = CostFit.fit(all, terms)
    }
    model.throttle = 1
    self.model = model
    self.errors = errors
  }
}
