import Foundation
package import GalleyCells
package import GalleyFonts
import GalleyHandles
package import GalleyPrimitives

/// Hashes contents to the keys of their heights, layouts and strips.
package struct ContentKeys: Sendable {
  /// The hash of the other inputs of a cell's picture: theme and fonts.
  private let surroundings: ContentKey

  package init(
    template: CellTemplate, fonts: FontSource, rules: TextRules = .reader
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var bytes = [UInt8](try encoder.encode(template.theme))
    bytes += Array("\(fonts) \(rules)".utf8)
    surroundings = bytes.withUnsafeBytes { ContentKey(hashing: $0) }
  }

  /// Returns the key of a content.
  ///
  /// - Complexity: O(content).
  package func key(_ content: CellContent) -> ContentKey {
    bytes(of: content).withUnsafeBytes { ContentKey(hashing: $0) }
  }

  /// Returns all inputs of a cell's layout except the width, the scale and the versions of libraries and
  /// fonts: different contents have different bytes.
  package func bytes(of content: CellContent) -> [UInt8] {
    var bytes = KeyBytes()
    bytes.append(surroundings.high)
    bytes.append(surroundings.low)
    switch content {
    case .card(let card): bytes.append(card)
    case .tree(let tree):
      // No card begins like this: its title would be longer than memory.
      bytes.reserveTreeCapacity()
      bytes.append(UInt64.max - 1)
      bytes.append(tree)
    }
    return bytes.bytes
  }
}
