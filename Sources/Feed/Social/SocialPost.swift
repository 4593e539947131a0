import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// A post of a social network, before it becomes an item.
struct SocialPost {
  var id: TextDecoder.Text?
  var time: TextDecoder.Text?
  var language: TextDecoder.Text?
  /// The web address of the post.
  var url: TextDecoder.Text?
  var tags: [String] = []
  /// The name that the author chose, or else the name of the account.
  var author: TextDecoder.Text?
  var avatar: TextDecoder.Text?
  /// The account that shared or likes the post of the author.
  var sharer: TextDecoder.Text?
  /// The sign before ``sharer``.
  var sharerSign = "↻"
  /// The custom emoji of the names and of the warning.
  var emojis: [CustomEmoji] = []
  /// The warning before the text.
  var warning: TextDecoder.Text?
  /// The text, the choices of a poll and the quoted post, in order.
  var parts: [TextDecoder.Text] = []
  var pictures: [Picture] = []
  var details = PostDetails()

  /// A picture or another medium of a post.
  struct Picture {
    var address: TextDecoder.Text?
    var description: TextDecoder.Text?
    var isImage = true
    var type: String?
    /// The length of a sound or a film in seconds, if the network tells it.
    var duration: Double?
  }

  /// Gives `item` the fields of this post.
  ///
  /// The first picture is the item's image; the others, and media of other kinds, are attached. The author is before the
  /// account that shared the post, because a line that is too long loses its end. Words in place of media that have no
  /// address are in the text.
  func fill(_ item: inout FeedItem, limits: FeedLimits) {
    item.set(.id, to: id)
    item.setTime(time)
    item.set(.language, to: language)
    item.set(.avatar, to: avatar)
    item.set(.title, to: warning)
    item.set(.author, to: Self.joined([author, sharer], by: " \(sharerSign) ", limits))
    item.take(emojis: emojis)
    item.set(.url, to: url)
    var details = details
    if details.handle == author?.string { details.handle = nil }
    item.post = details
    for tag in tags { item.tag(tag) }
    var parts = parts
    for picture in pictures {
      guard let address = picture.address?.string, picture.address?.cut == nil else {
        if let words = picture.words { parts.append(words) }
        continue
      }
      let type = picture.type ?? (picture.isImage ? "image/*" : nil)
      item.attach(
        FeedAttachment(
          url: address, type: type, description: picture.description?.string,
          duration: picture.duration))
    }
    item.showAttachedPicture()
    item.set(.body, to: Self.joined(parts, by: "\n\n", limits))
  }

  /// This post as lines of a quotation; `nil` if it has neither a text nor an address.
  ///
  /// Its pictures are in the HTML, and their descriptions in the plain text. A post without words has its address.
  func quotation(limits: FeedLimits) -> TextDecoder.Text? {
    var texts = [warning].compactMap(\.self) + parts + pictures.compactMap(\.quoted)
    if texts.allSatisfy(\.string.isEmpty), let url {
      texts.append(url.linked)
    }
    guard var whole = Self.joined(texts, by: "\n\n", limits) else { return nil }
    whole = whole.quoted(of: author)
    // Codes that are pictures already remain so.
    whole.show(emojis)
    return whole
  }

  /// The texts that are not empty, joined and cut at the limit; `nil` if there are none.
  ///
  /// Texts that a limit has emptied leave it.
  private static func joined(
    _ texts: [TextDecoder.Text?], by separator: String, _ limits: FeedLimits
  ) -> TextDecoder.Text? {
    let all = texts.compactMap { $0 }
    let texts = all.filter { !$0.string.isEmpty || $0.markup != nil }
    let emptied = all.first { $0.string.isEmpty && $0.markup == nil && $0.isLimited }
    guard var whole = texts.first ?? emptied else { return nil }
    let markup =
      texts.contains { $0.markup != nil }
      ? texts.map { $0.markup ?? $0.string.htmlParagraphs }.joined() : nil
    // The first text, too, may be longer than a field: the choices of a poll are of several fields.
    whole.limit(to: limits)
    for text in texts.dropFirst() where whole.cut == nil {
      if !whole.string.isEmpty, !text.string.isEmpty { whole.string += separator }
      whole.string += text.string
      whole.repairCount += text.repairCount
      whole.cut = text.cut
      whole.limit(to: limits)
    }
    whole.cut = whole.cut ?? emptied?.cut
    whole.markup = whole.cut == nil ? markup : nil
    whole.plainSyntax = all.reduce(into: []) { $0.formUnion($1.plainSyntax) }
    return whole
  }
}

extension SocialPost.Picture {
  /// The words in place of the medium, those of a sound or a film behind `▶`; `nil` for a picture without a description.
  fileprivate var words: TextDecoder.Text? {
    guard !isImage else { return description }
    let kind = type.flatMap { FeedAttachment.kind(ofType: $0) }
      .map { TextDecoder.Text(string: $0, repairCount: 0) }
    guard var words = description ?? kind else { return nil }
    words.string = "▶ " + words.string
    return words
  }

  /// The medium within a quotation: a picture, whose description is its plain text, or the words of another medium.
  fileprivate var quoted: TextDecoder.Text? {
    guard isImage, let address, address.cut == nil else { return words }
    var picture = description ?? TextDecoder.Text(string: "", repairCount: 0)
    picture.markup =
      "<p><img src=\"\(address.string.xml)\" alt=\"\(picture.string.xml)\"></p>"
    return picture
  }
}

extension TextDecoder.Text {
  /// This address as a link in a paragraph of its own.
  var linked: TextDecoder.Text {
    var link = self
    link.markup = "<p><a href=\"\(string.xml)\">\(string.html)</a></p>"
    return link
  }

  /// Removes the paragraph that Mastodon writes before a status in place of one that it quotes: `RE:` and a link.
  mutating func dropQuoteLink() {
    guard string.hasPrefix(bytes: "RE: "), let markup,
      let start = markup.firstRange(bytes: "<p class=\"quote-inline\">"),
      markup[..<start.lowerBound].allSatisfy(\.isWhitespace),
      let end = markup[start.upperBound...].firstRange(bytes: "</p>")
    else { return }
    let rest = String(markup[end.upperBound...])
    self.markup = rest.isEmpty ? nil : rest
    string = string.firstRange(bytes: "\n\n").map { String(string[$0.upperBound...]) } ?? ""
  }

  /// This text as lines of a quotation, behind the name of its author.
  func quoted(of author: TextDecoder.Text?) -> TextDecoder.Text {
    let words = author.map { "\($0.string): \(string)" } ?? string
    var quote = self
    quote.string =
      "> "
      + words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\n> ")
    if cut == nil {
      let name = author.map { "<p>\($0.string.html):</p>" } ?? ""
      quote.markup =
        "<blockquote>\(markup.map { name + $0 } ?? words.htmlParagraphs)</blockquote>"
    }
    return quote
  }

  /// Cuts the text if it is longer than a field may be.
  fileprivate mutating func limit(to limits: FeedLimits) {
    guard string.utf8.count > limits.maximumTextBytes else { return }
    string = string.cut(toUTF8Count: limits.maximumTextBytes)
    cut = .textBytes(limits.maximumTextBytes)
  }
}
