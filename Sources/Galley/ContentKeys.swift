import Foundation
package import GalleyCells
import GalleyHandles
import GalleyLayout
package import GalleyPrimitives

/// Hashes contents to the keys under which their heights, layouts and strips are kept.
package struct ContentKeys: Sendable {
  /// All but the content that a cell's picture depends on: theme and fonts.
  private let surroundings: ContentKey

  init(template: CellTemplate, fonts: FontSource) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var bytes = [UInt8](try encoder.encode(template.theme))
    bytes += Array("\(fonts)".utf8)
    surroundings = bytes.withUnsafeBytes { ContentKey(hashing: $0) }
  }

  /// The key of a content.
  ///
  /// - Complexity: O(content).
  package func key(_ content: CellContent) -> ContentKey {
    bytes(of: content).withUnsafeBytes { ContentKey(hashing: $0) }
  }

  /// All that a cell's layout depends on but the width, the scale, and the versions of what sets it:
  /// unequal contents have unequal bytes.
  package func bytes(of content: CellContent) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    func append(_ text: String?) {
      // A length before each text keeps fields apart; an absent one differs from an empty one.
      guard var text else { return append(UInt64.max) }
      append(UInt64(text.utf8.count))
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
    append(surroundings.high)
    append(surroundings.low)
    for text in [content.title, content.body, content.author, content.time, content.language] {
      append(text)
    }
    for image in [content.avatar, content.image] {
      append(image?.name)
      append(image?.size.width.bitPattern ?? 0)
      append(image?.size.height.bitPattern ?? 0)
    }
    return bytes
  }
}
