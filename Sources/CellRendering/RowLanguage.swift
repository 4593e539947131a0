public import GalleyFeedItems
public import GalleyFonts
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

  /// Whether letters decide this language that are few beside those of other scripts.
  ///
  /// A kana in a Hebrew text decides the forms of Han, but not the form of dates. Three Latin letters weigh as much
  /// as a letter of East Asia, which often has names in them.
  ///
  /// - Complexity: O(texts).
  package func isOfFewLetters(of item: FeedItem) -> Bool {
    guard source == .kana || source == .hangul else { return false }
    var (own, latin, others) = (0, 0, 0)
    for case let text? in [item.title, item.body, item.author] {
      for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
        switch scalar.value {
        case 0x1100..<0x1200, 0x2E80..<0x3200, 0x3400..<0xA000, 0xA960..<0xA980, 0xAC00..<0xD800,
          0xF900..<0xFB00, 0xFF66..<0xFFE0, 0x1_B000..<0x1_B170, 0x2_0000..<0x4_0000:
          own += 1
        case ..<0x250, 0x1E00..<0x1F00, 0xFF21..<0xFF5B: latin += 1
        default: others += 1
        }
      }
    }
    return own < others + latin / 3
  }

  private static func decided(by item: FeedItem) -> RowLanguage? {
    RowLanguage(lettersOf: item.title, item.body, item.author)
  }
}

extension String {
  /// This tag; `nil` for one that names no language.
  fileprivate var namedLanguage: String? { isEmpty || self == "und" ? nil : self }
}
