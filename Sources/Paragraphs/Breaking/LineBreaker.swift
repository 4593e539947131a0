import GalleyHandles

/// Breaks a shaped paragraph into lines, first fit, at the same positions as Pango.
///
/// A line ends at the last break opportunity that fits, else at the last one within an annotated stretch, else at the last
/// character that fits; it has at least one character. The white space before a break hangs; by Pango's rules, the last one of it.
///
/// It can find every line's end. ``ShapedParagraph/lineEnd(from:width:of:fonts:steps:)`` finds most of them
/// faster.
///
/// Noncopyable: methods that only read would copy a copyable breaker for each scalar.
///
/// - SeeAlso: UAX #14 for the opportunities, which Pango finds.
struct LineBreaker: ~Copyable {
  let paragraph: ShapedParagraph
  let text: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  var steps = LayoutSteps()
  private let reach: Int
  private var scratch: [ShapedGlyph] = []
  /// The advances of the current line's first scalars, if its start was shaped again.
  private var headAdvances: [Int32] = []
  private var headStart = 0
  /// The number of scalars that were shaped to decide whether the current line fits.
  private var scalarsTried = 0
  /// The advance of the spaces before the current place that would hang.
  private var hangingAdvance = 0

  init(
    _ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment
  ) {
    self.paragraph = paragraph
    self.text = text
    self.fonts = fonts
    reach = paragraph.breakReach
  }

  /// The end of the line that starts at `start` and is at most `width` Pango units long.
  ///
  /// - Complexity: O(line).
  mutating func lineEnd(from start: Int, width: Int) -> Int {
    guard start < paragraph.scalarCount else { return paragraph.scalarCount }
    let width = width + paragraph.headHang(from: start) + paragraph.headGap(from: start)
    return end(from: start, width: width) { breaker in
      breaker.lastFit(from: start, width: width, opportunity: .line)
        ?? breaker.lastAnnotatedFit(from: start, width: width)
        ?? breaker.lastFit(from: start, width: width, opportunity: .character)
        ?? breaker.firstCharacter(from: start)
    } ?? paragraph.scalarCount
  }

  /// The end of a line that breaks no word; `nil` if not even the first word fits.
  ///
  /// - Complexity: O(line).
  mutating func wordEnd(from start: Int, width: Int) -> Int? {
    guard start < paragraph.scalarCount else { return paragraph.scalarCount }
    let width = width + paragraph.headHang(from: start) + paragraph.headGap(from: start)
    return end(from: start, width: width) {
      $0.lastFit(from: start, width: width, opportunity: .line)
    }
  }

  /// Shapes the start of a line anew if necessary, and calls `find` for the line's end.
  ///
  /// The known advances say how much text the line may take, but can be far too small. So only the usual
  /// length of a line is shaped at first, and twice as much while the line's end comes too close.
  private mutating func end(
    from start: Int, width: Int, _ find: (inout LineBreaker) -> Int?
  ) -> Int? {
    scalarsTried = 0
    // Twice a line of narrow letters, of which four take an em.
    var limit = 8 * width / max(1, Int(paragraph.emptyAscent)) + Self.margin
    while true {
      let isWhole = shapeHead(from: start, width: width, limit: limit)
      let end = find(&self)
      if isWhole || (end ?? start) + Self.margin <= headStart + headAdvances.count { return end }
      limit *= 2
    }
  }

  /// The number of scalars by which shaping looks ahead of a line's end.
  private static let margin = 64
  /// The largest number of scalars that are shaped to decide whether a line fits; then the sum of the
  /// advances decides.
  private static let maximumScalarsTried = 1 << 14

  /// The last opportunity within annotated stretches at which the line fits; `nil` if there is none.
  private mutating func lastAnnotatedFit(from start: Int, width: Int) -> Int? {
    guard paragraph.features?.rubies.isEmpty == false else { return nil }
    return lastFit(from: start, width: width, opportunity: .annotated)
  }

  /// The last opportunity of a kind at which the line fits; `nil` if not even the first one fits.
  private mutating func lastFit(
    from start: Int, width: Int, opportunity: BreakFlags
  ) -> Int? {
    let count = paragraph.scalarCount
    let limit = width + reach
    var best: Int?
    var advance = 0
    var place = start
    hangingAdvance = 0
    while place < count {
      let own = self.advance(of: place, at: advance)
      noteSpace(place, advance: own)
      advance += own
      place += 1
      let isOpportunity = place == count || paragraph.flags[place].contains(opportunity)
      guard isOpportunity || advance > limit else { continue }
      let total = max(0, advance + extraAdvance(at: place, from: start))
      if isOpportunity {
        steps.breaksTried += 1
        if fits(total, of: advance, width: width, from: start, to: place) {
          best = place
          continue
        }
      }
      // A line that is a little too wide may still fit after shaping.
      if min(total, advance) > limit { return best }
    }
    return best
  }

  /// Shapes the start of a line anew if it was shaped together with the text before it, and keeps the
  /// advances.
  ///
  /// - Returns: Whether all text that can be on the line was shaped; `false` if `limit` scalars were not
  ///   enough.
  private mutating func shapeHead(from start: Int, width: Int, limit: Int) -> Bool {
    if !headAdvances.isEmpty { headAdvances.removeAll(keepingCapacity: true) }
    headStart = start
    guard paragraph.flags[start].contains(.unsafe) else { return true }
    let index = paragraph.item(at: start)
    let item = paragraph.items[index]
    let mostEnd = min(item.scalars.upperBound, start + limit)
    var end = start
    var advance = 0
    while end < mostEnd, advance <= width + 2 * reach {
      advance += paragraph.advance(of: end)
      end += 1
    }
    let bytes = Int(paragraph.offsets[start])..<Int(paragraph.offsets[end])
    scratch.removeAll(keepingCapacity: true)
    paragraph.shape(
      index, bytes: bytes, of: text, startsLine: true, fonts: fonts, into: &scratch)
    steps.glyphsShaped += scratch.count
    if item.isRightToLeft { scratch.reverse() }
    shareAdvances(to: end)
    return end == item.scalars.upperBound || advance > width + 2 * reach
  }

  /// Distributes the advance of each cluster that was shaped anew over its scalars, up to `end`.
  private mutating func shareAdvances(to end: Int) {
    var scalar = headStart
    var glyph = 0
    while scalar < end {
      var advance = 0
      while glyph < scratch.count, scratch[glyph].cluster < paragraph.offsets[scalar + 1] {
        advance += Int(scratch[glyph].advance)
        glyph += 1
      }
      let nextCluster =
        glyph < scratch.count ? Int32(scratch[glyph].cluster) : paragraph.offsets[end]
      var last = scalar + 1
      while last < end, paragraph.offsets[last] < nextCluster { last += 1 }
      let share = advance / (last - scalar)
      headAdvances.append(Int32(clamping: advance - share * (last - scalar - 1)))
      for _ in scalar + 1..<last { headAdvances.append(Int32(clamping: share)) }
      scalar = last
    }
  }

  /// The advance of a scalar of the current line.
  private func scalarAdvance(_ scalar: Int) -> Int {
    let place = scalar - headStart
    return headAdvances.indices.contains(place)
      ? Int(headAdvances[place]) : paragraph.advance(of: scalar)
  }

  private func firstCharacter(from start: Int) -> Int {
    var place = start + 1
    while place < paragraph.scalarCount, !paragraph.flags[place].contains(.character) {
      place += 1
    }
    // The spaces behind a character that is wider than the line hang too.
    while place < paragraph.scalarCount, paragraph.flags[place].contains(.hangingSpace) {
      place += 1
    }
    return place
  }

  /// The advance of one scalar; that of a tab reaches to the next stop.
  private func advance(of scalar: Int, at position: Int) -> Int {
    guard paragraph.flags[scalar].contains(.tab), paragraph.tabWidth > 0 else {
      return scalarAdvance(scalar)
    }
    return paragraph.tabAdvance(of: scalar, at: position, lineStart: headStart)
  }

  /// Counts a scalar's advance to the spaces that would hang behind it.
  private mutating func noteSpace(_ scalar: Int, advance: Int) {
    let flags = paragraph.flags[scalar]
    guard flags.contains(.white) else {
      hangingAdvance = 0
      return
    }
    let continues =
      scalar > headStart && flags.contains(.hangingSpace)
      && paragraph.flags[scalar - 1].contains(.hangingSpace)
    hangingAdvance = (continues ? hangingAdvance : 0) + advance
  }

  /// The change of a line's advance by a break: plus a hyphen, or minus that which hangs or vanishes.
  private func extraAdvance(at place: Int, from start: Int) -> Int {
    if paragraph.features?.rubies.isEmpty == false {
      return edgeAdvance(at: place, from: start) + paragraph.rubyChange(on: start..<place)
    }
    return edgeAdvance(at: place, from: start)
  }

  private func edgeAdvance(at place: Int, from start: Int) -> Int {
    guard !paragraph.hasPlainEdges else { return plainExtraAdvance(at: place, from: start) }
    let hanging = paragraph.tailHang(of: start..<place).map { scalarAdvance($0.scalar) } ?? 0
    return plainExtraAdvance(at: place, from: start) - paragraph.gapAdvance(at: place) - hanging
  }

  private func plainExtraAdvance(at place: Int, from start: Int) -> Int {
    let flags = paragraph.flags[place]
    if flags.contains(.hyphen), place < paragraph.scalarCount {
      let item = paragraph.items[paragraph.item(at: place - 1)]
      let hyphen = Int(fonts.map.hyphenAdvance(item.font))
      guard flags.contains(.replacesPreceding), place > start else { return hyphen }
      return hyphen - scalarAdvance(place - 1)
    }
    guard place > start else { return 0 }
    if paragraph.flags[place - 1].contains(.halfBlank), place < paragraph.scalarCount {
      return -paragraph.blankHalf(of: place - 1, advance: scalarAdvance(place - 1))
    }
    return -hangingAdvance
  }

  /// Whether a line that ends at `place` fits, by its advance after shaping if a break changes shapes.
  private mutating func fits(
    _ total: Int, of advance: Int, width: Int, from start: Int, to place: Int
  ) -> Bool {
    // A hyphen may join the text before it. If the line's start was shaped again, the piece that ends
    // here is shaped again too, even without the flag.
    let flags = paragraph.flags[place]
    guard place < paragraph.scalarCount,
      flags.contains(.unsafe) || flags.contains(.hyphen)
        || place < headStart + headAdvances.count,
      abs(total - width) < reach
    else { return total <= width }
    let index = paragraph.item(at: place - 1)
    let item = paragraph.items[index]
    let hyphen = flags.contains(.hyphen)
    let head = max(start, item.scalars.lowerBound)..<place
    guard hyphen || place < item.scalars.upperBound, scalarsTried < Self.maximumScalarsTried else {
      return total <= width
    }
    scalarsTried += head.count
    let bytes = Int(paragraph.offsets[head.lowerBound])..<Int(paragraph.offsets[place])
    scratch.removeAll(keepingCapacity: true)
    paragraph.shape(
      index, bytes: bytes, of: text, startsLine: head.lowerBound == start, hyphen: hyphen,
      fonts: fonts, into: &scratch)
    steps.glyphsShaped += scratch.count
    var shaped = hyphen ? advance : total
    for glyph in scratch { shaped += Int(glyph.advance) }
    for scalar in head { shaped -= scalarAdvance(scalar) }
    return shaped <= width
  }
}
