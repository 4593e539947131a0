import GalleyHandles

/// A paragraph's start, its end, or a place between where a line may end: all that has to be known of it
/// where shaping has no say.
///
/// Lengths are in Pango units. Scalars are counted from the paragraph's start, bytes too.
struct LinePlace: BitwiseCopyable, Sendable {
  /// What a line that ends here has to fit: the pen before the space that then hangs.
  ///
  /// Where a hyphen shows, the pen before what it may take the place of.
  let pen: Int32
  /// How far the space that hangs moves the pen.
  let space: UInt16
  /// Whether more has to be known to measure a line that ends or starts here: shaping parts what it had
  /// joined, a hyphen shows, or several spaces are there.
  let isOdd: Bool
  let hasHyphen: Bool
  let scalar: UInt32
  let byte: UInt32

  /// The pen from which a line that starts here is measured.
  var startPen: Int { Int(pen) + Int(space) }

  /// A paragraph's start.
  static let start = LinePlace(
    pen: 0, space: 0, isOdd: false, hasHyphen: false, scalar: 0, byte: 0)

  /// Whether a line that ends here may take too much or too little until it is shaped.
  func mayChange(limit: Int, reach: Int) -> Bool {
    isOdd && (hasHyphen || abs(Int(pen) - limit) < reach)
  }
}

extension LinePlace {
  /// The place before a scalar which is not the first, or the end; the pens are within 32 bits.
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

/// Places have numbers: in the table of a paragraph that is set again, else their scalars.
extension ShapedParagraph {
  /// A table of all places, for a paragraph that is set again: what is known of each scalar takes ten times
  /// as much memory, and setting it again would mostly wait for that.
  ///
  /// - Complexity: O(scalars).
  static func places(
    pens: [Int], flags: [BreakFlags], offsets: [Int32]
  ) -> [LinePlace] {
    let last = flags.count - 1
    guard last > 0 else { return [.start, .start] }
    return withBuffers(pens, flags, offsets) { pens, flags, offsets in
      var breaks = 0
      for flag in flags { breaks &+= Int(flag.rawValue & BreakFlags.line.rawValue) }
      // The start, the end, and maybe a break at one of them.
      return [LinePlace](unsafeUninitializedCapacity: breaks + 2) { places, count in
        places[0] = .start
        count = 1
        for scalar in 1...last where scalar == last || flags[scalar].contains(.line) {
          places[count] = LinePlace(before: scalar, pens: pens, flags: flags, offsets: offsets)
          count += 1
        }
      }
    }
  }

  /// The number of the place at the paragraph's end.
  var lastPlace: Int { places.isEmpty ? scalarCount : places.count - 1 }

  /// The place of a number.
  func place(_ number: Int) -> LinePlace {
    if !places.isEmpty { return places[number] }
    if number == 0 { return .start }
    return Self.withBuffers(pens, flags, offsets) {
      LinePlace(before: number, pens: $0, flags: $1, offsets: $2)
    }
  }

  /// The number of the place before a scalar at which lines start; `nil` where no place is searched.
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

  /// The number of the place at which the line ends that starts at `start`, without breaking a word, if it
  /// may take `width`; `nil` where a word has to be broken, and where shaping has a say.
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
      // What is a little too wide may come back when it is shaped anew, and what just fits may not.
      while next < places.count, Int(places[next].pen) <= limit + breakReach {
        if places[next].isOdd { return nil }
        next += 1
      }
      let isFound = last > start && !places[last].mayChange(limit: limit, reach: breakReach)
      return isFound ? last : nil
    }
  }

  /// Goes back from where the line is surely too wide to the last break that fits.
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
        let place = LinePlace(before: number, pens: pens, flags: flags, offsets: offsets)
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
