package import GalleyHandles
import GalleyPrimitives

/// The base of a picture, of which a row is painted once something is drawn on it.
///
/// Half of the rows of a large card and more show its background alone. A caller that knows where they are needs one
/// row of each run.
package final class SparseGround {
  private let background: Background
  private let kinds: BackgroundRows.Kinds
  /// The picture's row that is the first one of the target.
  private let top: Int
  private var isPainted: [Bool]

  package init(_ background: Background, kinds: BackgroundRows.Kinds, top: Int, rowCount: Int) {
    self.background = background
    self.kinds = kinds
    self.top = top
    isPainted = Array(repeating: false, count: rowCount)
  }

  /// Paints those of `rows`, from the target's first one, that are not painted yet.
  package func paint(_ rows: Range<Int>, onto target: borrowing PixelTarget) {
    kinds.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for row in rows.clamped(to: isPainted.indices) where !isPainted[row] {
        isPainted[row] = true
        (target.pixels + row * target.width).update(
          from: start + background.kind(ofRow: top + row) * target.width, count: target.width)
      }
    }
  }

  /// Paints all rows.
  package func paintAll(onto target: borrowing PixelTarget) {
    paint(isPainted.indices, onto: target)
  }

  /// Paints all rows but those after the first one in runs of more than `least` equal rows.
  ///
  /// - Returns: The runs with their first rows.
  package func finish(leavingRunsOf least: Int, onto target: borrowing PixelTarget) -> [Range<Int>]
  {
    var runs: [Range<Int>] = []
    var row = 0
    while row < isPainted.count {
      let first = row
      row += 1
      guard !isPainted[first] else { continue }
      let kind = background.kind(ofRow: top + first)
      while row < isPainted.count, !isPainted[row], background.kind(ofRow: top + row) == kind {
        row += 1
      }
      if row - first > least {
        runs.append(first..<row)
        paint(first..<first + 1, onto: target)
      } else {
        paint(first..<row, onto: target)
      }
    }
    return runs
  }
}
