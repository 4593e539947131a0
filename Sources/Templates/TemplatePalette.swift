import GalleyBoxes
import GalleyCells
import GalleyMarkup
import GalleyPrimitives
import GalleyText

/// The colours, lengths and radii of a theme that a template can name.
struct TemplatePalette {
  let colors: [String: Color]
  let lengths: [String: Double]
  let edges: [String: BoxEdges<BoxLength>]
  let radii: [String: CornerRadii]
  /// The appearance of Markdown and HTML.
  let markup: MarkdownTheme
  /// Whether the theme's cards are dark.
  let isDark: Bool

  static let colorNames = names(TemplatePalette(.light).colors)
  static let lengthNames = names(TemplatePalette(.light).lengths)
  static let edgeNames = names(TemplatePalette(.light).edges)
  static let radiusNames = names(TemplatePalette(.light).radii)

  private static func names<Value>(_ values: [String: Value]) -> [String] { values.keys.sorted() }

  init(_ theme: Theme) {
    let text = theme.body.color
    isDark = theme.isDark
    let markup = theme.markup
    self.markup = markup
    colors = [
      "page": theme.pageColor, "card": theme.cardColor, "line": theme.borderColor, "text": text,
      "quiet": theme.time.color, "accent": theme.initialsColors.first ?? text,
      "onAccent": theme.initials.color, "link": markup.linkColor, "fill": theme.fillColor,
      "clear": .clear,
    ]
    lengths = [
      "small": theme.gap / 2, "gap": theme.gap, "large": theme.gap * 2,
      "pictureGap": theme.pictureGap, "avatarGap": theme.avatarGap, "avatar": theme.avatarSize,
      "imageHeight": theme.maximumImageHeight,
    ]
    edges = ["card": BoxEdges(theme.padding), "page": BoxEdges(theme.cardInsets)]
    radii = [
      "card": theme.cornerRadii, "image": theme.imageRadii, "round": CornerRadii(all: 8192),
    ]
  }
}

extension BoxEdges<BoxLength> {
  fileprivate init(_ insets: EdgeInsets) {
    self.init(
      top: .units(insets.top), leading: .units(insets.left), bottom: .units(insets.bottom),
      trailing: .units(insets.right))
  }
}
