package import Foundation
package import GalleyFeedItems
import GalleyHandles
import GalleyImages
import GalleyPrimitives

/// The URLs of the pictures that the items of a feed name, each once.
package struct PictureURLs: Sendable {
  /// The URLs in the order of the feed.
  package private(set) var urls: [String] = []
  /// The names that the feed has for URLs relative to its address.
  package private(set) var names: [String: [String]] = [:]
  /// The number of names that are no URLs, and stay so without an address of the feed.
  package private(set) var relativeCount = 0
  /// The number of URLs beyond the limit.
  package private(set) var excessCount = 0
  /// The hashes of all URLs and relative names so far.
  private var known: Set<ContentKey> = []
  private let limit: Int
  private let shownOnly: Bool
  /// The address to which names are relative; `nil` if no address of the feed is known.
  package var base: URL?

  /// Prepares for at most `limit` URLs; only those of pictures that a card may show if they are `shownOnly`.
  package init(limit: Int, shownOnly: Bool, base: URL? = nil) {
    self.limit = limit
    self.shownOnly = shownOnly
    self.base = base
  }

  /// Adds the URLs of an item: its avatar, its pictures and those in its text.
  ///
  /// Members that the reader has kept have further ones, unless only shown pictures count.
  ///
  /// - Complexity: O(item).
  package mutating func add(_ item: FeedItem) {
    for name in [item.avatar, item.image] + item.inlineImages.map(\.name) { add(name) }
    // A card passes the pictures that are missing, so that it may show any of its pictures.
    for picture in shownOnly ? item.cardPictures : item.pictures { add(picture.url) }
    guard !shownOnly else { return }
    switch item.members {
    case .json(let bytes):
      if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) { add(member: value) }
    case .columns(let columns):
      for column in columns.sorted(by: { $0.key < $1.key }) {
        for name in FeedItem.imageNames(ofHTML: column.value) { add(name) }
        if Self.pictureKeys.contains(column.key.lowercased()) { add(column.value) }
      }
    case nil: break
    }
  }

  /// The keys whose values are pictures.
  private static let pictureKeys: Set = [
    "image", "avatar", "icon", "banner_image", "thumbnail", "preview_url", "avatar_static", "cover",
    "thumb", "fullsize", "media_url_https", "poster",
  ]

  private mutating func add(member: Any) {
    switch member {
    case let list as [Any]: for element in list { add(member: element) }
    case let object as [String: Any]:
      let type = ["mime_type", "mimeType", "mediaType", "type"].lazy
        .compactMap { object[$0] as? String }.first { $0.hasPrefix("image") }
      if type != nil { for key in ["url", "href", "preview_url"] { add(object[key] as? String) } }
      for (key, value) in object.sorted(by: { $0.key < $1.key }) {
        if let text = value as? String {
          if Self.pictureKeys.contains(key) { add(text) }
          for name in FeedItem.imageNames(ofHTML: text) { add(name) }
        } else {
          add(member: value)
        }
      }
    default: break
    }
  }

  private mutating func add(_ name: String?) {
    guard let name, !name.isEmpty else { return }
    let url: String
    if FetchedIndex.isURL(name) {
      url = name.percentEncoded
      if url != name, names[url]?.contains(name) != true { names[url, default: []].append(name) }
    } else if let resolved = resolved(name) {
      url = resolved
      if names[url]?.contains(name) != true { names[url, default: []].append(name) }
    } else {
      return
    }
    let key = Array(url.utf8).withUnsafeBytes { ContentKey(hashing: $0) }
    guard known.insert(key).inserted else { return }
    guard urls.count < limit else { return excessCount += 1 }
    urls.append(url)
  }

  /// The URL of a name that is relative to the address of the feed; `nil` for a name with a scheme of its own.
  private mutating func resolved(_ name: String) -> String? {
    guard !AssetFolder.isEmbedded(name), name.utf8.count <= 4096,
      !name.utf8.contains(where: { $0 < 32 })
    else { return nil }
    let beginning = name.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !beginning.contains(":") else { return nil }
    guard let base else {
      let key = Array(name.utf8).withUnsafeBytes { ContentKey(hashing: $0) }
      if known.insert(key).inserted { relativeCount += 1 }
      return nil
    }
    let url = URL(string: name.uriEncoded, relativeTo: base)?.absoluteString
    return url.flatMap { FetchedIndex.isURL($0) ? $0 : nil }
  }
}
