import GalleyHandles
import GalleyPrimitives

/// The places of a line's kashidas: one at most in each word, between two joined letters.
///
/// A word ends at a character that joins neither neighbour, but a hamza, and at the end of its item.
///
/// - SeeAlso: Microsoft's `SCRIPT_JUSTIFY`, whose ranks decide among the places of a word.
struct Kashida {
  /// The place of a word.
  private struct Place {
    /// The byte of the paragraph before which tatweels are added.
    var offset: Int
    /// The advance of a tatweel.
    var unit: Int
    /// The largest number of tatweels.
    var limit: Int
    /// The number of tatweels so far.
    var count = 0
  }

  private var places: [Place] = []
  /// The largest number of tatweels of a word whose font has a narrow one.
  private static let countLimit = 64

  var isEmpty: Bool { places.isEmpty }

  /// Finds the words of a line that can be lengthened.
  ///
  /// - Complexity: O(line).
  init(
    _ scalars: Range<Int>, of paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment
  ) {
    guard !scalars.isEmpty else { return }
    var index = paragraph.item(at: scalars.lowerBound)
    while index < paragraph.items.count,
      paragraph.items[index].scalars.lowerBound < scalars.upperBound
    {
      let item = paragraph.items[index]
      defer { index += 1 }
      guard Self.scripts.contains(item.script), item.isRightToLeft, !item.isUpright,
        paragraph.features?.isCombined(index) != true
      else { continue }
      let unit = Int(fonts.map.advance(of: Elongation.tatweel, font: item.font))
      guard unit > 0 else { continue }
      let most = Int(paragraph.settings.kashida * Double(fonts.map.em(item.font))) / unit
      guard most > 0 else { continue }
      var words = WordPlaces()
      for scalar in item.scalars.clamped(to: scalars) {
        let offset = Int(paragraph.offsets[scalar])
        words.read(
          text.scalar(at: offset), at: offset,
          startsGlyph: paragraph.startsGlyph(scalar, ofItem: index))
      }
      words.endWord()
      places += words.offsets.map {
        Place(offset: $0, unit: unit, limit: min(most, Self.countLimit))
      }
    }
  }

  /// ISO 15924, as HarfBuzz tags: the scripts of U+0640 that Noto covers.
  private static let scripts: Set<UInt32> = [0x4172_6162, 0x5379_7263]

  /// The tatweels that fill at most `slack`, evenly distributed over the words if theirs are equally wide.
  ///
  /// - Complexity: O(words × tatweels of a word) if they are equally wide, else O(words × tatweels of the line).
  func elongations(filling slack: Int) -> [Elongation] {
    var (places, left) = (places, slack)
    while true {
      let open = places.indices.filter {
        places[$0].count < places[$0].limit && places[$0].unit <= left
      }
      guard let widest = open.map({ places[$0].unit }).max() else { break }
      // All of them, or as many as fit, spread over the line.
      let count = min(open.count, left / widest)
      for number in 0..<count {
        let index = open[number * open.count / count]
        places[index].count += 1
        left -= places[index].unit
      }
    }
    return places.filter { $0.count > 0 }.map { Elongation(offset: $0.offset, count: $0.count) }
  }
}

/// Reads the letters of words, and keeps the best place of each.
private struct WordPlaces {
  /// The best places of the words so far.
  private(set) var offsets: [Int] = []
  private var best: (rank: Int, offset: Int)?
  private var last: Letter?
  /// The last two letters, if they are joined and not in one glyph.
  private var pair: (first: Letter, second: Letter)?

  private struct Letter {
    var character: UInt32
    var joining: CursiveJoining
    var offset: Int
  }

  /// Reads the next character, which `startsGlyph` unless it is within a ligature.
  mutating func read(_ character: UInt32, at offset: Int, startsGlyph: Bool) {
    let joining = CursiveJoining(of: character)
    guard !joining.isTransparent else { return }
    let letter = Letter(character: character, joining: joining, offset: offset)
    let isJoined = last?.joining.joinsAfter == true && joining.joinsBefore
    judgePair(before: isJoined ? letter : nil)
    pair = nil
    if isJoined, startsGlyph, let last { pair = (last, letter) }
    last = letter
    let isWithinWord = character == Self.nonJoiner || character == Self.hamza
    if !joining.joinsBefore, !joining.joinsAfter, !isWithinWord { endWord() }
  }

  mutating func endWord() {
    judgePair(before: nil)
    if let best { offsets.append(best.offset) }
    (best, last, pair) = (nil, nil, nil)
  }

  /// Ranks the place within the pair; `next` is the letter that its second one joins.
  private mutating func judgePair(before next: Letter?) {
    guard let (first, second) = pair, first.character != Self.joiner,
      second.character != Self.joiner
    else { return }
    let rank = Self.rank(first, second, next)
    // Among equal ones, the place nearest to the word's end.
    if rank <= best?.rank ?? Int.max { best = (rank, second.offset) }
  }

  /// The rank of a place, the best one 0.
  private static func rank(_ first: Letter, _ second: Letter, _ next: Letter?) -> Int {
    if first.character == Elongation.tatweel { return 0 }
    if first.joining.group == .seen || first.joining.group == .sad { return 1 }
    if let next {
      let isBeforeBeh = second.joining.group == .beh
      return isBeforeBeh && (next.joining.group == .reh || next.joining.group == .yeh) ? 4 : 7
    }
    switch second.joining.group {
    case .tehMarbuta, .hah, .heh, .dal: return 2
    case .alef, .tah, .lam, .kaf, .gaf: return 3
    case .waw, .ain, .qaf, .feh: return 5
    default: return 6
    }
  }

  private static let (nonJoiner, joiner) = (0x200C as UInt32, 0x200D as UInt32)
  private static let hamza: UInt32 = 0x621
}

extension ShapedParagraph {
  /// Whether a scalar of an item has a glyph of its own, and is not within a ligature.
  ///
  /// - Complexity: O(log glyphs).
  fileprivate func startsGlyph(_ scalar: Int, ofItem index: Int) -> Bool {
    let own = glyphs(ofItem: index, scalars: scalar..<scalar + 1)
    return own.contains { glyphs[$0].cluster == UInt32(offsets[scalar]) }
  }

  /// A line with kashidas, as far as they fit into a width; the line itself if it has none.
  ///
  /// - Complexity: O(line).
  func elongated(
    _ line: MeasuredLine, to width: Int, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> MeasuredLine {
    var slack = width - line.extents.advance
    guard slack > 0 else { return line }
    let kashida = Kashida(line.scalars, of: self, text: text, fonts: fonts)
    guard !kashida.isEmpty else { return line }
    // Kerns and joined forms beside a tatweel may change the advance by more than that of the tatweel.
    for _ in 0..<3 {
      let elongations = kashida.elongations(filling: slack)
      guard !elongations.isEmpty else { break }
      var composer = LineComposer(self, text: text, fonts: fonts)
      let composed = composer.composedLine(
        line.scalars, isWrapped: line.isWrapped, width: width, elongations: elongations)
      steps.glyphsShaped += composer.glyphsShaped
      guard composed.advance > width else {
        return MeasuredLine(composed, isWrapped: line.isWrapped, glyphs: .composed(composed))
      }
      slack -= composed.advance - width
    }
    return line
  }
}
