public import GalleyCellRendering
public import GalleyFeed

/// The needs of a feed, and the missing ones of them: characters, images, languages and dates.
public struct FeedExamination: Sendable {
  /// The format of the feed; `nil` before the first element.
  public internal(set) var format: FeedFormat?
  /// The number of rows.
  public internal(set) var rowCount = 0
  /// The number of elements that are no items, or cannot be laid out.
  public internal(set) var failureCount = 0
  /// The characters without a glyph in any font, by number.
  public internal(set) var missingCharacters: [MissingCharacter] = []
  /// The number of images that rows name, those within texts included.
  public internal(set) var imageCount = 0
  /// The number of images whose name is an address of the web.
  public internal(set) var addressCount = 0
  /// The number of rows of each language tag, which the item, its letters, the feed or the theme gives; `""` for
  /// rows without one.
  public internal(set) var languages: [String: Int] = [:]
  /// Rows with Han characters and without a language, which decides between regional forms.
  public internal(set) var rowsWithoutHanLanguage = NamedRows()
  /// The number of warnings of each kind.
  public internal(set) var warningCounts: [RowWarning.Kind: Int] = [:]

  /// Whether the rows show each element, character, image, date and text of the feed.
  ///
  /// Skipped records of empty cells, a guessed encoding and Han characters without a language do not count.
  public var isShownWhole: Bool {
    let missing: [RowWarning.Kind] = [
      .image, .missingGlyph, .nothingToShow, .cutText, .surplusCells, .openQuote, .missingEnd,
      .date, .repaired,
    ]
    return failureCount == 0 && missing.allSatisfy { warningCounts[$0] == nil }
  }

  /// Whether each element is shown as the feed has it.
  public var isComplete: Bool {
    failureCount == 0 && warningCounts.isEmpty && rowsWithoutHanLanguage.count == 0
  }
}

extension FeedExamination {
  /// A number of rows, and the first of them.
  public struct NamedRows: Hashable, Sendable {
    /// The number of rows that ``first`` lists.
    public static let listedCount = 8

    /// The indexes of the first rows, in order.
    public private(set) var first: [Int] = []
    /// The number of rows.
    public private(set) var count = 0

    /// Adds a row that comes after all others, unless it is the last one.
    mutating func add(_ row: Int, isKnown: Bool = false) {
      guard !isKnown else { return }
      count += 1
      if first.count < Self.listedCount { first.append(row) }
    }
  }
}

extension FeedExamination {
  /// A character without a glyph in any font.
  public struct MissingCharacter: Hashable, Sendable {
    /// The character.
    public let character: Unicode.Scalar
    /// The number of times that it occurs.
    public internal(set) var count: Int
    /// The rows in which it occurs.
    public internal(set) var rows: NamedRows
    /// The last row of ``rows``.
    var lastRow: Int
    /// The Debian package with a font for it; `nil` if Galley knows no package.
    public internal(set) var package: String?

    /// The code point, as in `U+1F600`.
    public var codePoint: String {
      let digits = String(character.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The name in Unicode, or the kind of a character without a name.
    public var name: String {
      let properties = character.properties
      switch properties.generalCategory {
      case .privateUse: return "private use"
      case .unassigned: return "not assigned"
      case .control: return "control"
      default: break
      }
      if let name = properties.name ?? properties.nameAlias { return name }
      return properties.isIdeographic ? "CJK UNIFIED IDEOGRAPH" : "without a name"
    }
  }
}
