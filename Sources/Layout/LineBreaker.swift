import GalleyHandles

/// Breaks a shaped paragraph into lines, first fit, at the places where Pango would.
///
/// A line ends at the last break opportunity that fits; where none does, at the last character
/// that fits, and it always takes at least one. The last white space before a break hangs.
///
/// Noncopyable, since one that can be copied is, for each scalar, by the methods that only read; and a
/// class would be allocated for each paragraph.
///
/// - SeeAlso: UAX #14 for the opportunities, which Pango has found.
struct LineBreaker: ~Copyable {
  let paragraph: ShapedParagraph
  let text: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  var steps = LayoutSteps()
  /// How far shaping anew may move a line's end: a kern or a joined form, never more than two ems.
  private let reach: Int
  private var scratch: [ShapedGlyph] = []
  /// The advances of the first scalars of the line at hand, where its start was shaped anew.
  private var headAdvances: [Int32] = []
  private var headStart = 0
  private var lastTabAdvance = 0

  init(
    _ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment
  ) {
    self.paragraph = paragraph
    self.text = text
    self.fonts = fonts
    reach = 2 * Int(paragraph.emptyAscent)
  }

  /// The scalar at which the line that starts at `start` ends, if it may take `width` Pango units;
  /// `nil` for no limit.
  ///
  /// - Complexity: O(line).
  mutating func lineEnd(from start: Int, width: Int?) -> Int {
    let count = paragraph.scalarCount
    guard let width, start < count else { return count }
    shapeHead(from: start, width: width)
    return lastFit(from: start, width: width, opportunity: .line)
      ?? lastFit(from: start, width: width, opportunity: .character)
      ?? firstCharacter(from: start)
  }

  /// The scalar at which a line ends without breaking a word; `nil` where not even the first word
  /// fits.
  ///
  /// - Complexity: O(line).
  mutating func wordEnd(from start: Int, width: Int) -> Int? {
    guard start < paragraph.scalarCount else { return paragraph.scalarCount }
    shapeHead(from: start, width: width)
    return lastFit(from: start, width: width, opportunity: .line)
  }

  /// The last place of a kind at which the line fits; `nil` where not even the first does.
  private mutating func lastFit(
    from start: Int, width: Int, opportunity: BreakFlags
  ) -> Int? {
    // Most lines have no tabs and start where shaping parts cleanly: the advances are as they stand.
    if paragraph.isMonotone, paragraph.tabWidth == 0, headAdvances.isEmpty {
      return lastPlainFit(from: start, width: width, opportunity: opportunity)
    }
    let count = paragraph.scalarCount
    let limit = width + reach
    var best: Int?
    var advance = 0
    var place = start
    while place < count {
      advance += self.advance(of: place, at: advance)
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
      // Shaping anew may still bring back what is a little too wide.
      if min(total, advance) > limit { return best }
    }
    return best
  }

  /// The last place of a kind at which the line fits, found from where it is surely too wide.
  private mutating func lastPlainFit(from start: Int, width: Int, opportunity: BreakFlags) -> Int? {
    let count = paragraph.scalarCount
    let limit = paragraph.pens[start] + width
    if paragraph.pens[count] <= limit {
      steps.breaksTried += 1
      return count
    }
    let firstBeyond = paragraph.firstPlace(after: start, beyond: limit + reach)
    if firstBeyond <= count, mayBeBroughtBack(firstBeyond),
      let best = lastFitBeyond(firstBeyond, from: start, width: width, opportunity: opportunity)
    {
      return best
    }
    var place = firstBeyond - 1
    while place > start {
      let flags = paragraph.flags[place]
      if flags.contains(opportunity) || place == count {
        steps.breaksTried += 1
        // Mostly, all that a break changes is that a space hangs.
        let isPlain = place == count || flags.isDisjoint(with: [.unsafe, .hyphen])
        let end = paragraph.flags[place - 1].contains(.white) ? place - 1 : place
        if isPlain ? paragraph.pens[end] <= limit : fits(width, from: start, to: place) {
          return place
        }
      }
      place -= 1
    }
    return nil
  }

  /// Whether a line that is too wide up to a place may be less wide if it ends there.
  private func mayBeBroughtBack(_ place: Int) -> Bool {
    paragraph.flags[place - 1].contains(.white) || paragraph.flags[place].contains(.hyphen)
  }

  /// The last place of a kind at which the line fits, of those where it is too wide as it stands: a space
  /// that hangs, or shaping anew, may still bring it back.
  private mutating func lastFitBeyond(
    _ first: Int, from start: Int, width: Int, opportunity: BreakFlags
  ) -> Int? {
    let count = paragraph.scalarCount
    var best: Int?
    var place = first
    while place <= count {
      let flags = paragraph.flags[place]
      guard mayBeBroughtBack(place) else { break }
      let total = total(from: start, to: place)
      if place == count || flags.contains(opportunity) {
        steps.breaksTried += 1
        if fits(width, from: start, to: place) {
          best = place
          place += 1
          continue
        }
      }
      if total > width + reach { break }
      place += 1
    }
    return best
  }

  /// The advance of a line of the paragraph's own glyphs up to a place, with what a break there changes.
  private func total(from start: Int, to place: Int) -> Int {
    let advance = paragraph.pens[place] - paragraph.pens[start]
    return max(0, advance + extraAdvance(at: place, from: start))
  }

  /// Whether a line of the paragraph's own glyphs that ends at a place fits.
  private mutating func fits(_ width: Int, from start: Int, to place: Int) -> Bool {
    fits(
      total(from: start, to: place), of: paragraph.pens[place] - paragraph.pens[start],
      width: width, from: start, to: place)
  }

  /// Shapes the start of a line anew where the text before it was shaped together with it, as far
  /// as the line can reach, and takes the advances from that.
  private mutating func shapeHead(from start: Int, width: Int) {
    if !headAdvances.isEmpty { headAdvances.removeAll(keepingCapacity: true) }
    headStart = start
    guard paragraph.flags[start].contains(.unsafe) else { return }
    let index = paragraph.item(at: start)
    let item = paragraph.items[index]
    var end = start
    var advance = 0
    while end < item.scalars.upperBound, advance <= width + 2 * reach {
      advance += paragraph.advance(of: end)
      end += 1
    }
    let bytes = Int(paragraph.offsets[start])..<Int(paragraph.offsets[end])
    scratch.removeAll(keepingCapacity: true)
    paragraph.shape(index, bytes: bytes, of: text, fonts: fonts, into: &scratch)
    steps.glyphsShaped += scratch.count
    if item.isRightToLeft { scratch.reverse() }
    var glyph = 0
    for scalar in start..<end {
      var advance: Int32 = 0
      while glyph < scratch.count, scratch[glyph].cluster < paragraph.offsets[scalar + 1] {
        advance += scratch[glyph].advance
        glyph += 1
      }
      headAdvances.append(advance)
    }
  }

  /// The advance of a scalar of the line at hand.
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
    return place
  }

  /// The advance of one scalar; a tab's reaches to the next stop.
  private mutating func advance(of scalar: Int, at position: Int) -> Int {
    guard paragraph.flags[scalar].contains(.tab), paragraph.tabWidth > 0 else {
      return scalarAdvance(scalar)
    }
    lastTabAdvance = paragraph.tabAdvance(of: scalar, at: position, lineStart: headStart)
    return lastTabAdvance
  }

  /// What a break adds to the line, or takes from it: a hyphen's advance, or a hanging space.
  private func extraAdvance(at place: Int, from start: Int) -> Int {
    let flags = paragraph.flags[place]
    if flags.contains(.hyphen), place < paragraph.scalarCount {
      let item = paragraph.items[paragraph.item(at: place - 1)]
      let hyphen = Int(fonts.hyphenAdvance(item.font))
      guard flags.contains(.replacesPreceding), place > start else { return hyphen }
      return hyphen - scalarAdvance(place - 1)
    }
    guard place > start, paragraph.flags[place - 1].contains(.white) else { return 0 }
    let isTab = paragraph.flags[place - 1].contains(.tab) && paragraph.tabWidth > 0
    return isTab ? -lastTabAdvance : -scalarAdvance(place - 1)
  }

  /// Whether a line that ends at `place` fits, by its true advance where a break changes shapes.
  private mutating func fits(
    _ total: Int, of advance: Int, width: Int, from start: Int, to place: Int
  ) -> Bool {
    // A hyphen may join what stands before it; and where the start was shaped anew, so will be the
    // piece that ends here, whatever its flag says.
    let flags = paragraph.flags[place]
    guard place < paragraph.scalarCount,
      flags.contains(.unsafe) || flags.contains(.hyphen)
        || place < headStart + headAdvances.count,
      abs(total - width) < reach
    else { return total <= width }
    let index = paragraph.item(at: place - 1)
    let item = paragraph.items[index]
    let hyphen = flags.contains(.hyphen)
    guard hyphen || place < item.scalars.upperBound else { return total <= width }
    let head = max(start, item.scalars.lowerBound)..<place
    let bytes = Int(paragraph.offsets[head.lowerBound])..<Int(paragraph.offsets[place])
    scratch.removeAll(keepingCapacity: true)
    paragraph.shape(index, bytes: bytes, of: text, hyphen: hyphen, fonts: fonts, into: &scratch)
    steps.glyphsShaped += scratch.count
    var shaped = hyphen ? advance : total
    for glyph in scratch { shaped += Int(glyph.advance) }
    for scalar in head { shaped -= scalarAdvance(scalar) }
    return shaped <= width
  }
}
