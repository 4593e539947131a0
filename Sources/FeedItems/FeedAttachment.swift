import GalleyDocuments
import GalleyPrimitives
internal import Foundation

/// A picture, a sound or another file that a feed attaches to an item.
public struct FeedAttachment: Hashable, Sendable, Codable {
  /// The address: of a picture, a name as that of ``FeedItem/image``.
  public var url: String
  /// The media type, such as `image/png`; `image/*` where only the kind is known, `*/*` where not even that is.
  public var type: String
  /// The words in place of the attachment, such as the alternative text of a picture.
  public var description: String?
  /// The number of bytes, as the feed tells it; `nil` if it does not.
  public var byteCount: Int?
  /// The length of a sound or a film in seconds, as the feed tells it; `nil` if it does not.
  public var duration: Double?

  /// An attachment at an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - type: The media type, or `nil` for that of the end of the address.
  ///   - description: The words in its place.
  ///   - byteCount: The number of bytes; 0 and less is `nil`.
  ///   - duration: The length in seconds; 0, less, and no number is `nil`.
  public init(
    url: String, type: String? = nil, description: String? = nil, byteCount: Int? = nil,
    duration: Double? = nil
  ) {
    self.url = url
    self.byteCount = byteCount.flatMap { $0 > 0 ? $0 : nil }
    self.duration = duration.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
    self.type = type.flatMap { $0.isEmpty ? nil : $0 } ?? Self.type(ofAddress: url)
    self.description = description.flatMap { $0.isEmpty ? nil : $0 }
  }

  private enum CodingKeys: String, CodingKey {
    case url, type, description
    case byteCount = "size_in_bytes"
    case duration = "duration_in_seconds"
  }

  /// Reads an attachment, which may have no type.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      url: try members.decode(String.self, forKey: .url).streamSafe,
      type: try members.decodeIfPresent(String.self, forKey: .type)?.streamSafe,
      description: try members.decodeIfPresent(String.self, forKey: .description)?.streamSafe,
      byteCount: try members.decodeIfPresent(Int.self, forKey: .byteCount),
      duration: try members.decodeIfPresent(Double.self, forKey: .duration))
  }

  /// The numbers as texts of JSON, with the names that JSON Feed has for them.
  package var numbers: [(name: String, value: String?)] {
    [
      (CodingKeys.byteCount.rawValue, byteCount.map(String.init)),
      (
        CodingKeys.duration.rawValue,
        duration.map { $0 == $0.rounded() ? String(Int($0)) : String($0) }
      ),
    ]
  }

  /// Whether the attachment is a picture.
  public var isPicture: Bool { type.hasPrefix("image/") }

  /// Whether the attachment is a sound or a film.
  package var isPlayed: Bool { type.hasPrefix("audio/") || type.hasPrefix("video/") }

  /// The word for a sound or a film of a media type; `nil` for another one.
  package static func kind(ofType type: String) -> String? {
    type.hasPrefix("audio/") ? "Audio" : type.hasPrefix("video/") ? "Video" : nil
  }

  /// ``duration`` as in `45 s`, `32 min` or `1 h 2 min`; `nil` if it is unknown.
  fileprivate var lengthWords: String? {
    guard let duration else { return nil }
    let minutes = Int((duration / 60).rounded())
    if minutes == 0 { return "\(Int(duration.rounded(.up))) s" }
    guard minutes >= 60 else { return "\(minutes) min" }
    return "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
  }

  /// The last part of the address, if that is the name of a file with an extension, or else the kind of a document, such
  /// as `PDF`; `nil` for another file.
  fileprivate var fileName: String? {
    guard !url.hasPrefix("data:") else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/")
    // The name of a site has a point, too.
    if let name = parts.last, parts.count > 2 || !path.contains(bytes: "://"),
      let point = name.lastIndex(of: "."), point > name.startIndex,
      (2...6).contains(name[point...].utf8.count)
    {
      return EmbeddedMedium.shown(name.removingPercentEncoding ?? String(name))
    }
    return ["application/pdf": "PDF", "application/epub+zip": "EPUB"][type]
  }

  /// The address without its query, if that is the name of a picture's file; `nil` for another address, whose query may
  /// select the picture.
  var file: Substring? {
    guard !url.hasPrefix("data:") else { return nil }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return Self.type(ofAddress: String(path)).hasPrefix("image/") ? path : nil
  }

  /// The largest number of attachments, and of tags, of an item; further ones are ignored.
  public static let countLimit = 64

  /// The largest length of a description in bytes of UTF-8; a longer one is cut between grapheme clusters.
  public static let descriptionByteLimit = 16 << 10

  /// The media type of a file by the end of its address; `*/*` for an unknown end.
  private static func type(ofAddress address: String) -> String {
    if address.hasPrefix("data:") {
      let type = address.dropFirst(5).prefix { $0 != ";" && $0 != "," }
      return type.isEmpty || type.utf8.count > 128 ? "*/*" : type.lowercased()
    }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let point = path.lastIndex(of: "."), path[point...].utf8.count <= 6 else { return "*/*" }
    return types[path[path.index(after: point)...].lowercased()] ?? "*/*"
  }

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "heif": "image/heif",
    "svg": "image/svg+xml", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "mp4": "video/mp4",
    "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/matroska",
    "pdf": "application/pdf", "epub": "application/epub+zip", "zip": "application/zip",
  ]
}

extension FeedItem {
  /// All pictures of the item: ``image`` with its description, and the attached ones.
  ///
  /// Of pictures whose addresses differ in the query alone, such as sizes of one picture, the first counts.
  public var pictures: [FeedAttachment] {
    var pictures = attachments.filter(\.isPicture)
    if let image, !image.isEmpty {
      let known = FeedAttachment(url: image, type: "image/*", description: imageDescription)
      pictures.insert(known, at: 0)
    }
    guard pictures.count > 1 else { return pictures }
    var files: Set<Substring> = []
    return pictures.filter { picture in picture.file.map { files.insert($0).inserted } ?? true }
  }

  /// This item with the descriptions of its sounds, films and other files below its text, for a cell that does not show
  /// them: those of sounds and films behind `▶ `.
  ///
  /// A sound or a film without a description has its kind and its length, as in `▶ Audio, 32 min`, and another file its
  /// name, unless the HTML of the text has it already. A text that was cut stays as it is.
  ///
  /// - Complexity: O(text).
  public var describingAttachments: FeedItem {
    guard cuts.allSatisfy({ $0.field != .body }) else { return self }
    var words: [String] = []
    for attachment in attachments where !attachment.isPicture {
      guard let description = attachment.description ?? ownWords(of: attachment) else { continue }
      let line = (attachment.isPlayed ? "▶ " : "") + description
      if !words.contains(line) { words.append(line) }
    }
    guard !words.isEmpty else { return self }
    var item = self
    let body = body ?? ""
    item.body = ((body.isEmpty ? [] : [body]) + words).joined(separator: "\n\n")
    if let html = bodyHTML { item.bodyHTML = html + words.map(\.htmlParagraphs).joined() }
    return item
  }

  /// The kind and the length of a sound or a film, or the name of another file; `nil` if the text has it.
  private func ownWords(of attachment: FeedAttachment) -> String? {
    guard bodyHTML?.contains(attachment.url.xml) != true else { return nil }
    guard let kind = FeedAttachment.kind(ofType: attachment.type) else {
      return attachment.fileName
    }
    return attachment.lengthWords.map { "\(kind), \($0)" } ?? kind
  }

  /// Adds an attachment with a known address that is not that of ``image`` or of another attachment, unless there
  /// are too many; of one that is known, the description and the numbers are kept.
  package mutating func attach(_ attachment: FeedAttachment) {
    guard !attachment.url.isEmpty else { return }
    var attachment = attachment
    attachment.description = attachment.description?.cut(
      toUTF8Count: FeedAttachment.descriptionByteLimit)
    if attachment.url == image {
      imageDescription = imageDescription ?? attachment.description
      return
    }
    if let known = attachments.firstIndex(where: { $0.url == attachment.url }) {
      attachments[known].description = attachments[known].description ?? attachment.description
      attachments[known].byteCount = attachments[known].byteCount ?? attachment.byteCount
      attachments[known].duration = attachments[known].duration ?? attachment.duration
    } else if attachments.count < FeedAttachment.countLimit {
      attachments.append(attachment)
    }
  }

  /// Makes the first attached picture the image of an item that has none.
  package mutating func showAttachedPicture() {
    guard image == nil || image?.isEmpty == true,
      let first = attachments.firstIndex(where: \.isPicture)
    else { return }
    let picture = attachments.remove(at: first)
    image = picture.url
    imageDescription = picture.description ?? imageDescription
  }

  /// Adds a tag that is not empty and not there already, unless there are too many.
  package mutating func tag(_ text: String?) {
    guard let text = text?.trimmingBlanks, !text.isEmpty, text.utf8.count <= 1024,
      tags.count < FeedAttachment.countLimit, !tags.contains(text)
    else { return }
    tags.append(text)
  }

  /// Adds tags with commas between them.
  package mutating func tag(list: String) {
    for text in list.unicodeScalars.split(separator: ",").prefix(4 * FeedAttachment.countLimit) {
      tag(String(text))
    }
  }
}
