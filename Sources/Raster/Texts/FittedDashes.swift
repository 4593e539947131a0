import GalleyPrimitives
import GalleyText

/// The dashes of lines and borders of text, stretched a little along the line, so that no part of a dash remains.
struct FittedDashes {
  let pattern: LinePattern
  /// The width that lengths are multiples of, in device pixels.
  let width: Double

  /// The largest number of dashes of a border that are fitted.
  private static let maximumCount = 2048

  private var lengths: [Double] { pattern.dashes.map { $0 * width } }

  /// The alternating lengths of dashes and gaps of a line, which begins and ends with a whole dash.
  func line(_ length: Double) -> [Double] {
    let own = lengths
    let period = own.reduce(0, +)
    guard let first = own.first, period > 0.25, length > 0, length < 1e9 else { return own }
    let count = ((length - first) / period).rounded()
    guard count > 0 else { return first > 0 ? own.map { $0 * length / first } : own }
    let factor = length / (count * period + first)
    guard first == 0 else { return own.map { $0 * factor } }
    // A dot at the end has no length, and must not be lost by rounding, in documents to three decimals.
    return own.map { max(0, ($0 * factor * 1000 - 1e-6).rounded(.down)) / 1000 }
  }

  /// The alternating lengths of dashes and gaps around a closed border of some sides, at each end of which is the middle
  /// of a dash; a border with rounded corners is one side.
  func border(_ sides: [Double]) -> [Double] {
    // Cairo takes lengths of 0 within a list for no dots.
    let own = lengths.map { max($0, 1e-3) }
    let period = own.reduce(0, +)
    guard let first = own.first, period > 0.25,
      sides.allSatisfy({ $0 > 0 && $0 / period < Double(Self.maximumCount) })
    else { return own }
    var result: [Double] = []
    // The dash that begins at the end of the last period.
    var begun = 0.0
    for side in sides {
      let count = max(1, (side / period).rounded())
      let factor = side / (count * period)
      for _ in 0..<Int(count) {
        result.append(begun + first / 2 * factor)
        result += own.dropFirst().map { $0 * factor }
        begun = first / 2 * factor
      }
    }
    return result + [begun, 0]
  }
}

extension FittedDashes {
  /// The lengths of dashes around a box with corner radii: each side of a box with sharp corners is fitted by itself.
  func border(of box: Rect, radii: CornerRadii) -> [Double] {
    guard pattern != .solid else { return [] }
    let radii = radii.fitted(to: box.size)
    let corners = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    let sum = corners.reduce(0, +)
    guard sum > 0 else { return border([box.width, box.height, box.width, box.height]) }
    return border([2 * (box.width + box.height) - sum * (2 - Double.pi / 2)])
  }
}
