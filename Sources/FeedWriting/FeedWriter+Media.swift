import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// An element that says more of a picture or of another medium than an item does.
struct ItemMedium {
  /// What a reader finds in the element.
  var attachment: FeedAttachment
  /// The key of the element.
  var key: String
  /// The element.
  var line: String

  /// The medium of an element; `nil` for one of another kind.
  init?(_ parts: ElementParts, key: String, line: String) {
    guard let medium = SyndicationMedium(parts.tag, named: key) else { return nil }
    let words = parts.content.first { $0.name == "media:description" }?.value.textOfJSON
    attachment = FeedAttachment(
      url: medium.url, type: medium.type, description: parts.tag["title"] ?? words,
      byteCount: medium.byteCount, duration: medium.duration)
    self.key = key
    self.line = line
  }
}

/// Writes the pictures and other media of items, each once.
extension FeedWriter {
  /// The image and the attachments of an item of RSS; a reader takes the first picture for the image.
  ///
  /// A sound or a film is an enclosure, which programs for podcasts look for; an item has one.
  func rssMedia(_ item: FeedItem, _ elements: ItemElements) -> [String] {
    // Programs look for no links of Atom in RSS.
    var others = elements.media.filter { $0.key != "link" }
    let links = elements.media.filter { $0.key == "link" }
    var lines: [String] = []
    if let image = item.image {
      // Of several pictures, a reader takes one in an element of Media RSS.
      let isAlone = item.attachments.allSatisfy { !$0.isPicture }
      lines.append(
        Self.taken(&others) {
          $0.isImage(of: item) && (isAlone || $0.key == "media:content")
        } ?? Self.medium(image, " medium=\"image\"", item.imageDescription))
    }
    var hasLength = elements.duration == nil
    var hasEnclosure = others.contains { $0.key == "enclosure" }
    for attachment in item.attachments {
      // An element of its own has the length of a podcast's sound.
      var attachment = attachment
      if attachment.isPlayed, !hasLength, attachment.duration == elements.duration {
        attachment.duration = nil
      }
      hasLength = hasLength || attachment.isPlayed
      if let line = Self.taken(&others, where: { $0.attachment == attachment }) {
        lines.append(line)
        continue
      }
      let type = " type=\"\(attachment.type.xmlAttribute)\""
      let isEnclosure =
        !hasEnclosure && ["audio/", "video/"].contains { attachment.type.hasPrefix($0) }
      if isEnclosure {
        hasEnclosure = true
        let url = attachment.url.xmlAttribute
        lines.append("<enclosure url=\"\(url)\" length=\"\(attachment.byteCount ?? 0)\"\(type)/>")
        if attachment.description == nil, attachment.duration == nil { continue }
      }
      var attributes = type
      for (name, value) in zip([isEnclosure ? nil : "fileSize", "duration"], attachment.numbers) {
        if let name, let value = value.value { attributes += " \(name)=\"\(value)\"" }
      }
      lines.append(Self.medium(attachment.url, attributes, attachment.description))
    }
    return lines + (others + links).map(\.line)
  }

  private static func medium(_ url: String, _ attributes: String, _ words: String?) -> String {
    let start = "<media:content url=\"\(url.xmlAttribute)\"\(attributes)"
    return words.map {
      start + "><media:description>\($0.xml)</media:description></media:content>"
    } ?? start + "/>"
  }

  /// The image and the attachments of an entry of Atom; a reader takes the first picture for the image.
  func atomMedia(_ item: FeedItem, _ elements: ItemElements) -> [String] {
    // Programs look for no elements of RSS in Atom.
    var others = elements.media.filter { $0.key != "enclosure" }
    let enclosures = elements.media.filter { $0.key == "enclosure" }
    var lines: [String] = []
    if let image = item.image {
      lines.append(
        Self.taken(&others) { $0.isImage(of: item) }
          ?? Self.enclosure(
            FeedAttachment(url: image, type: "image/*", description: item.imageDescription)))
    }
    for attachment in item.attachments {
      lines.append(
        Self.taken(&others) { $0.attachment == attachment } ?? Self.enclosure(attachment))
    }
    return lines + (others + enclosures).map(\.line)
  }

  /// An attachment as a link of Atom, and its length in an element of media.
  private static func enclosure(_ attachment: FeedAttachment) -> String {
    let (url, type) = (attachment.url.xmlAttribute, attachment.type.xmlAttribute)
    let title = attachment.description.map { " title=\"\($0.xmlAttribute)\"" } ?? ""
    let length = attachment.byteCount.map { " length=\"\($0)\"" } ?? ""
    let link =
      "<link rel=\"enclosure\" type=\"\(type)\" href=\"\(url)\"\(title)\(length)/>"
    guard let duration = attachment.numbers.last?.value, !attachment.isPicture else { return link }
    return link + "\n<media:content\(declaration(of: "media")) url=\"\(url)\" type=\"\(type)\" "
      + "duration=\"\(duration)\"/>"
  }

  /// Takes the first medium for which a condition holds, and returns its element.
  private static func taken(
    _ media: inout [ItemMedium], where condition: (ItemMedium) -> Bool
  ) -> String? {
    media.firstIndex(where: condition).map { media.remove(at: $0).line }
  }
}

extension ItemMedium {
  /// Whether a reader finds the image of an item here, with its description.
  fileprivate func isImage(of item: FeedItem) -> Bool {
    attachment.url == item.image && attachment.description == item.imageDescription
      && attachment.type.hasPrefix("image/")
  }
}
