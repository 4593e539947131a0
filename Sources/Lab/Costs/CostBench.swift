package import Galley
package import GalleyFrames
import GalleyStageBenches

/// Measures rows one by one, and fits the cost model to them.
package struct CostBench {
  private let probe: StageProbe

  /// A fitted model, and its errors.
  package struct Fit: Sendable {
    /// The model, without a throttle.
    package var model: CostModel
    /// The predicted sum divided by the measured sum, less 1, for each fitted stage.
    package var errors: [(stage: CostStage, error: Double)]
    /// The number of rows.
    package var rowCount: Int
  }

  /// A bench of rows that `options` render.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  package init(_ options: RenderOptions) throws { probe = try StageProbe(options) }

  /// Lays out, draws and encodes each row of `feed` in several passes, and takes the shortest
  /// times.
  ///
  /// New emoji and the main queue's stages keep the costs of `base`: a first pass has drawn all
  /// emoji, and the main queue's stages do not belong to a row.
  ///
  /// - Throws: ``FeedError``, and the errors of laying out and drawing a row.
  package func fit(_ feed: FeedInput, passes: Int, base: CostModel) throws -> Fit {
    let items = try probe.readItems(of: feed)
    var layout: [CostFit.Sample] = []
    var raster: [CostFit.Sample] = []
    var encode: [CostFit.Sample] = []
    let clock = ContinuousClock()
    for item in items {
      var best = (layout: Double.infinity, raster: Double.infinity, encode: Double.infinity)
      var work = WorkAmount()
      // The first pass fills the caches of glyphs and memory.
      for pass in 0...max(1, passes) {
        let marked = item.marked(pass)
        let start = clock.now
        let row = try probe.set(marked)
        let set = start.duration(to: clock.now) / .nanoseconds(1)
        work = WorkAmount(glyphs: row.glyphCount, pixels: row.pixelCount)
        var times = (raster: 0.0, encode: 0.0)
        var last = clock.now
        try probe.rasterize(row) { pixels, stride, rowCount in
          let drawn = clock.now
          times.raster += last.duration(to: drawn) / .nanoseconds(1)
          _ = probe.encode(pixels, stride: stride, rowCount: rowCount)
          last = clock.now
          times.encode += drawn.duration(to: last) / .nanoseconds(1)
        }
        guard pass > 0 else { continue }
        best = (
          min(best.layout, set), min(best.raster, times.raster), min(best.encode, times.encode)
        )
      }
      layout.append(CostFit.Sample(work, time: best.layout))
      raster.append(CostFit.Sample(work, time: best.raster))
      encode.append(CostFit.Sample(work, time: best.encode))
    }
    var model = base
    model.layout = CostFit.fit(layout, [.fixed, .perGlyph])
    model.raster = CostFit.fit(raster, [.fixed, .perGlyph, .perPixel])
    model.encode = CostFit.fit(encode, [.fixed, .perPixel])
    var errors: [(stage: CostStage, error: Double)] = []
    for (stage, samples) in [(CostStage.layout, layout), (.raster, raster), (.encode, encode)] {
      errors.append((stage, CostFit.error(model[stage], samples)))
    }
    model.raster.perNewEmoji = base.raster.perNewEmoji
    return Fit(model: model, errors: errors, rowCount: items.count)
  }
}
