import GalleyDocuments
import GalleyPrimitives

/// A picture within the text of an item.
package struct InlineImage: Hashable, Sendable {
  /// The name, as that of ``FeedItem/image``.
  package var name: String
  /// The words in its place: the code of a custom emoji, such as `:blob:`.
  package var description: String
  /// Whether it is a custom emoji of a social network, or a smiley.
  package var isEmoji: Bool
  /// The field with the text.
  package var field = FeedField.body
}

extension HTMLStartTag {
  /// Whether this is a picture of one pixel, by which a server counts readers.
  fileprivate var isBeacon: Bool {
    name == "img"
      && ["width", "height"].allSatisfy { ["0", "1", "0px", "1px"].contains(value(of: $0)) }
  }
}

extension FeedItem {
  /// The pictures within the texts, each once: those of the body, and the custom emoji of author and title.
  ///
  /// - Complexity: O(HTML).
  package var inlineImages: [InlineImage] {
    let images = bodyImages
    guard !emojis.isEmpty else { return images }
    let known = Set(images.map(\.name))
    return images + emojiImages.filter { !known.contains($0.name) }
  }

  /// The pictures of ``emojis``.
  package var emojiImages: [InlineImage] {
    emojis.map { emoji in
      let field = author?.contains(bytes: emoji.code) == true ? FeedField.author : .title
      return InlineImage(
        name: emoji.url, description: emoji.code, isEmoji: true, field: field)
    }
  }

  /// The pictures within the text of ``bodyHTML``, each once, without ``image`` and those of one pixel.
  ///
  /// At most ``maximumInlineImages``.
  ///
  /// - Complexity: O(HTML).
  package var bodyImages: [InlineImage] {
    var images: [InlineImage] = []
    var known: Set = [""]
    forEachBodyImage { name, tag in
      let (words, isEmoji) = (tag.value(of: "alt") ?? "", tag.isEmoji)
      // An emoji of Unicode, which fonts have, is no picture.
      guard !isEmoji || words.count != 1 || words.utf8.count == 1, !isImage(name),
        known.insert(name).inserted
      else { return true }
      images.append(InlineImage(name: name, description: words, isEmoji: isEmoji))
      return images.count < Self.maximumInlineImages
    }
    return images
  }

  /// The names by which pictures of ``bodyHTML`` are ``image``, each once: its own, and those of other sizes of it.
  ///
  /// - Complexity: O(HTML).
  package var imageNamesInBody: [String] {
    guard image?.isEmpty == false else { return [] }
    var names: [String] = []
    forEachBodyImage { name, _ in
      if isImage(name), !names.contains(name) { names.append(name) }
      return names.count < Self.maximumInlineImages
    }
    return names
  }

  /// Whether a name is that of ``image``, or differs from it in the query of a picture's file alone.
  private func isImage(_ name: String) -> Bool {
    guard let image, image != name else { return image != nil }
    let file = FeedAttachment(url: image).file
    return file != nil && FeedAttachment(url: name).file == file
  }

  /// Calls `body` with the name and the tag of each picture of ``bodyHTML``, until it returns `false`.
  ///
  /// - Complexity: O(HTML).
  private func forEachBodyImage(_ body: (String, HTMLStartTag) -> Bool) {
    if let bodyHTML { Self.forEachImage(ofHTML: bodyHTML, body) }
  }

  private static func forEachImage(ofHTML html: String, _ body: (String, HTMLStartTag) -> Bool) {
    guard html.contains(anyCaseOf: "<img") || html.contains(anyCaseOf: "poster") else { return }
    var html = html
    _ = html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        guard case .start(let tag) = event, !tag.isBeacon,
          let name = tag.name == "img" ? tag.pictureName : EmbeddedMedium(tag)?.poster
        else { return true }
        return body(name, tag)
      }
    }
  }

  /// The names of the pictures in HTML, without those of one pixel, in the order of their tags.
  ///
  /// - Complexity: O(HTML).
  package static func imageNames(ofHTML html: String) -> [String] {
    var names: [String] = []
    forEachImage(ofHTML: html.replacing(bytes: "\0", with: "\u{FFFD}")) { name, _ in
      names.append(name)
      return true
    }
    return names
  }

  /// The pictures that a card may show beside the text: all ``pictures`` but those within the text.
  ///
  /// - Complexity: O(HTML), if there are several pictures.
  package var cardPictures: [FeedAttachment] {
    let pictures = pictures
    guard pictures.count > 1 else { return pictures }
    let inline = Set(bodyImages.map(\.name))
    return pictures.filter { $0.url == image || !inline.contains($0.url) }
  }

  /// The largest number of pictures within a text that are shown.
  static let maximumInlineImages = 64
}
