public import GalleyFeed
public import GalleyLayout
import GalleyText

/// The language of a row's texts, and the reason for it.
public struct RowLanguage: Hashable, Sendable {
  /// The language as a BCP 47 tag.
  public var tag: String
  /// The reason.
  public var source: Source

  /// The reasons for a language, in the order in which they count.
  public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
    /// The item names it.
    case own
    /// The texts have kana.
    case kana
    /// The texts have Hangul.
    case hangul
    /// The feed names it for all of its items.
    case feed
    /// The theme or the caller names it for all texts without another.
    case byDefault = "default"
  }

  /// A language and the reason for it.
  public init(tag: String, source: Source) {
    self.tag = tag
    self.source = source
  }

  /// The language of an item's texts; `nil` if nothing says one.
  ///
  /// The letters of title, body and author decide together: a title of Han alone is in the language of the
  /// body. By the rules of Pango, letters decide nothing. `tag` is the default, and empty for none.
  ///
  /// - Complexity: O(texts).
  public init?(of item: FeedItem, rules: TextRules = .reader, default tag: String = "") {
    if let own = item.language?.namedLanguage {
      self.init(tag: own, source: .own)
    } else if rules == .reader, let decided = Self.decided(by: item) {
      self = decided
    } else if let feed = item.feedLanguage?.namedLanguage {
      self.init(tag: feed, source: .feed)
    } else if let tag = tag.namedLanguage {
      self.init(tag: tag, source: .byDefault)
    } else {
      return nil
    }
  }

  /// The language that the letters of a text decide; `nil` if they decide none.
  ///
  /// - Complexity: O(text).
  package init?(lettersOf texts: String?...) {
    var decided = DecidedLanguage()
    for case var text? in texts { text.withUTF8 { decided.read($0) } }
    guard let tag = decided.tag else { return nil }
    self.init(tag: tag, source: tag == "ja" ? .kana : .hangul)
  }

  private static func decided(by item: FeedItem) -> RowLanguage? {
    RowLanguage(lettersOf: item.title, item.body, item.author)
  }
}

extension String {
  /// This tag; `nil` for one that names no language.
  fileprivate var namedLanguage: String? { isEmpty || self == "und" ? nil : self }
}
