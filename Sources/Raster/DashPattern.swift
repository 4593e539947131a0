/// Lengths along a line, in device pixels, that are drawn and left free in turn.
struct DashPattern: Hashable, Sendable {
  /// The lengths; an even number of them.
  private let lengths: [Double]
  /// Their sum.
  let period: Double
  /// How far into the pattern the line begins, from 0 to the period.
  private let phase: Double
  /// What is drawn of one period.
  private let drawnLength: Double

  /// The pattern of a border at `scale`; `nil` for a whole line.
  ///
  /// An odd number of lengths is taken twice, as in PostScript. A line is whole where there are no
  /// lengths, more than 64, or no gaps, where a length is negative or not finite, or where a period is
  /// shorter than a device pixel, in which no eye can tell dashes.
  init?(_ border: Border, scale: Double) {
    var lengths = border.dashes.map { $0 * scale }
    if lengths.count % 2 == 1 { lengths += lengths }
    let period = lengths.reduce(0, +)
    let drawn = stride(from: 0, to: lengths.count, by: 2).reduce(0) { $0 + lengths[$1] }
    guard lengths.count <= 64, lengths.allSatisfy({ $0 >= 0 }), period >= 1, period < 1e9,
      drawn < period
    else { return nil }
    self.lengths = lengths
    self.period = period
    drawnLength = drawn
    let start = border.phase * scale
    let phase = start.isFinite ? start.remainder(dividingBy: period) : 0
    self.phase = phase < 0 ? phase + period : phase
  }

  /// How much is drawn between two places on the line, the first of which is not after the other.
  ///
  /// - Complexity: O(lengths).
  func drawn(from start: Double, to end: Double) -> Double {
    end > start ? drawn(before: end + phase) - drawn(before: start + phase) : 0
  }

  /// What is drawn of the pattern before a place of it.
  private func drawn(before place: Double) -> Double {
    let turns = (place / period).rounded(.down)
    var rest = place - turns * period
    var sum = turns * drawnLength
    for (index, length) in lengths.enumerated() where rest > 0 {
      if index % 2 == 0 { sum += min(rest, length) }
      rest -= length
    }
    return sum
  }

  /// The dashes between two places on the line, each from its start to its end.
  func dashes(from start: Double, to end: Double) -> [(start: Double, end: Double)] {
    var result: [(start: Double, end: Double)] = []
    var place = ((start + phase) / period).rounded(.down) * period - phase
    while place < end {
      for (index, length) in lengths.enumerated() {
        let dash = (start: max(place, start), end: min(place + length, end))
        if index % 2 == 0, dash.end > dash.start { result.append(dash) }
        place += length
      }
    }
    return result
  }
}
