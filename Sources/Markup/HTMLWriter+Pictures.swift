import GalleyDocuments
import GalleyPrimitives
import GalleyText

/// Adds pictures, and the titles of films, sounds and pages in their places.
extension HTMLWriter {
  /// Adds a picture in the line, or between lines if it is much higher; or its description.
  ///
  /// A picture that is shown beside the text adds nothing.
  mutating func append(picture tag: HTMLStartTag) {
    let description = tag.value(of: "alt") ?? ""
    guard let name = tag.pictureName else { return write(description) }
    shownPictures.insert(name)
    if surroundings.pictures[name] == .zero { return }
    guard let size = size(ofPicture: name) else { return write(description) }
    let em = look.font.size
    var shown = HTMLPictureSize(tag).size(of: size, room: room)
    // A picture without an extent counts readers, and shows nothing.
    guard shown.width >= 1 / 64, shown.height >= 1 / 64 else { return }
    var isBlock = shown.height > 2 * em
    if tag.isEmoji {
      shown = Size(width: 1.2 * em * size.width / size.height, height: 1.2 * em)
      isBlock = false
    }
    append(picture: name, shown, description: description, isBlock: isBlock)
  }

  /// Adds a picture of a `noscript`, as a browser without scripts does, unless the text has it already.
  mutating func append(fallback tag: HTMLStartTag) {
    guard elements.first(where: \.isHidden)?.name == "noscript", let name = tag.pictureName,
      !shownPictures.contains(name)
    else { return }
    append(picture: tag)
  }

  /// The size of a picture that is shown; `nil` for another one.
  private func size(ofPicture name: String) -> Size? {
    guard let size = surroundings.pictures[name], (1 / 64...1e6).contains(size.width),
      (1 / 64...1e6).contains(size.height)
    else { return nil }
    return size
  }

  /// The width of a line.
  private var room: Double { max(look.font.size, (surroundings.width ?? 4_096) - indent) }

  /// Adds a picture in a size, or smaller where there is not as much room.
  private mutating func append(
    picture name: String, _ size: Size, description: String, isBlock: Bool
  ) {
    let factor = min(1, room / size.width, surroundings.pictureHeight / size.height)
    let shown = Size(width: size.width * factor, height: size.height * factor)
    if isBlock { endParagraph("p") }
    var attributes = look
    attributes.attachment = TextAttachment(
      .image(name: name), size: shown, alignment: isBlock ? .baseline : .center,
      contentMode: .scaleToFill, userInfo: description.isEmpty ? [:] : ["alt": description])
    append(String(TextAttachment.character), attributes)
    if isBlock { endParagraph("p") }
  }

  /// Adds the poster of the medium whose element ends, and its title with a link, as a paragraph.
  mutating func appendMedium() {
    // A medium without an address ends too: a later `source` is not its own.
    defer { self.medium = nil }
    guard let medium, let words = medium.words else { return }
    endParagraph("p")
    if let poster = medium.poster, let size = size(ofPicture: poster) {
      append(picture: poster, size, description: "", isBlock: true)
    }
    var link = look
    link.color = theme.linkColor
    link.highlight = TextHighlight(
      backgroundColor: theme.codeBackground, userInfo: ["url": medium.address ?? ""])
    append(words, link)
    endParagraph("p")
  }
}
