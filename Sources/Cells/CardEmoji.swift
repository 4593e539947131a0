import GalleyMarkup
import GalleyPrimitives
package import GalleyText

/// A custom emoji of a card: a picture in the place of a code such as `:blob:`.
public struct CardEmoji: Hashable, Sendable, Codable {
  /// The code in the card's texts.
  public var code: String
  /// The picture.
  public var image: CellImage

  /// Makes an emoji of a picture.
  public init(code: String, image: CellImage) {
    self.code = code
    self.image = image
  }
}

extension AttributedText {
  /// This text with the pictures of custom emoji in the place of their codes, in the size of those of a body.
  ///
  /// - Complexity: O(text × longest code).
  package func showing(_ emojis: [CardEmoji]) -> AttributedText {
    guard emojis.contains(where: { string.contains(bytes: $0.code) }) else { return self }
    let pictures = emojis.map { (word: $0.code, name: $0.image.name, size: $0.image.size) }
    // An empty selection at the start is in each text.
    return (try? EmoticonParser(pictures: pictures, sizeFactor: 1.2).parsed(self)) ?? self
  }
}
