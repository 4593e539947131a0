public import GalleyPrimitives
import GalleyText

/// All lengths, fonts and colours of a card; lengths are layout units.
public struct Theme: Hashable, Sendable, Codable {
  /// The theme's name, for reports.
  public var name: String
  /// The colour behind the cards.
  public var pageColor: Color
  /// The colour of a card.
  public var cardColor: Color
  /// The colour of a card's border.
  public var borderColor: Color
  /// The width of a card's border; 0 for a hairline of one device pixel.
  public var borderWidth: Double
  /// The alternating lengths of dashes and gaps in a card's border; empty for a solid border.
  public var borderDashes: [Double] = []
  /// The offset into the dashes at which a card's border begins.
  public var borderPhase = 0.0
  /// The radii of a card's corners.
  public var cornerRadii: CornerRadii
  /// The way in which a card, its pictures and initials get round corners.
  public var cornerRounding = CornerRounding.drawn
  /// The distances from the cell's sides to the card.
  public var cardInsets: EdgeInsets
  /// The distances from the card's sides to its parts.
  public var padding: EdgeInsets
  /// The distance between two parts.
  public var gap: Double
  /// The distance between a picture and the part above or below it.
  ///
  /// A picture is an image, or the avatar with author and time. This gap is wider than ``gap``,
  /// because a picture has no leading that adds to the visible distance.
  public var pictureGap: Double
  /// The style of the title.
  public var title: TextStyle
  /// The style of the body.
  public var body: TextStyle
  /// The style of the author's name.
  public var author: TextStyle
  /// The style of the time.
  public var time: TextStyle
  /// The font families by script, in place of those of the styles; empty for none.
  ///
  /// The keys are tags of ISO 15924, such as `Arab`. `Hans`, `Hant`, `Jpan` and `Kore` are Han by the text's language, and
  /// the latter two kana and Hangul too; `Hani` is Han in each language. In templates and other trees, text in a family
  /// that no style of the theme has keeps it.
  public var families: [String: String] = [:]
  /// The form in which the dates of a feed are shown as the time.
  public var timeFormat = TimeFormat()
  /// The position of author and time.
  public var byline: Byline
  /// The language, as a BCP 47 tag, of items for which nothing else says one; empty for none.
  public var language = ""
  /// Whether a cell with right-to-left text has its start side, and so its avatar, at the right.
  public var mirrorsRightToLeft: Bool
  /// The width and height of the round avatar; 0 for none.
  public var avatarSize: Double
  /// The distance between the avatar and the texts beside it.
  public var avatarGap: Double
  /// The style of an author's initials, which replace a missing picture.
  public var initials: TextStyle
  /// The background colours of initials; an author always has the same one.
  public var initialsColors: [Color]
  /// The maximum height of an image.
  public var maximumImageHeight: Double
  /// The proportion of width to height of all images; 0 for that of each image.
  ///
  /// Images then have the full width of the card's parts.
  public var imageAspect = 0.0
  /// The way in which an image fits the area that ``imageAspect`` and ``maximumImageHeight`` give it.
  public var imageFit = ImageFit.cover
  /// The content of the place of an image that is missing or refused.
  public var missingImage = MissingImage.none
  /// The way in which letters meet the grid of pixels.
  public var hinting = GlyphHinting.none
  /// The radii of an image's corners.
  public var imageRadii: CornerRadii

  /// The position of author and time.
  public enum Byline: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above the title, beside the avatar; the time is below the name.
    case top
    /// Below everything else, on one row: the name at the start, the time at the end.
    case bottom
  }

  /// The form of a date.
  ///
  /// It applies to dates of RFC 3339 and similar forms that programs write. Any other text of a feed, such as
  /// `9 min`, is shown as it is.
  public struct TimeFormat: Hashable, Sendable, Codable {
    /// The parts of the date that are shown.
    public var style: Style
    /// The locale as a BCP 47 tag; empty for the language of the item, or English if it has none.
    public var locale: String

    /// The parts of a date that are shown.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
      /// The day and the clock, in the zone of the date itself.
      case dateTime
      /// The day.
      case date
      /// The time that has passed, up to six days; without a moment to count from, and beyond, the day.
      case relative
      /// The date as the feed has it, in the form of RFC 3339.
      case asWritten
    }

    /// Makes a form; by default the day and the clock in the language of the item.
    public init(style: Style = .dateTime, locale: String = "") {
      self.style = style
      self.locale = locale
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

  /// A plain card, which programs without Galley can draw too, for comparisons.
  public static let plain: Theme = {
    var theme = Theme(
      name: "plain", pageColor: Color(rgb: 0xEFEFF4), cardColor: .white,
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

  /// The themes that can be selected by name.
  public static let named: [Theme] = [light, dark, plain]

  /// The theme called `name`, or `peer`, an earlier name of ``plain``; `nil` if there is none.
  public init?(named name: String) {
    let name = name == "peer" ? "plain" : name
    guard let theme = Self.named.first(where: { $0.name == name }) else { return nil }
    self = theme
  }

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
