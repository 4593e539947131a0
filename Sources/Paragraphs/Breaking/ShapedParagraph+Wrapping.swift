import GalleyHandles
import GalleyText

/// Line ends that depend on all lines of a paragraph.
extension ShapedParagraph {
  /// The most lines of a paragraph that is balanced, as in Chromium.
  private static var balanceLimit: Int { 6 }

  /// The ends of the lines from scalar `start` on, if the style does not break each line as late as possible; else
  /// empty.
  ///
  /// `room` is the width of the container, and `limit` the number of lines that it may take: a paragraph with more
  /// lines is broken as usual.
  ///
  /// - Complexity: O(text × log width).
  package func plannedEnds(
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

  /// The ends of lines that are as long as they can be; `nil` if there are more than `limit`.
  private func ends(
    from start: Int, room: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int]? {
    var ends: [Int] = []
    var place = start
    while place < scalarCount {
      guard ends.count < limit else { return nil }
      let width = settings.room(room, ofLineFrom: place)
      place = lineEnd(from: place, width: width, of: text, fonts: fonts, steps: &steps)
      ends.append(place)
    }
    return ends
  }

  /// As many lines as usual, with the least sum of the squares of their free space, as in Chromium.
  ///
  /// - Complexity: O(lines × breaks × breaks on a line).
  private func balancedEnds(
    from start: Int, room: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int] {
    guard
      let usual = ends(
        from: start, room: room, limit: limit, of: text, fonts: fonts, steps: &steps),
      usual.count > 1
    else { return [] }
    let scalars =
      [start] + (start + 1..<scalarCount).filter { flags[$0].contains(.line) } + [scalarCount]
    // A word that is broken has no break of its own.
    guard scalars.count <= Self.balanceBreakLimit, usual.allSatisfy(scalars.contains) else {
      return []
    }
    let breaks = pens.withUnsafeBufferPointer { pens in
      flags.withUnsafeBufferPointer { flags in
        offsets.withUnsafeBufferPointer { offsets in
          scalars.map {
            $0 == 0
              ? .start
              : BreakOpportunity(
                before: $0, hangingStart: flags.hangingStart(before: $0, from: 0), pens: pens,
                flags: flags, offsets: offsets)
          }
        }
      }
    }
    let ends = leastSlack(breaks, lines: usual.count, room: room, steps: &steps).map { scalars[$0] }
    // The pens do not know of hyphens, and of letters that change at a line's end.
    var place = start
    for end in ends {
      let width = settings.room(room, ofLineFrom: place)
      guard lineEnd(from: place, width: width, of: text, fonts: fonts, steps: &steps) >= end else {
        return []
      }
      place = end
    }
    return ends
  }

  /// The most breaks of a paragraph that is balanced.
  private static var balanceBreakLimit: Int { 1024 }

  /// The breaks at which a number of lines ends that have the least sum of the squares of their free space; empty if
  /// no such lines fit.
  private func leastSlack(
    _ breaks: [BreakOpportunity], lines: Int, room: Int, steps: inout LayoutSteps
  ) -> [Int] {
    let last = breaks.count - 1
    var costs = [Double](repeating: .infinity, count: breaks.count)
    costs[0] = 0
    var origins: [[Int]] = []
    for _ in 0..<lines {
      var next = [Double](repeating: .infinity, count: breaks.count)
      var own = [Int](repeating: 0, count: breaks.count)
      for from in 0..<last where costs[from] < .infinity {
        let width = settings.room(room, ofLineFrom: Int(breaks[from].scalar))
        for to in from + 1...last {
          let slack = width - (Int(breaks[to].pen) - breaks[from].startPen)
          guard slack >= -breakReach else { break }
          steps.breaksTried += 1
          guard slack >= 0 else { continue }
          let cost = costs[from] + Double(slack) * Double(slack)
          if cost < next[to] { (next[to], own[to]) = (cost, from) }
        }
      }
      costs = next
      origins.append(own)
    }
    guard costs[last] < .infinity else { return [] }
    var (ends, place) = ([last], last)
    for own in origins.dropFirst().reversed() {
      place = own[place]
      ends.append(place)
    }
    return ends.reversed()
  }

  /// The usual lines; if the last one is a single word shorter than a third of its width, the line before it ends
  /// a word earlier.
  private func prettyEnds(
    from start: Int, room: Int, limit: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> [Int] {
    guard
      var ends = ends(
        from: start, room: room, limit: limit, of: text, fonts: fonts, steps: &steps),
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
