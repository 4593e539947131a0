/// The line of a row or column that does not wrap, as its container was measured last.
///
/// A container is measured, and then most often placed in the space that it took. Its items have the same lengths
/// then, and are not computed again.
struct MeasuredLine {
  /// The place of the items among those of all measured containers.
  fileprivate let items: Range<Int>
  /// The border box.
  fileprivate let outer: KnownSize
  /// The content box.
  fileprivate let inner: KnownSize
  fileprivate let line: FlexLine
}

extension BoxSolver {
  /// Keeps the measured line of a container for its placement; it replaces the one before.
  mutating func keepMeasured(_ pass: borrowing FlexPass) {
    guard !pass.wraps, pass.lines.count == 1 else { return }
    let room: Range<Int>
    if let known = boxes[pass.box].measured {
      room = known.items
      for index in 0..<room.count {
        measuredItems[room.lowerBound + index] = items[pass.items.lowerBound + index]
      }
    } else {
      room = measuredItems.count..<measuredItems.count + pass.items.count
      measuredItems.append(contentsOf: items[pass.items])
    }
    boxes[pass.box].measured = MeasuredLine(
      items: room, outer: pass.inner.outer,
      inner: KnownSize(width: pass.inner.width, height: pass.inner.height),
      line: lines[pass.lines.lowerBound])
  }

  /// Takes the line of a container from its last measurement, if that took the space of the placement.
  ///
  /// A height to which percentages refer changes the items, so that they are computed again.
  ///
  /// - Returns: Whether there is such a line.
  mutating func takeMeasured(_ pass: inout FlexPass) -> Bool {
    guard let known = boxes[pass.box].measured, !pass.inner.isHeightDefinite,
      known.outer == pass.inner.outer, known.inner.width == pass.inner.width,
      known.inner.height == pass.inner.height,
      !pass.flow.isRow || known.line.cross == pass.inner.height
    else { return false }
    pass.items = items.count..<items.count + known.items.count
    items.append(contentsOf: measuredItems[known.items])
    pass.lines = lines.count..<lines.count + 1
    lines.append(FlexLine(measured: known.line, items: pass.items))
    return true
  }
}

extension FlexLine {
  /// A measured line with its items in another place.
  fileprivate init(measured line: FlexLine, items: Range<Int>) {
    self = line
    self.items = items
  }
}
