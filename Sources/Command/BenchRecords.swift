import Foundation
import Galley
import GalleyHandles
import GalleyLab

/// What figures depend on beside the code; the last line of `galley bench`.
struct BenchModel: Encodable {
  var summary = true
  var processors: Int
  var processor: String
  var build: String
  var libraries: [String: String]
  var fonts: String
  /// Only of ``StagesCommand``.
  var fontCount: Int?
  var feed: String
  /// Only of the built-in feed.
  var seed: UInt64?
  var width: Double
  var scale: Double
  var theme: String

  /// The model of figures of a feed, or of the built-in one of `seed`.
  init(look: LookOptions, feed: String, seed: UInt64?, fontCount: Int?) {
    processors = ProcessInfo.processInfo.activeProcessorCount
    processor = Self.processorName
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    libraries = Dictionary(
      LibraryVersion.all.map { ($0.name, $0.version) }, uniquingKeysWith: { first, _ in first })
    fonts = look.fonts.name
    self.fontCount = fontCount
    self.feed = feed
    self.seed = seed
    width = look.width
    scale = look.scale
    theme = look.theme
  }

  /// The model on one line, for people.
  var words: String {
    let versions = LibraryVersion.all.prefix(5).map { "\($0.name) \($0.version)" }
    var words = "\(processors) × \(processor), \(build) build, "
    words += versions.joined(separator: ", ")
    words += fontCount.map { ", \($0) fonts (\(fonts))" } ?? ", fonts: \(fonts)"
    words += ", feed \(feed)"
    if let seed { words += " of seed \(seed)" }
    words += ", theme \(theme), width \(width) at scale \(scale)"
    return words
  }

  private static var processorName: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "processor"
  }
}

/// A stage as `galley bench stages --json` tells of it.
struct StageRecord: Encodable {
  var stage: String
  var unit: String
  var median: Double
  var min: Double
  var max: Double
  var samples: Int
  var counters: [String: Double]

  init(_ result: StageResult) {
    stage = result.stage
    unit = result.unit
    median = result.median
    min = result.lowest
    max = result.highest
    samples = result.sampleCount
    counters = Dictionary(
      result.counters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

/// What `galley bench stages` prints without `--json`.
enum StageTable {
  static let head = line("stage", ["median", "min", "max"], "unit", "in one pass")

  static func line(_ result: StageResult) -> String {
    let figures = [result.median, result.lowest, result.highest]
    let counters = result.counters.map { counter in
      let value = counter.value
      let shown = value == value.rounded() ? String(Int(value)) : String(format: "%.2f", value)
      return "\(shown) \(counter.name)"
    }
    return line(
      result.stage, figures.map { String(format: "%.2f", $0) }, result.unit,
      counters.joined(separator: ", "))
  }

  private static func line(
    _ stage: String, _ figures: [String], _ unit: String, _ counters: String
  ) -> String {
    func space(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count))
    }
    let columns = figures.map { space($0, 10) + $0 }.joined()
    return stage + space(stage, 17) + columns + "  " + unit + space(unit, 10) + counters
  }
}
