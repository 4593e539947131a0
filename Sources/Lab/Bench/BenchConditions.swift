package import GalleyFrames

/// The conditions of a bench's scrolls: figures of other conditions cannot be compared.
package struct BenchConditions: Hashable, Sendable, Decodable {
  /// The name of the clock.
  package var clock: String
  /// The name of the script.
  package var script: String
  /// The script with all its values.
  package var movement: String?
  /// The refreshes of the display in a second.
  package var hz: Int
  /// The length of each scroll.
  package var seconds: Double
  /// The factor of all times.
  package var cpuThrottle: Double
  /// The height of the viewport, in layout units.
  package var height: Double?
  /// The digest of the feed's texts.
  package var feedDigest: String?
  /// The number of the feed's rows.
  package var feedRows: Int?
  /// The replacement of missing pictures.
  package var blankPolicy: String?
  /// The changes of the rows in edited scrolls.
  package var edits: String?
  /// The method of rounding corners.
  package var corners: String?
  /// The costs on the virtual clock.
  package var costModel: CostModel?
  /// The look, and the machine.
  package var machine: Machine?

  /// The look of the rows, and the machine.
  package struct Machine: Hashable, Sendable, Decodable {
    package var width: Double?
    package var scale: Double?
    package var theme: String?
    package var template: String?
    package var fonts: String?
    package var lang: String?
    package var pangoExact: Bool?
    package var now: Double?
    package var processor: String?
    package var processors: Int?
    package var build: String?
  }

  /// The name of the first condition that differs from `other`, with both values; `nil` if none does.
  package func difference(from other: BenchConditions) -> String? {
    for (mine, its) in zip(values, other.values) where mine.value != its.value {
      return "\(mine.name) is \(mine.value) and \(its.value)"
    }
    // On the real clock the model only selects the throttle.
    if clock == "virtual", costModel != other.costModel { return "costModel has other costs" }
    return nil
  }

  private var values: [(name: String, value: String)] {
    func words(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "not recorded" }
    let look = [
      // The movement follows from the feed, the script and its length.
      ("clock", clock), ("feedDigest", words(feedDigest)), ("feedRows", words(feedRows)),
      ("script", script), ("hz", words(hz)), ("seconds", words(seconds)),
      ("cpuThrottle", words(cpuThrottle)), ("movement", words(movement)), ("height", words(height)),
      ("width", words(machine?.width)), ("scale", words(machine?.scale)),
      ("theme", words(machine?.theme)), ("template", words(machine?.template)),
      ("fonts", words(machine?.fonts)), ("lang", words(machine?.lang)),
      ("pangoExact", words(machine?.pangoExact)), ("now", words(machine?.now)),
      ("blankPolicy", words(blankPolicy)), ("corners", words(corners)),
      ("edits", words(edits)),
    ]
    guard clock == "real" else { return look }
    return look + [
      ("processor", words(machine?.processor)), ("processors", words(machine?.processors)),
      ("build", words(machine?.build)),
    ]
  }
}
