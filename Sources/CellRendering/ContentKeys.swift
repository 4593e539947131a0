import Foundation
package import GalleyCells
import GalleyHandles
package import GalleyLayout
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
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    func append(_ text: String?) {
      // The length before each text separates fields; an absent text differs from an empty one.
      guard var text else { return append(UInt64.max) }
      append(UInt64(text.utf8.count))
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
    append(surroundings.high)
    append(surroundings.low)
    func append(_ image: CellImage?) {
      append(image?.name)
      append(image?.size.width.bitPattern ?? 0)
      append(image?.size.height.bitPattern ?? 0)
    }
    append(content.title)
    append(content.body)
    append(content.author)
    append(content.time)
    append(content.language)
    append(content.avatar)
    append(content.image)
    return bytes
  }
}
