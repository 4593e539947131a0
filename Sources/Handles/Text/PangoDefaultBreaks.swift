internal import CPango
import GalleyPrimitives

/// Finds the breaks of a text by Unicode's rules with Pango, without those of languages, words and sentences.
///
/// From each full stop, Pango searches the whole sentence, so that a text of a million stops would take minutes. A long
/// text is divided. Each slice sees text around it, from a letter to a letter: no state of the rules for lines and
/// graphemes goes on through a letter behind a sign that is no mark. A text without such letters is divided after 16
/// times `sliceLength`, and its breaks may differ there.
///
/// `sliceLength`, 4,096 by default, is another one in tests. `attrs` has `scalarCount` + 1 entries, which are zero. Breaks of words and sentences in it have no meaning.
///
/// - Complexity: O(text).
func findDefaultBreaks(
  _ text: UnsafeBufferPointer<CChar>, scalarCount: Int, sliceLength: Int? = nil,
  into attrs: UnsafeMutablePointer<PangoLogAttr>
) {
  guard let start = text.baseAddress else { return }
  let sliceLength = sliceLength ?? 4096
  guard scalarCount > 2 * sliceLength else {
    return pango_default_break(start, Int32(text.count), nil, attrs, Int32(scalarCount + 1))
  }
  let bytes = UnsafeRawBufferPointer(text).bindMemory(to: UInt8.self)
  var slices = BreakSlices(text: bytes, sliceLength: sliceLength)
  while let slice = slices.next() {
    let count = slice.seen.count
    withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count + 1) { own in
      own.initialize(repeating: PangoLogAttr())
      guard let base = own.baseAddress else { return }
      pango_default_break(
        start + slice.bytes.lowerBound, Int32(slice.bytes.count), nil, base, Int32(count + 1))
      let last = slice.own.upperBound == scalarCount ? 1 : 0
      let lead = slice.own.lowerBound - slice.seen.lowerBound
      (attrs + slice.own.lowerBound).update(from: base + lead, count: slice.own.count + last)
    }
  }
}

/// The slices of a text whose breaks can be found apart.
private struct BreakSlices {
  /// A slice.
  struct Slice {
    /// The scalars whose breaks are found.
    var own: Range<Int>
    /// These, and the scalars around them that decide about the breaks.
    var seen: Range<Int>
    /// The bytes of the scalars around.
    var bytes: Range<Int>
  }

  /// A place between two scalars, as a number of bytes and of scalars from the start.
  private struct Place {
    var byte = 0
    var scalar = 0
  }

  let text: UnsafeBufferPointer<UInt8>
  let sliceLength: Int
  private var start: Place? = Place()

  /// The fewest scalars between a cut and the letter from which, or to which, a slice sees.
  private static let context = 24
  /// The most of them.
  private static let reach = 768

  init(text: UnsafeBufferPointer<UInt8>, sliceLength: Int) {
    self.text = text
    self.sliceLength = sliceLength
  }

  /// The next slice; `nil` after the last one.
  ///
  /// - Complexity: O(slice).
  mutating func next() -> Slice? {
    guard let start else { return nil }
    let first = letter(before: start) ?? back(start, by: Self.reach)
    var end = moved(start, by: sliceLength)
    var last: Place?
    while end.byte < text.count {
      last = letter(after: end)
      if last != nil, letter(before: end, notBefore: start.scalar) != nil { break }
      if end.scalar - start.scalar >= 16 * sliceLength {
        last = last ?? moved(end, by: Self.reach)
        break
      }
      end = moved(end, by: sliceLength)
    }
    let seenEnd = last.flatMap { end.byte < text.count ? $0 : nil } ?? end
    self.start = end.byte < text.count ? end : nil
    return Slice(
      own: start.scalar..<end.scalar, seen: first.scalar..<seenEnd.scalar,
      bytes: first.byte..<seenEnd.byte)
  }

  /// The place `count` scalars after another one, or the end.
  private func moved(_ place: Place, by count: Int) -> Place {
    var place = place
    for _ in 0..<count where place.byte < text.count {
      place.byte += utf8Width(text[place.byte])
      place.scalar += 1
    }
    return place
  }

  /// The place `count` scalars before another one, or the start.
  private func back(_ place: Place, by count: Int) -> Place {
    var place = place
    for _ in 0..<count where place.scalar > 0 {
      repeat { place.byte -= 1 } while place.byte > 0 && text[place.byte] & 0xC0 == 0x80
      place.scalar -= 1
    }
    return place
  }

  /// The place before the nearest letter that is far enough before a cut.
  private func letter(before cut: Place, notBefore bound: Int = 0) -> Place? {
    var place = cut
    while place.scalar > bound, cut.scalar - place.scalar < Self.reach {
      place = back(place, by: 1)
      if cut.scalar - place.scalar >= Self.context, isLetter(at: place) { return place }
    }
    return place.scalar == 0 ? place : nil
  }

  /// The place after the nearest letter that is far enough after a cut, or the end.
  private func letter(after cut: Place) -> Place? {
    var place = moved(cut, by: Self.context)
    while place.byte < text.count, place.scalar - cut.scalar < Self.reach {
      let isFound = isLetter(at: place)
      place = moved(place, by: 1)
      if isFound { return place }
    }
    return place.byte >= text.count ? place : nil
  }

  /// Whether a letter is at a place, behind a character to which it does not belong.
  ///
  /// Characters that join what follows are formats, marks, or letters without case.
  private func isLetter(at place: Place) -> Bool {
    let character = text.scalar(at: place.byte)
    switch g_unichar_type(character) {
    case G_UNICODE_UPPERCASE_LETTER, G_UNICODE_LOWERCASE_LETTER: break
    case G_UNICODE_OTHER_LETTER:
      let kind = g_unichar_break_type(character)
      guard
        kind == G_UNICODE_BREAK_ALPHABETIC || kind == G_UNICODE_BREAK_HEBREW_LETTER
          || kind == G_UNICODE_BREAK_IDEOGRAPHIC
      else { return false }
    default: return false
    }
    guard place.scalar > 0 else { return true }
    switch g_unichar_type(text.scalar(at: back(place, by: 1).byte)) {
    case G_UNICODE_CONTROL, G_UNICODE_FORMAT, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK,
      G_UNICODE_NON_SPACING_MARK, G_UNICODE_OTHER_LETTER, G_UNICODE_UNASSIGNED:
      return false
    default: return true
    }
  }
}
