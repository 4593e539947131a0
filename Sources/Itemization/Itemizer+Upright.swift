package import GalleyHandles
import GalleyPrimitives

/// The orientation of a stretch of vertical text.
package enum UprightForm: Sendable {
  /// By each character.
  case byCharacter
  /// The same for all characters.
  case fixed(isUpright: Bool)
}

extension Itemizer {
  /// Divides items where the orientation of characters in vertical text changes, and marks those that stand
  /// upright.
  ///
  /// `form` is the orientation of the text at a byte. A mark has the orientation of its base.
  ///
  /// - Complexity: O(text).
  /// - SeeAlso: UAX #50.
  package static func markUpright(
    _ items: inout [TextItem], of text: UnsafeBufferPointer<UInt8>,
    form: (_ byte: Int, _ item: TextItem) -> UprightForm
  ) {
    var result: [TextItem] = []
    for item in items {
      var part = item
      var (byte, scalar) = (item.bytes.lowerBound, item.scalars.lowerBound)
      var isUpright = false
      while byte < item.bytes.upperBound {
        let character = text.scalar(at: byte)
        let isFirst = byte == item.bytes.lowerBound
        if isFirst || UnicodeProperties.startsCluster(character) {
          let own = Self.isUpright(character, form(byte, item))
          if own != isUpright, !isFirst {
            part.end(at: byte, scalar: scalar, isUpright: isUpright)
            result.append(part)
            part = item
            part.bytes = byte..<item.bytes.upperBound
            part.scalars = scalar..<item.scalars.upperBound
          }
          isUpright = own
        }
        byte += utf8Width(text[byte])
        scalar += 1
      }
      part.end(at: item.bytes.upperBound, scalar: item.scalars.upperBound, isUpright: isUpright)
      result.append(part)
    }
    items = result
  }

  private static func isUpright(_ character: UInt32, _ form: UprightForm) -> Bool {
    switch form {
    case .fixed(let isUpright): isUpright
    // An attachment in the place of U+FFFC is at the middle of its line, as sideways text is.
    case .byCharacter: character != 0xFFFC && UprightCharacters.contains(character)
    }
  }
}

extension Itemizer {
  /// Gives items the levels of a paragraph in whose place `letters` stand, a text of as many scalars, and divides
  /// and joins the items accordingly.
  ///
  /// - Complexity: O(text).
  package static func setLevels(
    _ items: inout [TextItem], of text: UnsafeBufferPointer<UInt8>,
    as letters: [UInt8], direction: BaseDirection
  ) {
    guard let count = items.last?.scalars.upperBound else { return }
    var levels: [UInt8] = []
    letters.withUnsafeBufferPointer {
      appendEmbeddingLevels(of: $0, count: count, direction: direction, to: &levels)
    }
    guard levels.count == count else { return }
    var result: [TextItem] = []
    for item in items {
      var byte = item.bytes.lowerBound
      for scalar in item.scalars {
        let end = byte + utf8Width(text[byte])
        // A tab is an item of its own.
        if let last = result.last, last.level == levels[scalar], last.isContinued(by: item),
          text[byte] != 0x09, text[last.bytes.lowerBound] != 0x09
        {
          result[result.count - 1].bytes = last.bytes.lowerBound..<end
          result[result.count - 1].scalars = last.scalars.lowerBound..<scalar + 1
        } else {
          var part = item
          part.level = levels[scalar]
          (part.bytes, part.scalars) = (byte..<end, scalar..<scalar + 1)
          result.append(part)
        }
        byte = end
      }
    }
    items = result
  }
}

extension TextItem {
  /// Whether text of an item is shaped with the text of another one behind it, if their levels are equal.
  fileprivate func isContinued(by next: TextItem) -> Bool {
    font == next.font && script == next.script && languageTag == next.languageTag
  }

  fileprivate mutating func end(at byte: Int, scalar: Int, isUpright: Bool) {
    bytes = bytes.lowerBound..<byte
    scalars = scalars.lowerBound..<scalar
    self.isUpright = isUpright
  }
}
