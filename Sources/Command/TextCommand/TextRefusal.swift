import Galley

/// The reason why `galley text` lays out no text, with the option that asks for it.
struct TextRefusal: Error, CustomStringConvertible {
  private let option: String?
  private let reason: String

  init(option: String, reason: String) {
    self.option = option
    self.reason = reason
  }

  init(_ error: LayoutError) {
    reason = "\(error)"
    option =
      switch error {
      case .invalidFontSize: "--font"
      case .invalidAttribute(let name, _): Self.options[name]
      case .invalidContainer: "--width, --height, --insets and --line-positions"
      case .invalidPath: "--path and --exclude"
      case .textTooLong, .invalidNumber: nil
      }
  }

  /// One line.
  var description: String { option.map { "\($0): \(reason)" } ?? reason }

  /// The options of attributes.
  private static let options = [
    "kern": "--kern", "baselineOffset": "--baseline-offset", "underline": "--underline",
    "overline": "--overline", "strikethrough": "--strikethrough", "shadows": "--shadow",
    "innerShadows": "--inner-shadow", "border": "--border",
    "backgroundBorder": "--background-border", "blockBorder": "--block-border",
    "attachment": "--attachment", "glyphTransform": "--glyph-transform", "ruby": "--ruby",
    "stroke": "--stroke", "emphasis": "--emphasis", "fontFeatures": "--features",
    "paragraphStyle": "the options of paragraphs",
  ]
}
