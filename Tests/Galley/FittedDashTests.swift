import GalleyPrimitives
import GalleyText
import Testing

@testable import GalleyRaster

@Suite("Fitted dashes", .timeLimit(.minutes(5)))
struct FittedDashTests {
  private static let patterns = LinePattern.allCases.filter { $0 != .solid }

  /// Whether the line is drawn at a place, by the lengths of dashes and gaps.
  private func isDrawn(_ lengths: [Double], at place: Double) -> Bool {
    let period = lengths.reduce(0, +)
    var rest = place - (place / period).rounded(.down) * period
    for (index, length) in lengths.enumerated() {
      if rest < length { return index.isMultiple(of: 2) }
      rest -= length
    }
    return false
  }

  @Test("of a line end with a whole dash, stretched by at most half a period", arguments: patterns)
  func lines(pattern: LinePattern) {
    for width in [0.7, 2, 3.5] {
      let own = pattern.dashes.map { $0 * width }
      let period = own.reduce(0, +)
      for length in stride(from: 1.5 * period, to: 20 * period, by: 0.37 * period) {
        let lengths = FittedDashes(pattern: pattern, width: width).line(length)
        let factor = lengths[1] / own[1]
        #expect(abs(factor - 1) * length <= period * max(1, factor))
        // Whole periods, and the first dash again; documents have three decimals.
        let periods = (length - lengths[0]) / lengths.reduce(0, +)
        #expect(abs(periods - periods.rounded()) < 0.01)
        let written = lengths.map { ($0 * 1000).rounded() / 1000 }
        let last = periods.rounded() * written.reduce(0, +)
        #expect(lengths[0] > 0 || last <= length && last > length - 0.1, "\(width) \(length)")
      }
    }
  }

  @Test("of a border have the middle of a dash at each corner", arguments: patterns)
  func borders(pattern: LinePattern) {
    for (width, height) in [(40.0, 12.0), (333.3, 18.2), (7, 90), (1, 1)] {
      let dashes = FittedDashes(pattern: pattern, width: 1.5)
      let box = Rect(x: 3, y: 4, width: width, height: height)
      let lengths = dashes.border(of: box, radii: .zero)
      #expect(lengths.count.isMultiple(of: 2))
      #expect(abs(lengths.reduce(0, +) - 2 * (width + height)) < 1e-6)
      let reach = 1e-4
      for corner in [0, width, width + height, 2 * width + height] {
        #expect(isDrawn(lengths, at: corner + reach), "\(width) \(corner)")
        #expect(isDrawn(lengths, at: 2 * (width + height) + corner - reach), "\(width) \(corner)")
      }
      let round = dashes.border(of: box, radii: CornerRadii(all: 5))
      let corners = min(5, width / 2, height / 2) * (8 - 2 * Double.pi)
      #expect(abs(round.reduce(0, +) - (2 * (width + height) - corners)) < 1e-6)
    }
    #expect(
      FittedDashes(pattern: .solid, width: 2).border(
        of: Rect(x: 0, y: 0, width: 9, height: 9), radii: .zero) == [])
  }

  @Test("of endless and empty lines are those of the pattern")
  func extremes() {
    let dashes = FittedDashes(pattern: .dash, width: 1)
    for length in [0, -1, .infinity, .nan, 1e12] { #expect(dashes.line(length) == [12, 3]) }
    #expect(dashes.border([1e9, 1, 1e9, 1]) == [12, 3])
    #expect(dashes.line(6) == [6, 1.5])
  }
}
