/// The plain characters, each classified at its first look-up.
struct PlainCharacters {
  /// For each block, the number of its 256 entries in ``characters``; 0, where all are unknown, for a block
  /// without a look-up.
  private var blocks = [UInt8](repeating: 0, count: 0x300)
  private var characters = [PlainCharacter](repeating: .none, count: 256)
  private let ideographs = PlainCharacter.ideographs
  private let syllables = PlainCharacter.syllables

  /// - Complexity: O(1).
  subscript(_ character: UInt32) -> PlainCharacter {
    mutating get {
      if (0x4E00...0x9FC3).contains(character) { return ideographs }
      if (0xAC00...0xD7A3).contains(character) { return syllables }
      let block = Int(character >> 8)
      guard block < blocks.count else { return PlainCharacter(classifying: character) }
      let known = characters[Int(blocks[block]) << 8 | Int(character & 0xFF)]
      return known.isKnown ? known : classify(character)
    }
  }

  private mutating func classify(_ character: UInt32) -> PlainCharacter {
    let found = PlainCharacter(classifying: character)
    let block = Int(character >> 8)
    if blocks[block] == 0 {
      // The number of a block is a byte.
      guard characters.count < 256 * 256 else { return found }
      blocks[block] = UInt8(characters.count >> 8)
      characters.append(contentsOf: repeatElement(.none, count: 256))
    }
    characters[Int(blocks[block]) << 8 | Int(character & 0xFF)] = found
    return found
  }
}
