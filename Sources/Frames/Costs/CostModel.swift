import Foundation

/// An amount of work, on which costs depend.
public struct WorkAmount: Hashable, Sendable, Codable {
  /// Glyphs laid out or drawn.
  public var glyphs: Int
  /// Pixels drawn or encoded.
  public var pixels: Int
  /// Bytes written.
  public var bytes: Int
  /// Emoji that no earlier row has.
  public var newEmoji: Int
  /// Glyphs that no earlier row has, emoji included.
  public var newGlyphs: Int
  /// Fonts that no earlier row has.
  public var newFonts: Int
  /// Glyphs of rows that no earlier row equals: they are shaped and drawn for the first time at their place.
  public var firstGlyphs: Int
  /// Rows of a frame.
  public var rows: Int
  /// Workers that open their fonts, for their first row.
  public var newWorkers: Int

  /// An amount of work.
  public init(
    glyphs: Int = 0, pixels: Int = 0, bytes: Int = 0, newEmoji: Int = 0, rows: Int = 0,
    newGlyphs: Int = 0, newFonts: Int = 0, firstGlyphs: Int = 0, newWorkers: Int = 0
  ) {
    self.glyphs = glyphs
    self.pixels = pixels
    self.bytes = bytes
    self.newEmoji = newEmoji
    self.newGlyphs = newGlyphs
    self.newFonts = newFonts
    self.rows = rows
    self.firstGlyphs = firstGlyphs
    self.newWorkers = newWorkers
  }
}

extension WorkAmount {
  /// Returns the share of `count` pixel rows in the work of a row of `height`.
  package func part(_ count: Int, of height: Int) -> WorkAmount {
    guard count < height else { return self }
    func share(_ amount: Int) -> Int {
      Int((Double(amount) * Double(count) / Double(height)).rounded(.up))
    }
    return WorkAmount(
      glyphs: share(glyphs), pixels: share(pixels), bytes: share(bytes),
      newEmoji: share(newEmoji), rows: rows, newGlyphs: share(newGlyphs),
      newFonts: share(newFonts), firstGlyphs: share(firstGlyphs), newWorkers: newWorkers)
  }

  /// This work with the first sights of other work.
  package func withSights(of other: WorkAmount) -> WorkAmount {
    var work = self
    work.newEmoji = other.newEmoji
    (work.newGlyphs, work.newFonts, work.firstGlyphs) = (
      other.newGlyphs, other.newFonts, other.firstGlyphs
    )
    return work
  }

  /// This work when its glyphs and fonts were seen before.
  package var ofLaterSight: WorkAmount {
    var work = self
    (work.newEmoji, work.newGlyphs, work.newFonts, work.firstGlyphs) = (0, 0, 0, 0)
    return work
  }
}

/// A step with a cost.
public enum CostStage: String, Hashable, Sendable, CaseIterable, Codable {
  /// Laying out a row.
  case layout
  /// Rasterizing a row.
  case raster
  /// Encoding a row's picture.
  case encode
  /// Finding a frame's rows, on the main queue.
  case build
  /// Assembling a frame, on the main queue.
  case composite
}

/// The cost of a stage: a linear function of the work, in nanoseconds.
public struct StageCost: Hashable, Sendable, Codable {
  /// For each run of the stage.
  public var fixed = 0.0
  /// For each glyph.
  public var perGlyph = 0.0
  /// For each pixel.
  public var perPixel = 0.0
  /// For each byte.
  public var perByte = 0.0
  /// For each emoji that no earlier row has.
  public var perNewEmoji = 0.0
  /// For each glyph that no earlier row has.
  public var perNewGlyph = 0.0
  /// For each font that no earlier row has, which is opened.
  public var perNewFont = 0.0
  /// For each glyph of rows that no earlier row equals.
  public var perFirstGlyph = 0.0
  /// For each row.
  public var perRow = 0.0
  /// For each worker at its first row.
  public var perNewWorker = 0.0

  /// A stage without costs.
  public init() {}

  /// Decodes coefficients; missing ones are 0.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value(_ key: CodingKeys) throws -> Double {
      let value = try values.decodeIfPresent(Double.self, forKey: key) ?? 0
      guard value >= 0, value.isFinite else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "\(value) ns is no cost")
      }
      return value
    }
    fixed = try value(.fixed)
    perGlyph = try value(.perGlyph)
    perPixel = try value(.perPixel)
    perByte = try value(.perByte)
    perNewEmoji = try value(.perNewEmoji)
    perNewGlyph = try value(.perNewGlyph)
    perNewFont = try value(.perNewFont)
    perFirstGlyph = try value(.perFirstGlyph)
    perRow = try value(.perRow)
    perNewWorker = try value(.perNewWorker)
  }

  /// Whether every coefficient is finite and not negative.
  var isSupported: Bool {
    Self.terms.allSatisfy { self[keyPath: $0] >= 0 && self[keyPath: $0].isFinite }
  }

  func nanoseconds(for work: WorkAmount) -> Double {
    fixed + perGlyph * Double(work.glyphs) + perPixel * Double(work.pixels)
      + perByte * Double(work.bytes) + perNewEmoji * Double(work.newEmoji)
      + perRow * Double(work.rows) + perNewGlyph * Double(work.newGlyphs)
      + perNewFont * Double(work.newFonts) + perFirstGlyph * Double(work.firstGlyphs)
      + perNewWorker * Double(work.newWorkers)
  }

  /// All coefficients.
  static var terms: [WritableKeyPath<StageCost, Double>] {
    [
      \.fixed, \.perGlyph, \.perPixel, \.perByte, \.perNewEmoji, \.perNewGlyph, \.perNewFont,
      \.perFirstGlyph, \.perRow, \.perNewWorker,
    ]
  }
}

extension StageCost {
  /// Returns the cost of a stage that takes `factor` times as long.
  package func multiplied(by factor: Double) -> StageCost {
    var cost = self
    for term in Self.terms { cost[keyPath: term] *= factor }
    return cost
  }
}

/// The costs of all stages on the virtual clock.
///
/// `CostModel.json` has the coefficients, which are fitted to measurements and compiled in. Each
/// result that depends on them contains them.
public struct CostModel: Hashable, Sendable, Codable {
  /// Laying out a row.
  public var layout = StageCost()
  /// Rasterizing a row.
  public var raster = StageCost()
  /// Encoding a row's picture.
  public var encode = StageCost()
  /// Finding a frame's rows.
  public var build = StageCost()
  /// Assembling a frame.
  public var composite = StageCost()
  /// The factor of all costs: `--cpu-throttle`.
  public var throttle = 1.0

  private enum CodingKeys: String, CodingKey {
    case layout, raster, encode, build, composite
  }

  /// A model without costs.
  public init() {}

  /// A model from JSON, as in `CostModel.json`.
  ///
  /// - Throws: `DecodingError`.
  public init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(CostModel.self, from: Data(json))
  }

  /// The model in `CostModel.json`.
  ///
  /// - Throws: `DecodingError` if the file is wrong.
  public static func committed() throws -> CostModel {
    try CostModel(json: PackageResources.CostModel_json)
  }

  /// The cost of a stage.
  public subscript(stage: CostStage) -> StageCost {
    switch stage {
    case .layout: layout
    case .raster: raster
    case .encode: encode
    case .build: build
    case .composite: composite
    }
  }

  /// Whether a cost depends on the glyphs or fonts that no earlier row has.
  package var countsSights: Bool {
    CostStage.allCases.contains { self[$0].perNewGlyph > 0 || self[$0].perNewFont > 0 }
  }

  /// A stage with a negative or infinite coefficient; `nil` if there is none.
  ///
  /// Every scroll checks this, because coefficients are variables.
  public var unsupportedStage: CostStage? {
    CostStage.allCases.first { !self[$0].isSupported }
  }

  /// The time of `stage` for `work`, to the nanosecond; zero if it is negative or not a number.
  public func time(of stage: CostStage, for work: WorkAmount) -> Duration {
    let nanoseconds = self[stage].nanoseconds(for: work) * max(0, throttle)
    guard nanoseconds > 0 else { return .zero }
    // A cost of centuries is a mistake in the model, and must not trap.
    return .nanoseconds(Int64(min(nanoseconds.rounded(), 0x1p62)))
  }
}
