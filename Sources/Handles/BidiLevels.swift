/// What a character is to the bidirectional algorithm, where text has no explicit embeddings.
///
/// - SeeAlso: UAX #9, table 4.
enum BidiClass: UInt8 {
  case left, right, arabicLetter, europeanNumber, europeanSeparator, europeanTerminator,
    arabicNumber
  case commonSeparator, mark, boundary, white, neutral
  /// One of ASCII's brackets, which come in pairs.
  case bracket
  /// What our own rules are not for.
  case other
}

/// Finds the embedding levels of plain text, whose characters all lie in one run of one level.
///
/// FriBidi, which does as much for any text, takes several times as long.
///
/// - SeeAlso: UAX #9.
struct BidiLevels {
  /// The characters but for those that take no part, with what the rules made of them.
  private var kinds: [BidiClass] = []
  private var brackets: [Bracket] = []
  /// The brackets that wait for what closes them, by their numbers.
  private var opened: [Int] = []

  private struct Bracket {
    /// Among ``kinds``.
    var place: Int
    var character: UInt32
    /// Where its pair closes, if it opens one that does.
    var end: Int?
  }

  /// Finds the levels of the first `plain.count` characters; false where it takes FriBidi to tell.
  ///
  /// - Complexity: O(text), times the depth of its brackets.
  mutating func find(
    _ plain: PlainScratch, isRightToLeft: Bool, into levels: inout [UInt8]
  ) -> Bool {
    let base = isRightToLeft ? BidiClass.right : .left
    guard let (hasNumbers, hasSigns) = take(plain, base: base), pairBrackets() else { return false }
    levels.append(contentsOf: repeatElement(0, count: plain.count))
    kinds.withUnsafeMutableBufferPointer { kinds in
      if hasSigns { Self.joinSeparators(kinds) }
      if hasSigns || hasNumbers { Self.joinTerminators(kinds, base: base) }
      for bracket in brackets { Self.resolve(bracket, of: brackets, in: kinds, base: base) }
      levels.withUnsafeMutableBufferPointer { levels in
        Self.resolveNeutrals(kinds, base: base, into: levels)
        Self.insertBoundaries(of: plain, count: kinds.count, base: base, into: levels)
        Self.resetEnd(of: plain, base: base, in: levels)
      }
    }
    // Memory for a huge text is not kept.
    if kinds.capacity > 1 << 18 { kinds = [] }
    return true
  }

  /// Takes the characters in, marks as what they follow, and tells whether there are European numbers and
  /// what belongs to numbers; `nil` where it takes FriBidi.
  ///
  /// - SeeAlso: UAX #9, X9, W1 to W3.
  private mutating func take(
    _ plain: PlainScratch, base: BidiClass
  ) -> (hasNumbers: Bool, hasSigns: Bool)? {
    brackets.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    kinds.reserveCapacity(plain.count)
    var (hasNumbers, hasSigns, hasLooseMarks, isAfterArabic) = (false, false, false, false)
    var last = base
    for place in 0..<plain.count {
      var kind = plain.classes[place].bidi
      switch kind {
      case .left, .right: isAfterArabic = false
      case .arabicLetter:
        isAfterArabic = true
        kind = .right
      case .europeanNumber where isAfterArabic: kind = .arabicNumber
      case .europeanNumber: hasNumbers = true
      case .europeanSeparator, .europeanTerminator, .commonSeparator: hasSigns = true
      case .mark:
        hasLooseMarks = hasLooseMarks || last.direction == nil
        kind = last
      case .white: kind = .neutral
      case .bracket:
        brackets.append(Bracket(place: kinds.count, character: plain.characters[place]))
        kind = .neutral
      case .boundary: continue
      case .other: return nil
      case .arabicNumber, .neutral: break
      }
      kinds.append(kind)
      last = kind
    }
    // Marks of what is neutral may be a bracket's, in which FriBidi has a way of its own.
    return hasLooseMarks && !brackets.isEmpty ? nil : (hasNumbers, hasSigns)
  }

  /// Makes a single separator between two numbers of a kind as these are.
  ///
  /// - SeeAlso: UAX #9, W4.
  private static func joinSeparators(_ kinds: UnsafeMutableBufferPointer<BidiClass>) {
    for place in kinds.indices.dropFirst().dropLast() {
      let before = kinds[place - 1]
      guard before == kinds[place + 1] else { continue }
      switch (kinds[place], before) {
      case (.europeanSeparator, .europeanNumber), (.commonSeparator, .europeanNumber),
        (.commonSeparator, .arabicNumber):
        kinds[place] = before
      default: break
      }
    }
  }

  /// Makes terminators beside European numbers as these are, other signs neutral, and numbers behind
  /// letters from left to right as those.
  ///
  /// - SeeAlso: UAX #9, W5 to W7.
  private static func joinTerminators(
    _ kinds: UnsafeMutableBufferPointer<BidiClass>, base: BidiClass
  ) {
    var strong = base
    var isAfterNumber = false
    var place = 0
    while place < kinds.count {
      let start = place
      switch kinds[place] {
      case .left, .right:
        strong = kinds[place]
        isAfterNumber = false
      case .europeanNumber:
        isAfterNumber = true
        if strong == .left { kinds[place] = .left }
      case .europeanTerminator:
        while place + 1 < kinds.count, kinds[place + 1] == .europeanTerminator { place += 1 }
        isAfterNumber =
          isAfterNumber || (place + 1 < kinds.count && kinds[place + 1] == .europeanNumber)
        let kind =
          !isAfterNumber ? BidiClass.neutral : strong == .left ? .left : .europeanNumber
        for index in start...place { kinds[index] = kind }
      case .europeanSeparator, .commonSeparator:
        kinds[place] = .neutral
        isAfterNumber = false
      default: isAfterNumber = false
      }
      place += 1
    }
  }

  /// Gives neutral characters the direction of what is on both sides of them, or else the
  /// paragraph's, and finds the levels.
  ///
  /// - SeeAlso: UAX #9, N1, N2, I1, I2.
  private static func resolveNeutrals(
    _ kinds: UnsafeMutableBufferPointer<BidiClass>, base: BidiClass,
    into levels: UnsafeMutableBufferPointer<UInt8>
  ) {
    let leftLevel: UInt8 = base == .left ? 0 : 2
    var before = base
    var place = 0
    while place < kinds.count {
      let start = place
      switch kinds[place] {
      case .left:
        levels[place] = leftLevel
        before = .left
      case .right:
        levels[place] = 1
        before = .right
      case .europeanNumber, .arabicNumber:
        levels[place] = 2
        before = .right
      default:
        while place + 1 < kinds.count, kinds[place + 1].direction == nil { place += 1 }
        let after = place + 1 < kinds.count ? kinds[place + 1].direction : base
        let level: UInt8 = (before == after ? before : base) == .left ? leftLevel : 1
        for index in start...place { levels[index] = level }
      }
      place += 1
    }
  }

  /// Gives characters that took no part the level of what they follow.
  ///
  /// - SeeAlso: UAX #9, section 5.2.
  private static func insertBoundaries(
    of plain: PlainScratch, count: Int, base: BidiClass,
    into levels: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard count < plain.count else { return }
    var next = count
    for place in (0..<plain.count).reversed() {
      if plain.classes[place].bidi == .boundary {
        levels[place] = next > 0 ? levels[next - 1] : base == .left ? 0 : 1
      } else {
        next -= 1
        levels[place] = levels[next]
      }
    }
  }

  /// Gives white space at the end the paragraph's level.
  ///
  /// - SeeAlso: UAX #9, L1.
  private static func resetEnd(
    of plain: PlainScratch, base: BidiClass, in levels: UnsafeMutableBufferPointer<UInt8>
  ) {
    for place in (0..<plain.count).reversed() {
      let kind = plain.classes[place].bidi
      guard kind == .white || kind == .boundary else { return }
      levels[place] = base == .left ? 0 : 1
    }
  }
}

/// Brackets.
extension BidiLevels {
  private static let maximumDepth = 63

  /// Finds what closes each bracket; false where they are nested too deeply.
  ///
  /// - SeeAlso: UAX #9, BD16.
  private mutating func pairBrackets() -> Bool {
    guard brackets.count > 1 else { return true }
    opened.removeAll(keepingCapacity: true)
    for (number, bracket) in brackets.enumerated() {
      guard let opening = Self.opening(of: bracket.character) else {
        guard opened.count < Self.maximumDepth else { return false }
        opened.append(number)
        continue
      }
      guard let depth = opened.lastIndex(where: { brackets[$0].character == opening }) else {
        continue
      }
      brackets[opened[depth]].end = number
      opened.removeSubrange(depth...)
    }
    return true
  }

  /// The bracket that `character` closes; `nil` for one that opens.
  private static func opening(of character: UInt32) -> UInt32? {
    switch character {
    case 0x29: 0x28
    case 0x5D: 0x5B
    case 0x7D: 0x7B
    default: nil
    }
  }

  /// Gives a pair of brackets the direction of what is in them, if that is the paragraph's or what
  /// comes before them has it too.
  ///
  /// - SeeAlso: UAX #9, N0.
  private static func resolve(
    _ bracket: Bracket, of brackets: [Bracket], in kinds: UnsafeMutableBufferPointer<BidiClass>,
    base: BidiClass
  ) {
    guard let number = bracket.end else { return }
    let closing = brackets[number]
    var isOpposite = false
    var found: BidiClass?
    for place in bracket.place + 1..<closing.place {
      guard let direction = kinds[place].direction else { continue }
      if direction == base {
        found = base
        break
      }
      isOpposite = true
    }
    if found == nil, isOpposite {
      let before = kinds[..<bracket.place].last { $0.direction != nil }?.direction ?? base
      found = before
    }
    guard let found else { return }
    kinds[bracket.place] = found
    kinds[closing.place] = found
  }
}

extension BidiClass {
  /// The direction that it has to what stands beside it: numbers read as what is around them does, and
  /// count as from right to left; `nil` for what is neutral.
  fileprivate var direction: BidiClass? {
    switch self {
    case .left: .left
    case .right, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }
}
