import GalleyHandles

/// A position at which a line may start or end: a break opportunity, the paragraph's start or its end.
///
/// It has all that a line needs, if shaping separates cleanly there. Lengths are in Pango units; scalars
/// and bytes count from the paragraph's start.
struct BreakOpportunity: BitwiseCopyable, Sendable {
  /// The pen at the end of a line that ends here: before the space that then hangs, and before a character
  /// that a hyphen replaces.
  let pen: Int32
  /// The advance of the space that hangs.
  let space: UInt16
  /// Whether a line that ends or starts here needs more data: shaping joins the text on both sides, a hyphen
  /// shows, or there are several spaces.
  let isOdd: Bool
  let hasHyphen: Bool
  let scalar: UInt32
  let byte: UInt32

  /// The pen at the start of a line that starts here.
  var startPen: Int { Int(pen) + Int(space) }

  /// A paragraph's start.
  static let start = BreakOpportunity(
    pen: 0, space: 0, isOdd: false, hasHyphen: false, scalar: 0, byte: 0)

  /// Whether shaping decides if a line that ends here fits.
  func mayChange(limit: Int, reach: Int) -> Bool {
    isOdd && (hasHyphen || abs(Int(pen) - limit) < reach)
  }
}

extension BreakOpportunity {
  /// The opportunity before a scalar other than the first, or at the end; the pens are within 32 bits.
  fileprivate init(
    before scalar: Int, pens: UnsafeBufferPointer<Int>, flags: UnsafeBufferPointer<BreakFlags>,
    offsets: UnsafeBufferPointer<Int32>
  ) {
    let (before, after) = (flags[scalar - 1], flags[scalar])
    let isEnd = scalar == flags.count - 1
    hasHyphen = !isEnd && after.contains(.hyphen)
    let isShort = before.contains(.white) || hasHyphen && after.contains(.replacesPreceding)
    let pen = pens[isShort ? scalar - 1 : scalar]
    let space = pens[scalar] - pen
    let isJoined = !isEnd && after.contains(.unsafe) || isShort && before.contains(.unsafe)
    let hasSpaces = isShort && scalar > 1 && flags[scalar - 2].contains(.white)
    isOdd = hasHyphen || isJoined || hasSpaces || space > Int(UInt16.max)
    self.pen = Int32(truncatingIfNeeded: pen)
    self.space = UInt16(truncatingIfNeeded: space)
    self.scalar = UInt32(truncatingIfNeeded: scalar)
    byte = UInt32(truncatingIfNeeded: offsets[scalar])
  }
}

/// Opportunities have numbers: their indices in the table, or without a table their scalars.
extension ShapedParagraph {
  /// A table of all break opportunities, for a paragraph that is laid out repeatedly: the data of all scalars
  /// takes ten times as much memory, and repeated layout is limited by memory.
  ///
  /// - Complexity: O(scalars).
  static func places(
    pens: [Int], flags: [BreakFlags], offsets: [Int32]
  ) -> [BreakOpportunity] {
    let last = flags.count - 1
    guard last > 0 else { return [.start, .start] }
    return withBuffers(pens, flags, offsets) { pens, flags, offsets in
      var breaks = 0
      for flag in flags { breaks &+= Int(flag.rawValue & BreakFlags.line.rawValue) }
      // The start and the end are in the table too.
      return [BreakOpportunity](unsafeUninitializedCapacity: breaks + 2) { places, count in
        places[0] = .start
        count = 1
        for scalar in 1...last where scalar == last || flags[scalar].contains(.line) {
          places[count] = BreakOpportunity(
            before: scalar, pens: pens, flags: flags, offsets: offsets)
          count += 1
        }
      }
    }
  }

  /// The number of the opportunity at the paragraph's end.
  var lastPlace: Int { places.isEmpty ? scalarCount : places.count - 1 }

  /// The opportunity with a number.
  func place(_ number: Int) -> BreakOpportunity {
    if !places.isEmpty { return places[number] }
    if number == 0 { return .start }
    return Self.withBuffers(pens, flags, offsets) {
      BreakOpportunity(before: number, pens: $0, flags: $1, offsets: $2)
    }
  }

  /// The number of the opportunity before a scalar at which a line starts; `nil` if the paragraph's
  /// opportunities cannot be searched.
  ///
  /// - Complexity: O(log places).
  func placeNumber(ofScalar scalar: Int) -> Int? {
    guard hasPlaces else { return nil }
    if places.isEmpty || scalar == 0 { return scalar }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(places[middle].scalar) < scalar { low = middle + 1 } else { high = middle }
    }
    return low < places.count && Int(places[low].scalar) == scalar ? low : nil
  }

  /// The number of the opportunity at the end of the line that starts at `start` and is at most `width`
  /// long; `nil` if a word has to be broken, or if shaping decides.
  ///
  /// - Complexity: O(breaks on the line), or O(log scalars + last word) without a table.
  func lineEnd(fromPlace start: Int, width: Int, steps: inout LayoutSteps) -> Int? {
    let from = place(start)
    guard !from.isOdd else { return nil }
    let limit = from.startPen + width
    return places.isEmpty
      ? searchedEnd(from: start, limit: limit, steps: &steps)
      : tabledEnd(from: start, limit: limit, steps: &steps)
  }

  private func tabledEnd(from start: Int, limit: Int, steps: inout LayoutSteps) -> Int? {
    places.withUnsafeBufferPointer { places in
      var next = start + 1
      while next < places.count, Int(places[next].pen) <= limit { next += 1 }
      let last = next - 1
      steps.breaksTried += next - start
      // A line that is a little too wide may fit after shaping, and one that just fits may not.
      while next < places.count, Int(places[next].pen) <= limit + breakReach {
        if places[next].isOdd { return nil }
        next += 1
      }
      let isFound = last > start && !places[last].mayChange(limit: limit, reach: breakReach)
      return isFound ? last : nil
    }
  }

  /// Goes back from a scalar at which the line is certainly too wide to the last opportunity that fits.
  private func searchedEnd(from start: Int, limit: Int, steps: inout LayoutSteps) -> Int? {
    Self.withBuffers(pens, flags, offsets) { pens, flags, offsets in
      let last = flags.count - 1
      steps.breaksTried += 1
      if pens[last] <= limit { return last }
      var (low, high) = (start + 1, last)
      while low < high {
        let middle = (low + high) / 2
        if pens[middle] > limit + breakReach { high = middle } else { low = middle + 1 }
      }
      var number = low
      while number > start {
        defer { number -= 1 }
        guard flags[number].contains(.line) || number == last else { continue }
        let place = BreakOpportunity(before: number, pens: pens, flags: flags, offsets: offsets)
        steps.breaksTried += 1
        if place.isOdd, place.pen <= limit + breakReach,
          place.pen > limit || place.mayChange(limit: limit, reach: breakReach)
        {
          return nil
        }
        if place.pen <= limit { return number }
      }
      return nil
    }
  }

  private static func withBuffers<Result>(
    _ pens: [Int], _ flags: [BreakFlags], _ offsets: [Int32],
    _ body: (
      UnsafeBufferPointer<Int>, UnsafeBufferPointer<BreakFlags>, UnsafeBufferPointer<Int32>
    ) -> Result
  ) -> Result {
    pens.withUnsafeBufferPointer { pens in
      flags.withUnsafeBufferPointer { flags in
        offsets.withUnsafeBufferPointer { body(pens, flags, $0) }
      }
    }
  }
}
