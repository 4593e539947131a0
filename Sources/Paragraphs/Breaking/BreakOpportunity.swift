import GalleyHandles

/// A position at which a line may start or end: a break opportunity, the paragraph's start or its end.
///
/// It has all that a line needs, if shaping separates cleanly there. Lengths are in Pango units; scalars
/// and bytes count from the paragraph's start.
struct BreakOpportunity: BitwiseCopyable, Sendable {
  /// The pen at the end of a line that ends here: before the spaces that then hang, and before a character
  /// that a hyphen replaces.
  let pen: Int32
  /// The advance of the spaces that hang.
  let space: UInt16
  /// Whether a line that ends or starts here needs more data: shaping joins the text on both sides, a hyphen
  /// shows, or a space that does not hang is before those that do.
  let isOdd: Bool
  let hasHyphen: Bool
  let scalar: UInt32
  let byte: UInt32

  /// The pen at the start of a line that starts here.
  var startPen: Int { Int(pen) + Int(space) }

  /// A paragraph's start.
  static let start = BreakOpportunity(
    pen: 0, space: 0, isOdd: false, hasHyphen: false, scalar: 0, byte: 0)

  /// Whether a line that ends here fits.
  enum Fit { case fits, isTooWide, isUnknown }

  /// Whether a line that ends here fits, if its end may be at most at the pen `limit`; unknown if shaping
  /// decides, which moves the end by at most `reach`.
  func fit(limit: Int, reach: Int) -> Fit {
    let excess = Int(pen) - limit
    guard isOdd, excess <= reach else { return excess <= 0 ? .fits : .isTooWide }
    return excess > 0 || hasHyphen || -excess < reach ? .isUnknown : .fits
  }
}

extension BreakOpportunity {
  /// The opportunity before a scalar other than the first, or at the end; the pens are within 32 bits.
  ///
  /// The spaces that hang start at `hangingStart`.
  init(
    before scalar: Int, hangingStart: Int, pens: UnsafeBufferPointer<Int>,
    flags: UnsafeBufferPointer<BreakFlags>,
    offsets: UnsafeBufferPointer<Int32>
  ) {
    let (before, after) = (flags[scalar - 1], flags[scalar])
    let isEnd = scalar == flags.count - 1
    hasHyphen = !isEnd && after.contains(.hyphen)
    var shown = hangingStart
    if hasHyphen, shown == scalar, after.contains(.replacesPreceding) { shown -= 1 }
    let isShort = shown < scalar
    var pen = pens[shown]
    if before.contains(.halfBlank), !isEnd, !isShort { pen -= (pen - pens[scalar - 1]) / 2 }
    let space = pens[scalar] - pen
    let isJoined = !isEnd && after.contains(.unsafe) || isShort && flags[shown].contains(.unsafe)
    let hasSpaces = isShort && shown > 0 && flags[shown - 1].contains(.white)
    isOdd = hasHyphen || isJoined || hasSpaces || space > Int(UInt16.max)
    self.pen = Int32(truncatingIfNeeded: pen)
    self.space = UInt16(truncatingIfNeeded: space)
    self.scalar = UInt32(truncatingIfNeeded: scalar)
    byte = UInt32(truncatingIfNeeded: offsets[scalar])
  }
}
