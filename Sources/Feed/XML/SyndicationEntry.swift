package import GalleyFeedItems
package import GalleyFeedSyntax
import GalleyPrimitives

/// The content of a field as the document has it.
struct SyndicationText {
  var bytes: [UInt8] = []
  /// Whether `bytes` are HTML.
  var isHTML = false
  /// Whether the content is longer than `bytes`.
  var isCut = false

  /// Whether there is nothing but white space.
  var isBlank: Bool { bytes.allSatisfy(\.isJSONSpace) }

  /// Whether `name` is one of the names here, with commas between them; `false` for long lists.
  fileprivate func hasName(_ name: SyndicationText) -> Bool {
    guard bytes.count < 4096 else { return false }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: ", ")
    return names.contains {
      $0.trimmingBlanks == String(decoding: name.bytes, as: UTF8.self).trimmingBlanks
    }
  }
}

/// An item of RSS or an entry of Atom, whose texts are not converted yet.
struct SyndicationEntry {
  /// The offset of its tag in the feed.
  var offset: Int
  /// The offset after its end.
  var endOffset = 0
  /// The element that is open at the end of the feed, for its last entry; `nil` otherwise.
  var missingEndTag: String?
  /// Whether its elements nest deeper than the limit.
  var isTooDeep = false
  /// The texts of its tags, as many as an item has.
  private(set) var tags: [SyndicationText] = []
  /// Its pictures and other media.
  private(set) var media: [SyndicationMedium] = []
  /// The number of groups so far, of each of which one medium counts.
  private var groupCount = 0
  /// The name of the element that stands for the feed itself; `nil` for an entry.
  var feedElement: String?
  /// Its elements, if the reader keeps them.
  var elements: [SyndicationElement] = []
  /// Its address as the document has it, if that is relative.
  var relativeURL: String?
  /// The plain text of its body, if that is another than the text of its HTML.
  private(set) var plainBody: SyndicationText?
  /// The object with the members that no field has, of a document that Galley has written.
  private(set) var extra: SyndicationText?
  /// The length of its sound or film, as podcasts write it.
  private(set) var duration: SyndicationText?
  /// Whether RSS says that its identifier is its address too, as it does by default.
  var hasPermalink = false
  /// The names of its elements, as many as ``FeedItem/unknownMembers`` has.
  var memberNames: [String] = []
  private var texts: [FeedField: (rank: Int, text: SyndicationText)] = [:]
  /// The addresses of its pictures with their ranks, as many as an item has.
  private var images: [(rank: Int, text: SyndicationText)] = []

  init(offset: Int) { self.offset = offset }

  /// The text of a field.
  subscript(field: FeedField) -> SyndicationText? { texts[field]?.text }

  /// The rank of the element that a field comes from.
  func rank(of field: FeedField) -> Int? { texts[field]?.rank }

  /// Stores a text unless the field has one of a lower rank, or it is blank; authors are joined.
  mutating func take(_ text: SyndicationText, as slot: SyndicationSlot) {
    guard !text.isBlank else { return }
    let field: FeedField
    switch slot.part {
    case .field(let part): field = part
    case .tag:
      if tags.count < FeedAttachment.countLimit { tags.append(text) }
      return
    case .mediumDescription:
      if let last = media.indices.last, media[last].description == nil {
        media[last].description = text
      }
      return
    case .plainBody:
      plainBody = plainBody ?? text
      return
    case .extra:
      extra = extra ?? text
      return
    case .duration:
      duration = duration ?? text
      return
    }
    if field == .image, images.count < FeedAttachment.countLimit {
      images.append((slot.rank, text))
    }
    if let (rank, known) = texts[field] {
      if field == .author, rank == slot.rank, known.bytes.count < 1 << 16,
        !known.hasName(text)
      {
        var joined = known
        joined.bytes += Array(", ".utf8) + text.bytes
        texts[.author] = (rank, joined)
      }
      guard slot.rank < rank else { return }
    }
    texts[field] = (slot.rank, text)
  }

  /// Stores a medium, or notes that a group of media begins; of a group, the first one counts.
  mutating func take(_ tag: XMLTag, named name: String, parent: String?) {
    if name == "media:group" { groupCount += 1 }
    guard media.count < FeedAttachment.countLimit, var medium = SyndicationMedium(tag, named: name)
    else { return }
    if parent == "media:group" {
      medium.group = groupCount
      guard !media.contains(where: { $0.group == groupCount }) else { return }
    }
    media.append(medium)
  }

  /// Stores the title of the last medium.
  mutating func entitleLastMedium(_ title: SyndicationText) {
    guard let last = media.indices.last, media[last].title == nil else { return }
    media[last].title = String(decoding: title.bytes, as: UTF8.self).trimmingBlanks
  }

  /// Makes a picture that has the name of the author that of the author, and another one that of the entry: blogs of
  /// WordPress.com have both among their media.
  mutating func moveAuthorPicture() {
    guard let author = texts[.author].map({ String(decoding: $0.text.bytes, as: UTF8.self) }),
      let index = media.firstIndex(where: { $0.isPicture && $0.title == author.trimmingBlanks })
    else { return }
    let address = Array(media.remove(at: index).url.utf8)
    take(SyndicationText(bytes: address), as: SyndicationSlot(.avatar, 0))
    images.removeAll { $0.text.bytes == address }
    guard texts[.image]?.text.bytes == address else { return }
    texts[.image] = images.min { $0.rank < $1.rank }
  }

  /// Stores the value of an attribute, which has no references any more.
  mutating func take(_ value: String, as slot: SyndicationSlot) {
    take(SyndicationText(bytes: Array(value.utf8)), as: slot)
  }

  mutating func note(_ name: String) {
    guard memberNames.count <= FeedItem.namedMembers else { return }
    memberNames.append(name.cut(toUTF8Count: 96))
  }
}

/// A picture or another medium of an entry.
package struct SyndicationMedium {
  package var url: String
  package private(set) var type: String?
  package private(set) var byteCount: Int?
  package private(set) var duration: Double?
  var description: SyndicationText?
  /// Its title in an element of its own.
  var title: String?
  /// Whether the document says that it is a picture, or the end of its address.
  fileprivate let isPicture: Bool
  /// The number of its group from 1; `nil` outside of one.
  var group: Int?

  /// The medium of a tag; `nil` for a tag of another kind, or without an address.
  package init?(_ tag: XMLTag, named name: String) {
    switch name {
    case "media:content" where tag["url"]?.isGravatar == true: return nil
    case "media:content", "enclosure": url = tag["url"] ?? ""
    case "link" where tag["rel"] == "enclosure": url = tag["href"] ?? ""
    case "content" where tag.isMedium: url = tag["src"] ?? ""
    default: return nil
    }
    guard !url.isEmpty else { return nil }
    isPicture = tag["medium"] == "image" || tag.isImage(at: url)
    type = ItemDecoder.mediaType(tag["type"])
    if let medium = ItemDecoder.mediaType(tag["medium"]), type == nil || type == "*/*" {
      type = medium
    }
    byteCount = (tag["length"] ?? tag["fileSize"]).flatMap { Int($0) }
    duration = tag["duration"].flatMap { Double($0) }
    if let title = tag["title"] { description = SyndicationText(bytes: Array(title.utf8)) }
  }
}

/// The part of an item that an element gives, and its rank among the elements that give the same part.
package struct SyndicationSlot: Equatable {
  /// A field, one of the tags, the description of the last medium, the plain text beside a body of HTML, the members that
  /// no field has, or the length of a sound.
  package enum Part: Equatable {
    case field(FeedField)
    case tag
    case mediumDescription
    case plainBody
    case extra
    case duration
  }

  package var part: Part
  /// The lowest rank counts.
  package var rank: Int

  /// The field; `nil` for another part.
  package var field: FeedField? { if case .field(let field) = part { field } else { nil } }

  /// The slot of the text of an element; `nil` if no field has it.
  package init?(element name: String, parent: String?) {
    let (field, rank): (FeedField, Int)
    switch name {
    case "category", "dc:subject":
      self = .tag
      return
    case Self.plainBodyKey:
      self = Self(.plainBody)
      return
    case SyndicationElement.extraKey:
      self = Self(.extra)
      return
    case Self.durationKey:
      self = Self(.duration)
      return
    case "media:description" where parent == "media:content":
      self = Self(.mediumDescription)
      return
    case "title": (field, rank) = (.title, 0)
    case "dc:title": (field, rank) = (.title, 1)
    case "media:title": (field, rank) = (.title, 2)
    case "content:encoded", "xhtml:body": (field, rank) = (.body, 0)
    case "content": (field, rank) = (.body, 1)
    case "description": (field, rank) = (.body, 2)
    case "summary", "dc:description": (field, rank) = (.body, 3)
    case "media:description": (field, rank) = (.body, 4)
    // A whole feed has words, a picture and a date of other names; the date on which it was published is no change.
    case "subtitle" where parent == "feed": (field, rank) = (.body, 2)
    case "logo" where parent == "feed": (field, rank) = (.image, 0)
    case "pubdate" where parent == "channel": return nil
    case "lastbuilddate" where parent == "channel": (field, rank) = (.time, 0)
    case "\(XMLNamespaces.galley):avatar": (field, rank) = (.avatar, 0)
    case "itunes:summary": (field, rank) = (.body, 5)
    case "itunes:subtitle": (field, rank) = (.body, 6)
    case "guid", "id": (field, rank) = (.id, 0)
    case "dc:identifier": (field, rank) = (.id, 2)
    case "link": (field, rank) = (.url, 0)
    case "dc:creator": (field, rank) = (.author, 0)
    case "name" where parent == "author": (field, rank) = (.author, 0)
    case "author": (field, rank) = (.author, 1)
    case "itunes:author": (field, rank) = (.author, 2)
    // The credit within a medium names the author of the picture.
    case "media:credit" where parent != "media:content" && parent != "media:group":
      (field, rank) = (.author, 3)
    case "pubdate", "published": (field, rank) = (.time, 0)
    case "dc:date", "dcterms:created", "dcterms:issued", "issued": (field, rank) = (.time, 1)
    case "updated": (field, rank) = (.time, 2)
    case "modified", "dcterms:modified": (field, rank) = (.time, 3)
    case "language", "dc:language": (field, rank) = (.language, 1)
    case "url" where parent == "image": (field, rank) = (.image, 4)
    default: return nil
    }
    (part, self.rank) = (.field(field), rank)
  }

  /// The slot of an address in the attributes of an element, and the address.
  ///
  /// The element is a child of `parent`, or of an entry without one.
  package static func address(
    of tag: XMLTag, named name: String, in parent: String?
  ) -> (SyndicationSlot, String)? {
    switch name {
    case "media:content":
      let isImage = tag["medium"] == "image" || tag.isImage(at: tag["url"])
      return tag["url"].flatMap { address in
        guard isImage else { return nil }
        return (address.isGravatar ? Self(.avatar, 1) : Self(.image, 0), address)
      }
    case "content":
      return tag["src"].flatMap {
        tag.isMedium && tag.isImage(at: $0) ? (Self(.image, 0), $0) : nil
      }
    case "media:thumbnail":
      guard let address = tag["url"] else { return nil }
      guard let size = tag.tinySize, parent != "feed", parent != "channel" else {
        return (Self(.image, 1), address)
      }
      // A small square beside an entry, such as those of a repository's commits, is the author's picture.
      let isOfEntry = parent == nil || parent == "item" || parent == "entry"
      return isOfEntry && size.width == size.height ? (Self(.avatar, 1), address) : nil
    case "enclosure":
      return tag["url"].flatMap { tag.isImage(at: $0) ? (Self(.image, 2), $0) : nil }
    case "itunes:image": return tag["href"].map { (Self(.image, 3), $0) }
    case "link":
      guard let address = tag["href"] else { return nil }
      switch tag["rel"] ?? "alternate" {
      case "alternate": return (Self(.url, 0), address)
      case "enclosure": return tag.isImage(at: address) ? (Self(.image, 2), address) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// The element with the plain text of a body whose HTML has another text.
  package static let plainBodyKey = "\(XMLNamespaces.galley):body"

  /// The element with the length of a podcast's sound.
  package static let durationKey = "itunes:duration"

  /// The seconds of a length such as `1:02:03`, `32:10` or `1930`; `nil` for another text.
  package static func seconds(of text: String) -> Double? {
    let parts = text.trimmingBlanks.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), (0..<1e9).contains(number) else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds > 0 ? seconds : nil
  }

  /// A tag.
  static let tag = SyndicationSlot(.tag)

  init(_ field: FeedField, _ rank: Int) { (part, self.rank) = (.field(field), rank) }

  private init(_ part: Part) { (self.part, rank) = (part, 0) }
}

extension String {
  /// Whether this is the address of an author's picture at Gravatar, which blogs of WordPress have among their media.
  fileprivate var isGravatar: Bool { contains("gravatar.com/avatar/") }
}

extension XMLTag {
  /// Whether the type is that of a picture, a sound or a film: Atom has them as the content of an entry.
  fileprivate var isMedium: Bool {
    let type = self["type"]?.lowercased() ?? ""
    return ["image/", "audio/", "video/"].contains { type.hasPrefix($0) }
  }

  /// The width and the height of a picture that are both so small that no item shows it; `nil` for another one.
  fileprivate var tinySize: (width: Int, height: Int)? {
    guard let width = self["width"].flatMap({ Int($0) }), (1...64).contains(width),
      let height = self["height"].flatMap({ Int($0) }), (1...64).contains(height)
    else { return nil }
    return (width, height)
  }

  /// Whether the type that the tag names is that of a picture, or else the end of the address.
  fileprivate func isImage(at address: String?) -> Bool {
    if let type = self["type"], !type.isEmpty { return type.lowercased().hasPrefix("image/") }
    guard self["medium"] == nil, let path = address?.lowercased().split(separator: "?").first else {
      return false
    }
    return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"].contains { path.hasSuffix($0) }
  }
}
