import GalleyHandles
import GalleyText

/// Line ends that depend on all lines of a paragraph.
extension ShapedParagraph {
  /// The longest paragraph whose lines are balanced.
  private static var balanceLimit: Int { 10 }

  /// The ends of the lines from scalar `start` on, if the style does not break each line as late as possible; else
  /// empty.
  ///
  /// `room` is the width of the container, and `limit` the number of lines that it may take: a paragraph with more
  /// lines is broken as usual.
  ///
  /// - Complexity: O(text × log width).
  func plannedEnds(
    from start: Int, room: Int?, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int] {
    guard let room, start < scalarCount else { return [] }
    switch settings.wrap {
    case .normal: return []
    case .balance:
      return balancedEnds(
        from: start, room: room, limit: min(limit, Self.balanceLimit), of: text, fonts: fonts,
        steps: &steps)
    case .pretty:
      return prettyEnds(
        from: start, room: room, limit: limit, of: text, fonts: fonts, steps: &steps)
    }
  }

  /// The ends of lines that are all shorter by `lack` than they could be; `nil` if there are more than `limit`, or
  /// if a word has to be broken that would not be without `lack`.
  private func ends(
    from start: Int, room: Int, lack: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int]? {
    var ends: [Int] = []
    var place = start
    while place < scalarCount {
      guard ends.count < limit else { return nil }
      let width = max(0, settings.room(room, ofLineFrom: place) - lack)
      if lack > 0 {
        guard let end = wordEnd(from: place, width: width, of: text, fonts: fonts, steps: &steps)
        else { return nil }
        place = end
      } else {
        place = lineEnd(from: place, width: width, of: text, fonts: fonts, steps: &steps)
      }
      ends.append(place)
    }
    return ends
  }

  /// As many lines as usual, as short as possible, and so of nearly the same length.
  private func balancedEnds(
    from start: Int, room: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int] {
    guard
      var best = ends(
        from: start, room: room, lack: 0, limit: limit, of: text, fonts: fonts, steps: &steps),
      best.count > 1
    else { return [] }
    var (low, high) = (0, room)
    // To a quarter of a layout unit.
    while high - low > 256 {
      let lack = (low + high) / 2
      let found = ends(
        from: start, room: room, lack: lack, limit: best.count, of: text, fonts: fonts,
        steps: &steps)
      if let found {
        best = found
        low = lack
      } else {
        high = lack
      }
    }
    return best
  }

  /// The usual lines; if the last one is a single word shorter than a third of its width, the line before it ends
  /// a word earlier.
  private func prettyEnds(
    from start: Int, room: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int] {
    guard
      var ends = ends(
        from: start, room: room, lack: 0, limit: limit, of: text, fonts: fonts, steps: &steps),
      ends.count > 1
    else { return [] }
    let last = ends[ends.count - 2]
    let first = ends.count > 2 ? ends[ends.count - 3] : start
    let width = settings.room(room, ofLineFrom: last)
    guard 3 * (pens[scalarCount] - pens[last]) < width,
      !(last + 1..<scalarCount).contains(where: { flags[$0].contains(.line) }),
      let earlier = (first + 1..<max(first + 1, last)).last(where: { flags[$0].contains(.line) }),
      lineEnd(from: earlier, width: width, of: text, fonts: fonts, steps: &steps) == scalarCount
    else { return [] }
    ends[ends.count - 2] = earlier
    return ends
  }
}
