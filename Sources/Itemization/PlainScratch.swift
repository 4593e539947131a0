import GalleyHandles
import GalleyPrimitives

/// The characters of a plain paragraph, with the properties of each.
struct PlainText {
  let count: Int
  let characters: UnsafeMutablePointer<UInt32>
  let classes: UnsafeMutablePointer<PlainCharacter>
}

/// A paragraph of plain characters, decoded: memory that is reused for each paragraph.
///
/// It has its own memory, since an array would check for each character whether it is shared. The properties
/// are `@exclusivity(unchecked)`. Invariant: during an access to one of them, no code with a reference to this
/// object runs. Bidirectional levels and emoji are found in a ``PlainText``, which refers to the memory only.
final class PlainScratch {
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private(set) var characters: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private(set) var classes: UnsafeMutablePointer<PlainCharacter>
  /// The byte at which each character starts, and the end.
  @exclusivity(unchecked) private(set) var offsets: UnsafeMutablePointer<Int32>
  /// The script of a paragraph with one script, one level and no emoji.
  @exclusivity(unchecked) private(set) var onlyScript: UInt8?
  /// Whether a part of the paragraph may be shown as emoji.
  @exclusivity(unchecked) private(set) var mayHaveEmoji = false
  @exclusivity(unchecked) var runs = ScriptRuns()
  /// The stretches of the current script run, whose script is known at its end.
  @exclusivity(unchecked) var pending: [Run] = []
  /// The byte for each character of ASCII in the names of pieces.
  private let asciiNames = UnsafeMutablePointer<UInt8>.allocate(capacity: 0x80)
  private var capacity: Int
  /// The embedding level of each character; empty if all have the same.
  @exclusivity(unchecked) private var levels: [UInt8] = []
  @exclusivity(unchecked) private var commonLevel: UInt8 = 0
  @exclusivity(unchecked) private var bidi = BidiLevels()
  @exclusivity(unchecked) private var plainCharacters = PlainCharacters()
  /// Whether FriBidi finds all levels; tests compare ``BidiLevels`` with it.
  var leavesLevelsToFriBidi = false
  private static let smallCapacity = 1 << 12

  /// A stretch of emoji, or one without emoji.
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

  /// Makes room for the characters of a text of `byteCount` bytes; the memory of a huge text is not kept.
  private func reserve(_ byteCount: Int) {
    guard byteCount > capacity || (capacity > 1 << 18 && byteCount <= Self.smallCapacity) else {
      return
    }
    free()
    capacity = max(Self.smallCapacity, byteCount)
    (characters, classes, offsets) = Self.allocate(capacity)
  }

  /// The paragraph, until the next one is decoded.
  var text: PlainText { PlainText(count: count, characters: characters, classes: classes) }

  /// The embedding level of a character.
  func level(at place: Int) -> UInt8 { levels.isEmpty ? commonLevel : levels[place] }

  /// The bytes of a range of characters.
  func bytes(_ scalars: Range<Int>) -> Range<Int> {
    Int(offsets[scalars.lowerBound])..<Int(offsets[scalars.upperBound])
  }

  /// The name of a piece for line breaks, in `memory`, which has room for its text: its characters, with one byte
  /// for all characters that break lines alike.
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

  /// Decodes a paragraph; false at a character that is not plain.
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
    if leavesLevelsToFriBidi
      || !bidi.find(self.text, isRightToLeft: isRightToLeft, into: &levels)
    {
      appendEmbeddingLevels(of: text, count: count, direction: direction, to: &levels)
    }
    guard let first = levels.first, levels.allSatisfy({ $0 == first }) else { return }
    commonLevel = first
    levels.removeAll(keepingCapacity: true)
  }
}
