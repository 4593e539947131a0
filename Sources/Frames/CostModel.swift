import Foundation

/// How much there is to do: what costs are made of.
public struct WorkAmount: Hashable, Sendable, Codable {
  /// Glyphs laid out or drawn.
  public var glyphs: Int
  /// Pixels drawn or encoded.
  public var pixels: Int
  /// Bytes written.
  public var bytes: Int
  /// Emoji that are used for the first time.
  public var newEmoji: Int
  /// Rows looked at.
  public var rows: Int

  /// An amount of work.
  public init(
    glyphs: Int = 0, pixels: Int = 0, bytes: Int = 0, newEmoji: Int = 0, rows: Int = 0
  ) {
    self.glyphs = glyphs
    self.pixels = pixels
    self.bytes = bytes
    self.newEmoji = newEmoji
    self.rows = rows
  }
}

/// The steps that have a cost of their own.
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

/// What a stage costs: a linear function of the work, in nanoseconds.
public struct StageCost: Hashable, Sendable, Codable {
  /// For each time.
  public var fixed = 0.0
  /// For each glyph.
  public var perGlyph = 0.0
  /// For each pixel.
  public var perPixel = 0.0
  /// For each byte.
  public var perByte = 0.0
  /// For each emoji that is used for the first time.
  public var perNewEmoji = 0.0
  /// For each row.
  public var perRow = 0.0

  /// A stage that costs nothing.
  public init() {}

  /// Reads coefficients; those that are not there are 0.
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
    perRow = try value(.perRow)
  }

  /// Whether every coefficient is a cost: finite, and not negative.
  var isSupported: Bool {
    [fixed, perGlyph, perPixel, perByte, perNewEmoji, perRow].allSatisfy { $0 >= 0 && $0.isFinite }
  }

  func nanoseconds(for work: WorkAmount) -> Double {
    fixed + perGlyph * Double(work.glyphs) + perPixel * Double(work.pixels)
      + perByte * Double(work.bytes) + perNewEmoji * Double(work.newEmoji)
      + perRow * Double(work.rows)
  }
}

/// What everything costs on the virtual clock.
///
/// The coefficients lie in `CostModel.json`, which is fitted to measurements and compiled in. They
/// are printed with every result that comes from them.
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
  /// Every cost is multiplied by this: `--cpu-throttle`.
  public var throttle = 1.0

  private enum CodingKeys: String, CodingKey {
    case layout, raster, encode, build, composite
  }

  /// A model in which nothing costs anything.
  public init() {}

  /// A model from JSON, as in `CostModel.json`.
  ///
  /// - Throws: `DecodingError`.
  public init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(CostModel.self, from: Data(json))
  }

  /// The committed model.
  ///
  /// - Throws: `DecodingError`, if the committed file is wrong.
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

  /// A stage of which a coefficient is negative or not finite; `nil` if there is none.
  ///
  /// Every scroll checks this, since coefficients are variables.
  public var unsupportedStage: CostStage? {
    CostStage.allCases.first { !self[$0].isSupported }
  }

  /// The time that `stage` takes for `work`, to the nanosecond; zero where that is negative or no number.
  public func time(of stage: CostStage, for work: WorkAmount) -> Duration {
    let nanoseconds = self[stage].nanoseconds(for: work) * max(0, throttle)
    guard nanoseconds > 0 else { return .zero }
    // A cost beyond centuries is a mistake in the model, not a reason to trap.
    return .nanoseconds(Int64(min(nanoseconds.rounded(), 0x1p62)))
  }
}
