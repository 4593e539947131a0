import GalleyDocuments

/// A picture within the text of an item.
package struct InlineImage: Hashable, Sendable {
  /// The name, as that of ``FeedItem/image``.
  package var name: String
  /// The words in its place: the code of a custom emoji, such as `:blob:`.
  package var description: String
  /// Whether it is a custom emoji of a social network, or a smiley.
  package var isEmoji: Bool
}

extension FeedItem {
  /// The pictures within the text of ``bodyHTML``, each once, without ``image``.
  ///
  /// At most ``maximumInlineImages``.
  ///
  /// - Complexity: O(HTML).
  package var inlineImages: [InlineImage] {
    guard var html = bodyHTML, html.contains("<img") else {
      return []
    }
    var images: [InlineImage] = []
    var known: Set = [image ?? ""]
    _ = html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        guard case .start(let tag) = event, tag.name == "img", let name = tag.value(of: "src"),
          known.insert(name).inserted
        else { return true }
        let classes = tag.value(of: "class")?.split(separator: " ").map(String.init) ?? []
        images.append(
          InlineImage(
            name: name, description: tag.value(of: "alt") ?? "",
            isEmoji: !Self.emojiClasses.isDisjoint(with: classes)))
        return images.count < Self.maximumInlineImages
      }
    }
    return images
  }

  /// The classes of pictures in the size of letters.
  private static let emojiClasses: Set = ["emoji", "custom-emoji", "emojione", "wp-smiley"]

  /// The largest number of pictures within a text that are shown.
  static let maximumInlineImages = 64
}
