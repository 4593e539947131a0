package import GalleyPrimitives

/// Alternating lengths of dashes and gaps along a line, in device pixels.
package struct DashPattern: Hashable, Sendable {
  /// The lengths; their number is even.
  package let lengths: [Double]
  /// Their sum.
  let period: Double
  /// The offset into the pattern at which the line begins, from 0 to the period.
  package let phase: Double
  /// The drawn length of one period.
  private let drawnLength: Double

  /// Makes the pattern of a border at `scale`; `nil` for a solid line.
  ///
  /// An odd number of lengths is repeated once, as in PostScript. A line is solid if it has no
  /// lengths, more than 64, no gaps, a length that is negative or not finite, or a period shorter
  /// than a device pixel, because dashes are then invisible.
  package init?(_ border: Border, scale: Double) {
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

  /// Returns the drawn length between two positions on the line; `start` is not after `end`.
  ///
  /// - Complexity: O(lengths).
  func drawn(from start: Double, to end: Double) -> Double {
    end > start ? drawn(before: end + phase) - drawn(before: start + phase) : 0
  }

  /// Returns the drawn length of the pattern before a position in it.
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

  /// Returns the dashes between two positions on the line, each with its start and end.
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
