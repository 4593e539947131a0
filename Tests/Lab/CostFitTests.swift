import GalleyFrames
import GalleyLab
import Testing

@Suite("CostFit", .timeLimit(.minutes(15)))
struct CostFitTests {
  /// Work of many shapes, and what it takes by a cost.
  private func samples(
    _ time: (WorkAmount) -> Double, count: Int = 60
  ) -> [CostFit.Sample] {
    (0..<count).map { index in
      let work = WorkAmount(glyphs: 10 + index * 7 % 200, pixels: 50_000 + index * index * 900)
      return CostFit.Sample(work, time: time(work))
    }
  }

  @Test("finds the coefficients that samples were made with")
  func exact() {
    let samples = samples { 15_000 + 350 * Double($0.glyphs) + 0.08 * Double($0.pixels) }
    let cost = CostFit.fit(samples, [.fixed, .perGlyph, .perPixel])
    #expect(abs(cost.fixed - 15_000) < 1)
    #expect(abs(cost.perGlyph - 350) < 0.01)
    #expect(abs(cost.perPixel - 0.08) < 0.001)
    #expect(abs(CostFit.error(cost, samples)) < 1e-3)
  }

  @Test("tells the costs of first fonts and glyphs from those of all rows, frame by frame")
  func firstSights() {
    let samples = (0..<60).map { index in
      let work = WorkAmount(
        glyphs: 40 + index * 37 % 90, pixels: 9000 + index * 53 % 4000, rows: 1 + index % 3,
        newGlyphs: 60 / (index + 1), newFonts: index == 0 ? 6 : index % 20 == 7 ? 1 : 0)
      let time =
        9000 * Double(work.rows) + 200 * Double(work.glyphs) + 2500 * Double(work.newGlyphs)
        + 400_000 * Double(work.newFonts)
      return CostFit.Sample(work, time: time)
    }
    let cost = CostFit.fit(samples, [.perRow, .perGlyph, .perNewGlyph, .perNewFont])
    #expect(abs(cost.perNewFont - 400_000) < 1 && abs(cost.perNewGlyph - 2500) < 0.1)
    #expect(CostFit.frameError(cost, samples) < 1e-6)
    // Errors of opposite signs do not cancel out.
    var mean = StageCost()
    mean.fixed = samples.reduce(0) { $0 + $1.time } / 60
    #expect(abs(CostFit.error(mean, samples)) < 1e-6 && CostFit.frameError(mean, samples) > 0.3)
  }

  @Test("is not misled by a few disturbed samples")
  func robust() {
    var samples = samples { 15_000 + 350 * Double($0.glyphs) }
    for index in stride(from: 3, to: 60, by: 9) { samples[index].time *= 30 }
    let terms: [CostFit.Term] = [.fixed, .perGlyph]
    let cost = CostFit.robustFit(samples, terms)
    #expect(abs(cost.fixed - 15_000) < 500 && abs(cost.perGlyph - 350) < 10)
    #expect(CostFit.fit(samples, terms).fixed > 30_000)
  }

  @Test("leaves out what would be negative, and what the samples cannot tell apart")
  func degenerate() {
    let quicker = samples { 1_000_000 - 100 * Double($0.glyphs) }
    let cost = CostFit.fit(quicker, [.fixed, .perGlyph])
    #expect(cost.perGlyph == 0 && cost.fixed > 900_000)
    let equal = (0..<9).map { _ in CostFit.Sample(WorkAmount(glyphs: 5), time: 40) }
    #expect(CostFit.fit(equal, [.fixed, .perGlyph]).fixed == 40)
    #expect(CostFit.fit([], [.fixed]) == StageCost())
  }
}
