import GalleyFrames
import Testing

@Suite("CostModel", .timeLimit(.minutes(15)))
struct CostModelTests {
  /// A different amount of each kind.
  private let work = WorkAmount(
    glyphs: 1, pixels: 2, bytes: 3, newEmoji: 4, rows: 5, newGlyphs: 6, newFonts: 7,
    firstGlyphs: 8, newWorkers: 9)

  @Test("work has no amounts but the given ones")
  func noWork() {
    let none = WorkAmount()
    let amounts = [
      none.glyphs, none.pixels, none.bytes, none.newEmoji, none.rows, none.newGlyphs,
      none.newFonts, none.firstGlyphs, none.newWorkers,
    ]
    #expect(amounts == [0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("a cost is the sum of all its terms")
  func sum() {
    var cost = StageCost()
    (cost.fixed, cost.perGlyph, cost.perPixel) = (1, 2, 3)
    (cost.perByte, cost.perNewEmoji, cost.perRow) = (4, 5, 6)
    (cost.perNewGlyph, cost.perNewFont) = (7, 8)
    (cost.perFirstGlyph, cost.perNewWorker) = (9, 1)
    var model = CostModel()
    model.raster = cost
    // Each term has a decimal digit of its own.
    let work = WorkAmount(
      glyphs: 10, pixels: 100, bytes: 1000, newEmoji: 10_000, rows: 100_000, newGlyphs: 1_000_000,
      newFonts: 10_000_000, firstGlyphs: 100_000_000, newWorkers: 1_000_000_000)
    #expect(model.time(of: .raster, for: work) == .nanoseconds(1_987_654_321))
    #expect(model.time(of: .layout, for: work) == .zero)
  }

  @Test(
    "a time is rounded to the nearest nanosecond",
    arguments: [(0.0, 0), (0.25, 0), (0.5, 1), (1, 1), (1.25, 1), (1.5, 2)])
  func rounding(fixed: Double, nanoseconds: Int) {
    var model = CostModel()
    model.build.fixed = fixed
    #expect(model.time(of: .build, for: WorkAmount()) == .nanoseconds(nanoseconds))
  }

  @Test("all pixel rows have all of a row's work, and others their share, rounded up")
  func parts() {
    // A number that a division would round.
    let large = WorkAmount(glyphs: (1 << 53) + 1)
    #expect(large.part(10, of: 10) == large && large.part(11, of: 10) == large)
    let half = WorkAmount(
      glyphs: 1, pixels: 1, bytes: 2, newEmoji: 2, rows: 5, newGlyphs: 3, newFonts: 4,
      firstGlyphs: 4, newWorkers: 9)
    #expect(work.part(5, of: 10) == half)
  }

  @Test("work of a later sight has no new emoji, glyphs and fonts, and the same other amounts")
  func sights() {
    let later = WorkAmount(
      glyphs: 1, pixels: 2, bytes: 3, newEmoji: 0, rows: 5, newGlyphs: 0, newFonts: 0,
      firstGlyphs: 0, newWorkers: 9)
    #expect(work.ofLaterSight == later && later.withSights(of: work) == work)
  }

  @Test("coefficients that a file does not have are 0, and 0 is a cost")
  func missingCoefficients() throws {
    let json =
      #"{"layout":{"fixed":0,"perGlyph":2},"raster":{},"encode":{},"build":{},"composite":{}}"#
    var model = CostModel()
    model.layout.perGlyph = 2
    #expect(try CostModel(json: json.utf8) == model)
    #expect(model.unsupportedStage == nil)
  }

  @Test("a cost below 0 or without an end is not supported", arguments: CostStage.allCases)
  func unsupported(stage: CostStage) {
    let values = [-1, -Double.leastNonzeroMagnitude, Double.infinity, -Double.infinity, Double.nan]
    for value in values {
      var cost = StageCost()
      cost.perByte = value
      var model = CostModel()
      switch stage {
      case .layout: model.layout = cost
      case .raster: model.raster = cost
      case .encode: model.encode = cost
      case .build: model.build = cost
      case .composite: model.composite = cost
      }
      #expect(model.unsupportedStage == stage, "\(value)")
    }
  }

  @Test("first sights count as soon as a stage has a cost for a new glyph or a new font")
  func countsSights() {
    var model = CostModel()
    (model.layout.fixed, model.layout.perGlyph) = (5, 5)
    #expect(!model.countsSights)
    model.encode.perNewGlyph = 0.5
    #expect(model.countsSights)
    (model.encode.perNewGlyph, model.composite.perNewFont) = (0, 0.5)
    #expect(model.countsSights)
  }
}
