import GalleyHandles
import GalleyPrimitives

/// Converts Pango's markup to attributes.
///
/// Elements are `span`, `b`, `i`, `u`, `s`, `tt`, `big`, `small`, `sub` and `sup`. A `span` has the font, its
/// size in points, which count as layout units, its style and weight, the colours of text, background and
/// lines, underlines and strikethroughs, `rise`, `letter_spacing` and `lang`. Unknown elements and attributes
/// have no effect, and white space stays as it is.
///
/// - SeeAlso: [Pango markup](https://docs.gtk.org/Pango/pango_markup.html)
public struct PangoMarkupParser: Hashable, Sendable {
  /// The attributes of text outside of elements.
  public var attributes: TextAttributes
  /// The largest number of UTF-8 bytes to parse.
  public var byteLimit: Int

  /// Makes a parser of markup of at most `byteLimit` bytes.
  public init(attributes: TextAttributes, byteLimit: Int = 64 << 10) {
    self.attributes = attributes
    self.byteLimit = byteLimit
  }

  /// Returns the attributed text of a string with markup.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``.
  /// - Complexity: O(markup).
  public func parsed(markup: String) throws(TextParserError) -> AttributedText {
    guard markup.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: markup.utf8.count, limit: byteLimit)
    }
    var builder = AttributedTextBuilder()
    var looks: [(name: String, attributes: TextAttributes)] = []
    var source = "<html><body><div>" + repaired(markup).0 + "</div></body></html>"
    _ = source.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        let look = looks.last?.attributes ?? attributes
        switch event {
        case .start(let tag):
          looks.append((tag.name, look.changed(by: tag)))
        case .end(let name):
          if let index = looks.lastIndex(where: { $0.name == name }) {
            looks.removeSubrange(index...)
          }
        case .text(let bytes):
          builder.append(String(decoding: bytes, as: UTF8.self), attributes: look)
        }
        return true
      }
    }
    return builder.text(emptyAttributes: attributes)
  }
}

extension TextAttributes {
  fileprivate func changed(by tag: HTMLStartTag) -> TextAttributes {
    var result = self
    switch tag.name {
    case "b": result.font.weight = 700
    case "i": result.font.isItalic = true
    case "u": result.underline = TextDecoration()
    case "s": result.strikethrough = TextDecoration()
    case "tt": result.font.family = MarkdownTheme.bright.codeFamily
    case "big": result.scaleFont(by: 1.2)
    case "small": result.scaleFont(by: 1 / 1.2)
    case "sub": result.shift(by: -0.2)
    case "sup": result.shift(by: 0.35)
    case "span": result.apply(tag)
    default: break
    }
    return result
  }

  /// Multiplies the font's size, within its bounds.
  mutating func scaleFont(by factor: Double) {
    font.size = min(512, max(1, font.size * factor))
  }

  /// Makes the text small, and moves it up by a part of its size; a negative part moves it down.
  mutating func shift(by share: Double) {
    baselineOffset += share * font.size
    scaleFont(by: 0.7)
  }

  private mutating func apply(_ tag: HTMLStartTag) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { tag.value(of: $0) }.first
    }
    if let name = value("font", "font_desc") { apply(fontName: name) }
    if let family = value("font_family", "face") { font.family = family }
    if let size = value("size", "font_size").flatMap(Self.size) {
      switch size {
      case .fixed(let size): font.size = min(512, max(1, size))
      case .factor(let factor): scaleFont(by: factor)
      }
    }
    if let style = value("style", "font_style") { font.isItalic = style != "normal" }
    if let weight = value("weight", "font_weight") {
      font.weight = Int(weight) ?? Font(description: "x \(weight) 1")?.weight ?? font.weight
    }
    func color(_ names: String...) -> Color? {
      names.lazy.compactMap { tag.value(of: $0) }.first.flatMap(Color.init(cssName:))
    }
    if let color = color("foreground", "fgcolor", "color") { self.color = color }
    if let color = color("background", "bgcolor") {
      backgroundBorder = TextBorder(strokeWidth: 0)
      backgroundBorder?.fillColor = color
    }
    applyLines(value("underline"), color("underline_color"), isUnderline: true)
    applyLines(value("strikethrough"), color("strikethrough_color"), isUnderline: false)
    // Both are in 1024ths of a point.
    if let rise = value("rise").flatMap(Double.init) { baselineOffset = rise / 1024 }
    if let spacing = value("letter_spacing").flatMap(Double.init) { kern = spacing / 1024 }
    if let tag = value("lang") { language = tag }
  }

  private mutating func apply(fontName name: String) {
    if let named = Font(description: name) {
      font = named
    } else if let named = Font(description: "\(name) \(font.size)") {
      font = named
    }
  }

  private mutating func applyLines(_ kind: String?, _ color: Color?, isUnderline: Bool) {
    var line = isUnderline ? underline : strikethrough
    switch kind {
    case nil: break
    case "none", "false": line = nil
    case "double": line = TextDecoration(.double)
    case "error": line = TextDecoration(pattern: .dot, color: Color(rgb: 0xCC0000))
    default: line = TextDecoration()
    }
    if let color { line?.color = color }
    if isUnderline { underline = line } else { strikethrough = line }
  }

  private enum MarkupSize {
    case fixed(Double)
    case factor(Double)
  }

  /// A size: in 1024ths of a point, in points or per cent with a unit, or one of the names.
  private static func size(_ text: String) -> MarkupSize? {
    let names = [
      "xx-small": -3.0, "x-small": -2, "small": -1, "medium": 0, "large": 1, "x-large": 2,
      "xx-large": 3, "smaller": -1, "larger": 1,
    ]
    if let step = names[text] {
      return .factor(
        (0..<Int(abs(step))).reduce(1) { size, _ in step > 0 ? size * 1.2 : size / 1.2 })
    }
    if text.hasSuffix("pt"), let size = Double(text.dropLast(2)) { return .fixed(size) }
    if text.hasSuffix("%"), let share = Double(text.dropLast()) { return .factor(share / 100) }
    return Double(text).map { .fixed($0 / 1024) }
  }
}

extension Color {
  /// A colour by its name in HTML, or in hexadecimal notation; `nil` for another text.
  init?(cssName name: String) {
    let names: [String: UInt32] = [
      "black": 0x000000, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF,
      "yellow": 0xFFFF00, "orange": 0xFFA500, "purple": 0x800080, "gray": 0x808080,
      "grey": 0x808080, "silver": 0xC0C0C0, "maroon": 0x800000, "olive": 0x808000,
      "lime": 0x00FF00, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "teal": 0x008080, "navy": 0x000080,
      "fuchsia": 0xFF00FF, "magenta": 0xFF00FF, "pink": 0xFFC0CB, "brown": 0xA52A2A,
      "gold": 0xFFD700, "crimson": 0xDC143C, "darkgreen": 0x006400, "steelblue": 0x4682B4,
    ]
    if let rgb = names[name.lowercased()] {
      self.init(rgb: rgb)
    } else {
      self.init(hex: name)
    }
  }
}
