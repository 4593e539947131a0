import GalleyDocuments

extension FeedItem {
  /// The names of the pictures within the text of ``bodyHTML``, each once, without that of ``image``.
  ///
  /// At most ``maximumInlineImages``.
  ///
  /// - Complexity: O(HTML).
  package var inlineImages: [String] {
    guard var html = bodyHTML, html.contains("<img") else {
      return []
    }
    var names: [String] = []
    var known: Set = [image ?? ""]
    _ = html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        guard case .start(let tag) = event, tag.name == "img", let name = tag.value(of: "src"),
          known.insert(name).inserted
        else { return true }
        names.append(name)
        return names.count < Self.maximumInlineImages
      }
    }
    return names
  }

  /// The largest number of pictures within a text that are shown.
  static let maximumInlineImages = 64
}
