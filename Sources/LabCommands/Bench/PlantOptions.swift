import ArgumentParser
import Galley
import GalleyFrames
import GalleyTrials

/// The faults that a bench plants in its own scrolls.
struct PlantOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Plant faults in the scrolls, to test whether bench compare finds them, with commas: layout=5% \
      (layouts take longer), frames=20% (all work in scrolls takes longer), pause=1/100 (the main queue works a \
      millisecond longer in one of 100 frames), hits=10% (this share of the known heights is forgotten).
      """, valueName: "faults"))
  var plant: String?

  mutating func validate() throws { _ = try planted() }

  /// The faults; none without the option.
  var faults: PlantedFaults { (try? planted()) ?? PlantedFaults() }

  private func planted() throws -> PlantedFaults {
    var faults = PlantedFaults()
    for word in plant?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, Self.apply(parts[0], parts[1], to: &faults) else {
        throw ValidationError(
          "--plant is layout=5%, frames=20%, pause=1/100 or hits=10%, or several with commas; \(word) is not"
        )
      }
    }
    return faults
  }

  /// Plants one fault; `false` if its value is out of bounds.
  private static func apply(
    _ name: Substring, _ value: Substring, to faults: inout PlantedFaults
  ) -> Bool {
    func share(_ limit: Double) -> Double? {
      guard value.hasSuffix("%"), let percent = Double(value.dropLast()), percent > 0,
        percent <= limit
      else { return nil }
      return percent / 100
    }
    switch name {
    case "layout":
      guard let share = share(1000) else { return false }
      faults.layoutGrowth = share
    case "frames":
      guard let share = share(1000) else { return false }
      faults.frameGrowth = share
    case "hits":
      guard let share = share(100) else { return false }
      faults.forgottenShare = share
    case "pause":
      let numbers = value.split(separator: "/")
      guard numbers.count == 2, let milliseconds = Double(numbers[0]), let count = Int(numbers[1]),
        milliseconds > 0, milliseconds <= 1000, (1...1_000_000).contains(count)
      else { return false }
      faults.pause = .seconds(milliseconds / 1000)
      faults.pauseInterval = count
    default: return false
    }
    return true
  }
}
