import Galley
import GalleyRowHeights

/// The numbers of measured heights by cause, in the records of `--json`.
struct HeightCauses: Encodable {
  private let heights: RowHeightStatistics

  init(_ heights: RowHeightStatistics) { self.heights = heights }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ cause: RowHeightMiss) { stringValue = cause.rawValue }
    init?(stringValue: String) { return nil }
    init?(intValue: Int) { return nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for cause in RowHeightMiss.allCases {
      try container.encode(heights.missCount(cause), forKey: Key(cause))
    }
  }

  /// The numbers as text: `46 known, 8 measured (8 first use)`.
  static func words(_ heights: RowHeightStatistics) -> String {
    let causes = RowHeightMiss.allCases.filter { heights.missCount($0) > 0 }
      .map { "\(heights.missCount($0)) \(words($0))" }
    let why = causes.isEmpty ? "" : " (" + causes.joined(separator: ", ") + ")"
    return "\(heights.hitCount) known, \(heights.missCount) measured" + why
  }

  private static func words(_ cause: RowHeightMiss) -> String {
    switch cause {
    case .firstUse: "first use"
    case .widthChanged: "width changed"
    case .mutated: "reloaded"
    case .evicted: "evicted"
    case .invalidated: "invalidated"
    case .collision: "equal keys"
    }
  }
}
