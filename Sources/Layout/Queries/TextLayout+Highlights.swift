public import GalleyPrimitives
public import GalleyText

extension TextLayout {
  /// The shown highlights: those of the text in its order, then those of a truncation token.
  ///
  /// A highlight over several lines, or one that other attributes split, is one element; equal highlights
  /// of two ranges are two.
  ///
  /// - Complexity: O(runs), and a sort of those that are highlighted.
  public var highlights: [PlacedHighlight] {
    // Nearly all layouts have no highlight.
    guard attributeRuns.contains(where: { $0.attributes.highlight != nil }) else { return [] }
    var pieces = highlightedPieces()
    pieces.sort { ($0.isToken ? 1 : 0, $0.place) < ($1.isToken ? 1 : 0, $1.place) }
    var result: [(piece: Piece, rects: [(run: Int, rect: Rect)])] = []
    for piece in pieces {
      if let last = result.last, last.piece.isContinued(by: piece) {
        result[result.count - 1].piece.extend(to: piece)
        result[result.count - 1].rects.append((piece.run, piece.rect))
      } else {
        result.append((piece, [(piece.run, piece.rect)]))
      }
    }
    return result.compactMap { entry in
      guard let highlight = entry.piece.look.attributes.highlight else { return nil }
      return PlacedHighlight(
        highlight: highlight, range: entry.piece.range, isToken: entry.piece.isToken,
        rects: joined(entry.rects.sorted { $0.run < $1.run }.map(\.rect)))
    }
  }

  /// The highlight at a point that reacts to a gesture, or the nearest such one at most `slop` away, in layout
  /// units; `nil` if there is none.
  ///
  /// A finger hits less exactly than a point: 9 layout units is the distance that a touch may move and
  /// still be a tap. A highlight that contains the point precedes near ones; of equally near ones, the
  /// first is returned. A `slop` below 0 or NaN counts as 0; for a point with a NaN coordinate the result
  /// is `nil`.
  ///
  /// - Complexity: O(runs).
  public func highlight(
    at point: Point, slop: Double = 9, for gesture: TouchGestures = .tap
  ) -> PlacedHighlight? {
    let slop = slop > 0 ? slop : 0
    var nearest: (highlight: PlacedHighlight, distance: Double)?
    for highlight in highlights
    where !highlight.highlight.gestures.isDisjoint(with: gesture) {
      for rect in highlight.rects {
        let distance = rect.distance(to: point)
        if distance <= slop, distance < nearest?.distance ?? .infinity {
          nearest = (highlight, distance)
        }
      }
    }
    return nearest?.highlight
  }

  /// A glyph run that is highlighted.
  private struct Piece {
    var look: AttributeRun
    /// The text that is shown; empty for a token.
    var range: Range<Int>
    var isToken: Bool
    var run: Int
    var rect: Rect

    /// The sort key: the text's order, for a token the order of runs.
    var place: Int { isToken ? run : range.lowerBound }

    func isContinued(by next: Piece) -> Bool {
      isToken == next.isToken && look.sharesHighlight(with: next.look)
        && (isToken || look.range.upperBound >= next.look.range.lowerBound)
    }

    mutating func extend(to next: Piece) {
      range = range.lowerBound..<max(range.upperBound, next.range.upperBound)
      look = next.look
    }
  }

  private func highlightedPieces() -> [Piece] {
    var pieces: [Piece] = []
    let (runs, attributeRuns) = (self.runs, self.attributeRuns)
    for (index, line) in lines.enumerated() {
      let block = blockRange(ofLine: index)
      // A decoded layout may have indices out of bounds.
      for number in line.runs.clamped(to: runs.indices) {
        let run = runs[number]
        guard let look = run.attributeRun, attributeRuns.indices.contains(look),
          attributeRuns[look].attributes.highlight != nil
        else { continue }
        let start = inline(of: run.origin)
        pieces.append(
          Piece(
            look: attributeRuns[look], range: run.range, isToken: run.range.isEmpty, run: number,
            rect: rect(inline: start...max(start, start + run.advance.length), block: block)))
      }
    }
    return pieces
  }

  /// Joins rectangles that are adjacent on a line.
  private func joined(_ rects: [Rect]) -> [Rect] {
    var result: [Rect] = []
    for rect in rects {
      if let last = result.last,
        isVertical
          ? last.minX == rect.minX && last.width == rect.width && abs(last.maxY - rect.minY) < 0.002
          : last.minY == rect.minY && last.height == rect.height
            && abs(last.maxX - rect.minX) < 0.002
      {
        result[result.count - 1] = last.union(rect)
      } else {
        result.append(rect)
      }
    }
    return result
  }
}

extension Rect {
  /// The distance of a point from the rectangle: 0 inside, infinite for a NaN coordinate.
  fileprivate func distance(to point: Point) -> Double {
    guard !point.x.isNaN, !point.y.isNaN else { return .infinity }
    let x = max(minX - point.x, point.x - maxX, 0)
    let y = max(minY - point.y, point.y - maxY, 0)
    return (x * x + y * y).squareRoot()
  }
}
