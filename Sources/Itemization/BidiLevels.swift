/// Finds the embedding levels of plain text, whose characters all lie in one run of one level.
///
/// FriBidi does this for any text and takes several times as long.
///
/// - SeeAlso: UAX #9.
struct BidiLevels {
  /// The characters without boundary neutrals, by the classes that the rules have given them so far.
  private var kinds: [BidiClass] = []
  private var brackets: [Bracket] = []
  /// The numbers of the brackets that are not closed yet.
  private var opened: [Int] = []

  private struct Bracket {
    /// Among ``kinds``.
    var place: Int
    var character: UInt32
    /// The number of the bracket that closes it, if it opens a pair.
    var end: Int?
  }

  /// Appends the level of each character to `levels`, which is empty; false if only FriBidi can find them.
  ///
  /// - Complexity: O(text), times the depth of its brackets.
  mutating func find(
    _ plain: PlainText, isRightToLeft: Bool, into levels: inout [UInt8]
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
    // The memory of a huge text is not kept.
    if kinds.capacity > 1 << 18 { kinds = [] }
    return true
  }

  /// Reads the characters, gives marks the class of the character before them, and returns whether there are
  /// European numbers, and signs of numbers; `nil` if only FriBidi can find the levels.
  ///
  /// - SeeAlso: UAX #9, X9, W1 to W3.
  private mutating func take(
    _ plain: PlainText, base: BidiClass
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
    // A mark after a neutral character may belong to a bracket, which FriBidi treats in its own way.
    return hasLooseMarks && !brackets.isEmpty ? nil : (hasNumbers, hasSigns)
  }

  /// Gives a single separator between two numbers of one class that class.
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

  /// Gives terminators beside European numbers their class, makes other signs neutral, and gives numbers after
  /// letters from left to right the class of the letters.
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

  /// Gives neutral characters the direction of both their neighbours, or else the paragraph's, and finds the
  /// levels.
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

  /// Gives boundary neutrals the level of the character before them.
  ///
  /// - SeeAlso: UAX #9, section 5.2.
  private static func insertBoundaries(
    of plain: PlainText, count: Int, base: BidiClass,
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

  /// Gives white space at the end the level of the paragraph.
  ///
  /// - SeeAlso: UAX #9, L1.
  private static func resetEnd(
    of plain: PlainText, base: BidiClass, in levels: UnsafeMutableBufferPointer<UInt8>
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

  /// Finds the closing bracket of each pair; false if they are nested too deeply.
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

  /// Gives a pair of brackets the direction of the text in them, if the paragraph or the text before them has it
  /// too.
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
