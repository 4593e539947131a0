import GalleyPrimitives
import GalleyText

extension TextAttributes {
  /// Adds the look of the text in an element.
  mutating func apply(htmlElement name: String, theme: MarkdownTheme) {
    switch name {
    case "b", "strong", "dt": font.weight = 700
    case "i", "em", "cite", "var", "dfn", "address": font.isItalic = true
    case "u", "ins": underline = TextDecoration()
    case "s", "del", "strike": strikethrough = TextDecoration()
    case "big": scaleFont(by: 1.2)
    case "small": scaleFont(by: 1 / 1.2)
    case "sub": shift(by: -0.2)
    case "sup": shift(by: 0.35)
    case "blockquote": color = theme.quietColor
    case "mark":
      color = Color(rgb: 0x1C2433)
      backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFF_F2_A8), cornerRadius: 2)
    case "code", "kbd", "samp", "tt", "pre":
      font.family = theme.codeFamily
      color = theme.codeColor
      guard name != "pre" else {
        var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 6)
        border.insets = EdgeInsets(top: -2, bottom: -3)
        blockBorder = border
        return
      }
      if blockBorder == nil {
        var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 4)
        border.insets = EdgeInsets(top: 1, left: -2, bottom: 1, right: -2)
        backgroundBorder = border
      }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let (language, heading) = (language, theme.heading(Int(String(name.dropFirst())) ?? 6))
      self = heading
      self.language = language
    default: break
    }
  }
}
