import Galley
import GalleyCommandLine

/// The reason why `galley text` lays out no text, with the option that asks for it.
struct TextRefusal: ExitingError, CustomStringConvertible {
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
      case .invalidContainer(let container): Self.option(of: container)
      case .invalidPath: "--path and --exclude"
      case .textTooLong, .invalidNumber: nil
      }
  }

  /// The refusal of a picture that is too large; `nil` for another error.
  init?(_ error: RasterError, width: Double, scale: Double) {
    let pixels: String
    switch error {
    case .sizeOutOfRange(let size) where size.width > 16_384:
      pixels = "a picture of \(size.width) by \(size.height) pixels is larger than 16384 by 8192"
    case .extentOutOfRange(let size) where size.width > 16_384:
      pixels = "a picture cannot be \(size.width) wide"
    default: return nil
    }
    let widest = Int(16_384 / scale)
    if !width.isFinite {
      option = "--width inf"
      reason = "\(pixels), since no line is broken: a --width of at most \(widest) breaks them"
    } else {
      option = "--width"
      reason = "\(pixels): it is at most \(widest) at --scale \(Self.shown(scale))"
    }
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
  }

  /// The option with a number of `container` that is out of bounds.
  private static func option(of container: TextContainer) -> String {
    let insets = container.insets
    let isSound = [insets.top, insets.left, insets.bottom, insets.right].allSatisfy {
      $0.isFinite && abs($0) <= 1_048_576
    }
    if !isSound { return "--insets" }
    return container.linePositions == nil ? "--width and --height" : "--line-positions"
  }

  var status: ExitStatus { .dataOutOfBounds }

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
