internal import CPango

/// A paragraph of plain characters, decoded: memory that is kept from paragraph to paragraph.
///
/// It has memory of its own, because an array checks for each character whether its memory is shared.
/// Invariant: no method lends one of these properties to code that has a
/// reference to this object.
final class PlainScratch {
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private(set) var characters: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private(set) var classes: UnsafeMutablePointer<PlainCharacter>
  /// The byte at which each character starts, and the end.
  @exclusivity(unchecked) private(set) var offsets: UnsafeMutablePointer<Int32>
  /// The script, where there is but one, of a paragraph without levels and emoji.
  @exclusivity(unchecked) private(set) var onlyScript: UInt8?
  /// Whether some of it may be shown as emoji.
  @exclusivity(unchecked) private(set) var mayHaveEmoji = false
  @exclusivity(unchecked) var runs = ScriptRuns()
  /// Stretches of the script at hand, which is known only at its end.
  @exclusivity(unchecked) var pending: [Run] = []
  /// What each character of ASCII is in the names of pieces.
  private let asciiNames = UnsafeMutablePointer<UInt8>.allocate(capacity: 0x80)
  private var capacity: Int
  /// The embedding level of each character; empty where all have the same.
  @exclusivity(unchecked) private var levels: [UInt8] = []
  @exclusivity(unchecked) private var commonLevel: UInt8 = 0
  @exclusivity(unchecked) private var bidi = BidiLevels()
  @exclusivity(unchecked) private var plainCharacters = PlainCharacters()
  /// Whether levels are always found by FriBidi, which is what our own way is checked against.
  var leavesLevelsToFriBidi = false
  private static let smallCapacity = 1 << 12

  /// A stretch that is shown as emoji, or one that is not.
  struct Run {
    var scalars: Range<Int>
    var isEmoji: Bool
  }

  init() {
    capacity = Self.smallCapacity
    (characters, classes, offsets) = Self.allocate(capacity)
    for character in UInt32(0)..<0x80 {
      asciiNames[Int(character)] =
        plainCharacters[character].breakKind(of: character) ?? UInt8(character)
    }
  }

  deinit {
    free()
    asciiNames.deallocate()
  }

  private static func allocate(_ capacity: Int) -> (
    UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<PlainCharacter>,
    UnsafeMutablePointer<Int32>
  ) {
    (
      .allocate(capacity: capacity), .allocate(capacity: capacity),
      .allocate(capacity: capacity + 1)
    )
  }

  private func free() {
    characters.deallocate()
    classes.deallocate()
    offsets.deallocate()
  }

  /// Makes room for as many characters as a text of `byteCount` may have; a huge one's is not kept.
  private func reserve(_ byteCount: Int) {
    guard byteCount > capacity || (capacity > 1 << 18 && byteCount <= Self.smallCapacity) else {
      return
    }
    free()
    capacity = max(Self.smallCapacity, byteCount)
    (characters, classes, offsets) = Self.allocate(capacity)
  }

  /// The embedding level of a character.
  func level(at place: Int) -> UInt8 { levels.isEmpty ? commonLevel : levels[place] }

  /// Where some of the characters stand in the text.
  func bytes(_ scalars: Range<Int>) -> Range<Int> {
    Int(offsets[scalars.lowerBound])..<Int(offsets[scalars.upperBound])
  }

  /// What a piece is to line breaks, in `memory`, which has room for its text: its characters, but one
  /// byte for any of a kind.
  func breakName(
    of piece: Range<Int>, text: UnsafeBufferPointer<UInt8>,
    in memory: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let (characters, classes, asciiNames) = (self.characters, self.classes, self.asciiNames)
    var count = 0
    for place in piece {
      let character = characters[place]
      if character < 0x80 {
        memory[count] = asciiNames[Int(character)]
      } else if let kind = classes[place].breakKind(of: character) {
        memory[count] = kind
      } else {
        for byte in bytes(place..<place + 1) {
          memory[count] = text[byte]
          count += 1
        }
        continue
      }
      count += 1
    }
    return UnsafeBufferPointer(rebasing: memory[..<count])
  }

  /// Takes in a paragraph; false at a character that is not plain.
  func decode(_ text: UnsafeBufferPointer<UInt8>, direction: BaseDirection) -> Bool {
    reserve(text.count)
    levels.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
    commonLevel = 0
    let (characters, classes, offsets) = (self.characters, self.classes, self.offsets)
    var all = PlainCharacter.all
    var any = PlainCharacter.none
    var script: UInt8 = 0
    var isOneScript = true
    var byte = 0
    var count = 0
    while byte < text.count {
      let lead = text[byte]
      let character = lead < 0x80 ? UInt32(lead) : text.scalar(at: byte)
      let kind = plainCharacters[character]
      guard kind.isPlain else { return false }
      all.formIntersection(kind)
      any.formUnion(kind)
      if kind.script != 0, kind.script != script {
        isOneScript = isOneScript && script == 0
        script = kind.script
      }
      characters[count] = character
      classes[count] = kind
      offsets[count] = Int32(truncatingIfNeeded: byte)
      count += 1
      byte += utf8Width(lead)
    }
    offsets[count] = Int32(truncatingIfNeeded: byte)
    self.count = count
    if direction == .rightToLeft, all.followsDirection {
      commonLevel = 1
    } else if direction == .rightToLeft || any.isRightToLeft {
      findLevels(text, direction: direction)
    }
    mayHaveEmoji = any.takesPartInEmoji
    onlyScript = isOneScript && !mayHaveEmoji && levels.isEmpty ? script : nil
    return true
  }

  private func findLevels(_ text: UnsafeBufferPointer<UInt8>, direction: BaseDirection) {
    let isRightToLeft = direction == .rightToLeft
    if leavesLevelsToFriBidi || !bidi.find(self, isRightToLeft: isRightToLeft, into: &levels) {
      searchLevels(text, direction: direction)
    }
    guard let first = levels.first, levels.allSatisfy({ $0 == first }) else { return }
    commonLevel = first
    levels.removeAll(keepingCapacity: true)
  }

  /// Has FriBidi find the levels.
  private func searchLevels(_ text: UnsafeBufferPointer<UInt8>, direction: BaseDirection) {
    text.withMemoryRebound(to: CChar.self) { chars in
      var base = direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR
      guard
        let found = pango_log2vis_get_embedding_levels(
          chars.baseAddress, Int32(chars.count), &base)
      else { return }
      defer { g_free(found) }
      levels.append(contentsOf: UnsafeBufferPointer(start: found, count: count))
    }
  }
}
