public import GalleyPrimitives
public import GalleyText

/// Every number and colour of a card; lengths are layout units.
public struct Theme: Hashable, Sendable, Codable {
  /// The theme's name, for reports.
  public var name: String
  /// The colour behind the cards.
  public var pageColor: Color
  /// The colour of a card.
  public var cardColor: Color
  /// The colour of a card's border.
  public var borderColor: Color
  /// How thick a card's border is; 0 for a hairline of one device pixel.
  public var borderWidth: Double
  /// Lengths of a card's border that are drawn and left free in turn; none for a whole border.
  public var borderDashes: [Double] = []
  /// How far into the dashes a card's border begins.
  public var borderPhase = 0.0
  /// The radii of a card's corners.
  public var cornerRadii: CornerRadii
  /// How a card, its pictures and initials come to have round corners.
  public var cornerRounding = CornerRounding.drawn
  /// From the cell's sides to the card.
  public var cardInsets: EdgeInsets
  /// From the card's sides to its parts.
  public var padding: EdgeInsets
  /// Between one part and the next.
  public var gap: Double
  /// Between a picture, be it the avatar with author and time or an image, and what stands above or
  /// below it; wider than ``gap``, since pictures have no leading to be seen as part of it.
  public var pictureGap: Double
  /// How the title is set.
  public var title: TextStyle
  /// How the body is set.
  public var body: TextStyle
  /// How the author's name is set.
  public var author: TextStyle
  /// How the time is set.
  public var time: TextStyle
  /// Where author and time stand.
  public var byline: Byline
  /// Whether a cell whose text reads from right to left has its start, and so its avatar, at the
  /// right.
  public var mirrorsRightToLeft: Bool
  /// How wide and high the round avatar is; 0 for none.
  public var avatarSize: Double
  /// Between the avatar and the texts beside it.
  public var avatarGap: Double
  /// How an author's initials are set, where there is no picture of them.
  public var initials: TextStyle
  /// The grounds of initials; an author always has the same one.
  public var initialsColors: [Color]
  /// How high an image may be.
  public var maximumImageHeight: Double
  /// The radii of an image's corners.
  public var imageRadii: CornerRadii

  /// Where author and time stand.
  public enum Byline: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above the title, beside the avatar, the time below the name.
    case top
    /// Below everything else, the name at the start and the time at the end of one row.
    case bottom
  }

  /// How one kind of text is set.
  public struct TextStyle: Hashable, Sendable, Codable {
    /// The font.
    public var font: Font
    /// The colour.
    public var color: Color
    /// How many text rows are kept; 0 for all.
    public var maximumRowCount: Int

    /// A style of a font and a colour.
    public init(font: Font, color: Color, maximumRowCount: Int = 0) {
      self.font = font
      self.color = color
      self.maximumRowCount = maximumRowCount
    }
  }
}

extension Theme {
  /// Dark text on white cards.
  public static let light = Theme(
    name: "light", pageColor: Color(rgb: 0xF0F1F5), cardColor: .white,
    borderColor: Color(rgb: 0xE1E3E9), text: Color(rgb: 0x16181D), quiet: Color(rgb: 0x6B7280))

  /// Light text on dark cards.
  public static let dark = Theme(
    name: "dark", pageColor: Color(rgb: 0x0E1014), cardColor: Color(rgb: 0x1A1D24),
    borderColor: Color(rgb: 0x2B303B), text: Color(rgb: 0xE9EBF0), quiet: Color(rgb: 0x9AA2B1))

  /// The plain card by which Galley is measured against a program written by hand in C.
  public static let peer: Theme = {
    var theme = Theme(
      name: "peer", pageColor: Color(rgb: 0xEFEFF4), cardColor: .white,
      borderColor: Color(rgb: 0xCCCCD1), text: Color(rgb: 0x121212), quiet: Color(rgb: 0x8C8C91))
    theme.padding = EdgeInsets(top: 17, left: 12, bottom: 17, right: 12)
    theme.author.font.weight = 400
    theme.author.color = theme.time.color
    theme.byline = .bottom
    theme.mirrorsRightToLeft = false
    theme.pictureGap = theme.gap
    theme.avatarSize = 0
    return theme
  }()

  /// The themes that have a name.
  public static let named = [light, dark, peer]

  private init(
    name: String, pageColor: Color, cardColor: Color, borderColor: Color, text: Color, quiet: Color
  ) {
    self.init(
      name: name, pageColor: pageColor, cardColor: cardColor, borderColor: borderColor,
      borderWidth: 1, cornerRadii: CornerRadii(all: 8),
      cardInsets: EdgeInsets(top: 5, left: 10, bottom: 5, right: 10), padding: EdgeInsets(all: 12),
      gap: 6, pictureGap: 10, title: TextStyle(font: Font(size: 16, weight: 700), color: text),
      body: TextStyle(font: Font(size: 14), color: text),
      author: TextStyle(font: Font(size: 12, weight: 700), color: quiet, maximumRowCount: 1),
      time: TextStyle(font: Font(size: 12), color: quiet, maximumRowCount: 1), byline: .top,
      mirrorsRightToLeft: true, avatarSize: 36, avatarGap: 9,
      initials: TextStyle(font: Font(size: 14, weight: 700), color: .white, maximumRowCount: 1),
      initialsColors: [
        0x3E6FD9, 0x8A55C8, 0xC2477F, 0xB4532A, 0x8A6D1B, 0x3C7F4B, 0x1F7F86, 0x5B6575,
      ].map { Color(rgb: $0) },
      maximumImageHeight: 360, imageRadii: CornerRadii(all: 6))
  }
}
