import GalleyHandles
import GalleyPrimitives

/// The places of a line's kashidas: one at most in each word, between two joined letters.
///
/// A word ends at a character that joins neither neighbour, but a hamza, and at the end of its item.
///
/// - SeeAlso: Microsoft's `SCRIPT_JUSTIFY`, whose ranks decide among the places of a word.
struct Kashida {
  /// The place of a word.
  struct Place {
    /// The byte of the paragraph before which tatweels are added.
    var offset: Int
    /// The advance of a tatweel.
    var unit: Int
    /// The size of the font.
    var em: Int
    /// The largest number of tatweels.
    var limit: Int
    /// The number of tatweels so far.
    var count = 0

    /// The number of tatweels of a kashida that is at most `length` 1024ths of the font's size long.
    func count(of length: Int) -> Int { min(limit, length * em / (1024 * unit)) }
  }

  private(set) var places: [Place] = []
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
      let em = Int(fonts.map.em(item.font))
      let most = Int(paragraph.settings.kashida * Double(em)) / unit
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
        Place(offset: $0, unit: unit, em: em, limit: min(most, Self.countLimit))
      }
    }
  }

  /// ISO 15924, as HarfBuzz tags: the scripts of U+0640 that Noto covers.
  private static let scripts: Set<UInt32> = [0x4172_6162, 0x5379_7263]

  /// The tatweels that fill at most `slack`: kashidas that are equally long beside their fonts' sizes, and longer by
  /// one tatweel at places that are spread over the line.
  ///
  /// - Complexity: O(words × font sizes of the line).
  func elongations(filling slack: Int) -> [Elongation] {
    var (places, left) = (places, slack)
    let length = commonLength(filling: slack)
    var isLonger = [Bool](repeating: false, count: places.count)
    for index in places.indices {
      places[index].count = places[index].count(of: length)
      left -= places[index].count * places[index].unit
    }
    while true {
      let open = places.indices.filter {
        !isLonger[$0] && places[$0].count < places[$0].limit && places[$0].unit <= left
      }
      guard let widest = open.map({ places[$0].unit }).max() else { break }
      // All of them, or as many as fit.
      let count = min(open.count, left / widest)
      for number in 0..<count {
        let index = open[number * open.count / count]
        isLonger[index] = true
        places[index].count += 1
        left -= places[index].unit
      }
    }
    return places.filter { $0.count > 0 }.map { Elongation(offset: $0.offset, count: $0.count) }
  }
}

extension Kashida {
  /// The greatest length of all kashidas, in 1024ths of their fonts' sizes, at which they fill at most `slack`.
  ///
  /// - Complexity: O(words).
  private func commonLength(filling slack: Int) -> Int {
    // No kashida is longer than sixteen ems.
    var (low, high) = (0, 16 << 10)
    while low < high {
      let middle = (low + high + 1) / 2
      let filled = places.reduce(0) { $0 + $1.count(of: middle) * $1.unit }
      if filled <= slack { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// Reads the letters of words, and keeps the best place of each.
private struct WordPlaces {
  /// The best places of the words so far.
  private(set) var offsets: [Int] = []
  private var best: (rank: Int, offset: Int)?
  private var last: Letter?
  /// The letter that `last` joins.
  private var beforeLast: Letter?
  /// The last two letters, if they are joined and not in one glyph, and the letter that the first one joins.
  private var pair: (before: Letter?, first: Letter, second: Letter)?

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
    if isJoined, startsGlyph, let last { pair = (beforeLast, last, letter) }
    beforeLast = isJoined ? last : nil
    last = letter
    let isWithinWord = character == Self.nonJoiner || character == Self.hamza
    if !joining.joinsBefore, !joining.joinsAfter, !isWithinWord { endWord() }
  }

  mutating func endWord() {
    judgePair(before: nil)
    if let best { offsets.append(best.offset) }
    (best, last, beforeLast, pair) = (nil, nil, nil, nil)
  }

  /// Ranks the place within the pair; `next` is the letter that its second one joins.
  private mutating func judgePair(before next: Letter?) {
    guard let (before, first, second) = pair, first.character != Self.joiner,
      second.character != Self.joiner, !Self.isLamLamHeh(before, first, second),
      !Self.isLamLamHeh(first, second, next)
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

  /// Whether letters are those of the end of Allah, which no kashida divides.
  private static func isLamLamHeh(_ first: Letter?, _ second: Letter?, _ third: Letter?) -> Bool {
    first?.character == 0x644 && second?.character == 0x644
      && (third?.character == 0x647 || third?.character == 0x6C1)
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
  /// A line without spaces that widen is as long as the width, if a word of it has a kashida: the tatweels of one
  /// overlap.
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
    // A stop hangs by the width of the line before it is justified.
    let hangWidth = line.hasTailHang(isRightToLeft: isRightToLeft) ? 0 : Int.max
    func composed(_ elongations: [Elongation]) -> ComposedLine {
      var composer = LineComposer(self, text: text, fonts: fonts)
      let composed = composer.composedLine(
        line.scalars, isWrapped: line.isWrapped, width: hangWidth, elongations: elongations)
      steps.glyphsShaped += composer.glyphsShaped
      return composed
    }
    // Kerns and joined forms beside a tatweel may change the advance by more than that of the tatweel.
    for _ in 0..<3 {
      let elongations = kashida.elongations(filling: slack)
      guard !elongations.isEmpty else { break }
      var result = composed(elongations)
      guard result.advance <= width else {
        slack -= result.advance - width
        continue
      }
      let measured = MeasuredLine(result, isWrapped: line.isWrapped, glyphs: .composed(result))
      if result.advance < width,
        Justification(measured, of: self, width: width, rules: fonts.rules) == nil,
        let longer = kashida.lengthened(elongations)
      {
        result = composed(longer.elongations)
        if overlap(longer.longest, of: &result, to: width, text: text, fonts: fonts) {
          return MeasuredLine(result, isWrapped: line.isWrapped, glyphs: .composed(result))
        }
      }
      return measured
    }
    return line
  }
}
