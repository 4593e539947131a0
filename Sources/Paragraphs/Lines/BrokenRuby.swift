import GalleyHandles
import GalleyText

/// The part of an annotation that is on a line with a part of its stretch.
struct BrokenRuby {
  let number: Int
  /// The part of the stretch, without white space at its end.
  let scalars: Range<Int>
  /// The part of the annotation, in its pens.
  let pens: Range<Int>
  /// The advance of the part of the stretch without the space that it has beside all of the annotation, in Pango units.
  let advance: Int
  /// The space that the part of the stretch lacks beside its part of the annotation.
  var lack: Int { max(0, pens.count - advance) }
}

extension ShapedParagraph {
  /// The parts of annotations whose stretches go on before or behind the line of `scalars`.
  ///
  /// - Complexity: O(log paragraph + log annotation).
  func brokenRubies(on line: Range<Int>) -> [BrokenRuby] {
    guard let features, !features.rubies.isEmpty, !line.isEmpty else { return [] }
    let first = features.rubyNumber(ofItem: item(at: line.lowerBound))
    let last = features.rubyNumber(ofItem: item(at: line.upperBound - 1))
    return (first == last ? [first] : [first, last]).compactMap { number in
      number.flatMap { brokenRuby($0, on: line) }
    }
  }

  /// The part of an annotation on a line; `nil` for all of it, or none.
  private func brokenRuby(_ number: Int, on line: Range<Int>) -> BrokenRuby? {
    guard let ruby = features?.rubies[number] else { return nil }
    let stretch =
      scalar(
        at: range.lowerBound + ruby.bytes.lowerBound)..<scalar(
        at: range.lowerBound + ruby.bytes.upperBound)
    var part = line.clamped(to: stretch)
    guard part != stretch, !part.isEmpty else { return nil }
    let all = Double(ownAdvance(of: stretch))
    func division(_ place: Int) -> Int {
      let before = ownAdvance(of: stretch.lowerBound..<place)
      return ruby.division(at: place == stretch.upperBound ? 1 : Double(before) / max(1, all))
    }
    let pens = division(part.lowerBound)..<max(division(part.lowerBound), division(part.upperBound))
    while !part.isEmpty, flags[part.upperBound - 1].contains(.white) {
      part = part.lowerBound..<part.upperBound - 1
    }
    return BrokenRuby(
      number: number, scalars: part, pens: ruby.trimmed(pens), advance: ownAdvance(of: part))
  }

  /// The part of an annotation that a line has beside a part of its stretch; `nil` for all of it.
  ///
  /// - Complexity: O(log paragraph + annotation).
  package func partOfRuby(_ number: Int, on line: Range<Int>) -> ShapedRuby? {
    guard let features, let part = brokenRuby(number, on: line) else { return nil }
    return features.rubies[number].part(part.pens)
  }

  /// The change of the advance of a line because annotations are divided at its ends.
  ///
  /// - Complexity: As ``brokenRubies(on:)``.
  func rubyChange(on line: Range<Int>) -> Int {
    brokenRubies(on: line).reduce(0) { sum, part in
      sum + part.advance + part.lack - advance(of: part.scalars)
    }
  }

  /// The advance of scalars without the space beside annotations.
  private func ownAdvance(of scalars: Range<Int>) -> Int {
    let bytes = Int(offsets[scalars.lowerBound])..<Int(offsets[scalars.upperBound])
    return advance(of: scalars) - (features?.rubySpaces?.margin(in: bytes) ?? 0)
  }
}

extension LineComposer {
  /// Gives stretches that are divided at the line's ends the space beside their parts of annotations.
  ///
  /// It takes the place of the space beside all of an annotation. The pieces are in reading order.
  ///
  /// - Complexity: As ``ShapedParagraph/brokenRubies(on:)``.
  func spaceBrokenRubies(of line: inout ComposedLine) {
    guard let features = paragraph.features, !features.rubies.isEmpty else { return }
    for part in paragraph.brokenRubies(on: line.scalars) {
      let pieces = line.pieces.indices.filter {
        features.rubyNumber(ofItem: line.pieces[$0].item) == part.number
      }
      guard let first = pieces.first, let last = pieces.last else { continue }
      for index in first...last { removeSpaces(&line, index, features) }
      for scalar in part.scalars {
        line.rubyMargins[Int(paragraph.offsets[scalar])] = (0, 0)
      }
      let end = UInt32(paragraph.offsets[part.scalars.upperBound])
      let items = line.pieces[first].item...line.pieces[last].item
      let order = features.visualOrder(items, items: paragraph.items) { item in
        line.pieces[first + item - items.lowerBound].glyphs
      }.filter { line.ownGlyphs[$0].cluster < end }
      let spaces = features.spaces(
        for: part.lack, among: order.map { line.ownGlyphs[$0] },
        isSpread: paragraph.items[items].allSatisfy { !$0.isRightToLeft }, text)
      for (index, left, right) in spaces {
        line.ownGlyphs[order[index]].widen(left: left, right: right)
        let letter = features.letterStart(line.ownGlyphs[order[index]])
        line.rubyMargins[letter, default: (0, 0)].left += left
        line.rubyMargins[letter, default: (0, 0)].right += right
      }
    }
  }

  /// Removes the space beside all of an annotation from a piece, whose glyphs become the line's own.
  private func removeSpaces(
    _ line: inout ComposedLine, _ index: Int, _ features: ParagraphFeatures
  ) {
    let piece = line.pieces[index]
    takeOver(&line, index)
    guard !piece.isReshaped else { return }
    for (own, glyph) in zip(line.pieces[index].glyphs, piece.glyphs) {
      guard let space = features.rubySpaces?.glyphs[glyph] else { continue }
      line.ownGlyphs[own].widen(left: -space.left, right: -space.right)
    }
  }
}

extension RubyAnnotation {
  /// This annotation with the part of its text beside a part of its stretch, both as shares of all, 0 to 1; `nil` if it has
  /// no text there.
  ///
  /// - Complexity: O(annotation).
  func part(_ share: Range<Double>) -> RubyAnnotation? {
    let letters = Array(text)
    let words = letters.indices.filter { letters[$0].isWhitespace }.map { $0 + 1 }
    let places = [share.lowerBound, share.upperBound].map {
      ShapedRuby.division(at: $0, of: letters.count, ends: Array(0...letters.count), words: words)
    }
    var part = letters[places[0]..<max(places[0], places[1])]
    while part.last?.isWhitespace == true { part.removeLast() }
    guard !part.isEmpty else { return nil }
    var result = self
    result.text = String(part)
    return result
  }
}
