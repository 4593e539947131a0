import GalleyPrimitives
public import GalleyText

/// Converts Pango's markup to attributes.
///
/// Elements are `span`, `b`, `i`, `u`, `s`, `tt`, `big`, `small`, `sub` and `sup`. A `span` has the font, its
/// size in points, which count as layout units, its style, weight, variant and `font_features`, the colours and
/// the `alpha` of text and background, `underline`, `overline` and `strikethrough` with their colours, `rise`,
/// `letter_spacing`, `text_transform` and `lang`. A `line_height` is that of the paragraphs that begin in its
/// text. White space stays as it is. As Pango does, the parser refuses tags that do not nest, and elements and
/// attributes that it does not know; it also refuses those for which Galley has no counterpart.
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
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``,
  ///   ``TextParserError/malformedMarkup(reason:offset:)`` or
  ///   ``TextParserError/unsupportedMarkup(_:offset:)``.
  /// - Complexity: O(markup).
  public func parsed(markup: String) throws(TextParserError) -> AttributedText {
    guard markup.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: markup.utf8.count, limit: byteLimit)
    }
    var builder = AttributedTextBuilder()
    var source = markup
    // The closure of a buffer throws no typed error.
    let fault = source.withUTF8 { bytes -> TextParserError? in
      var reader = PangoMarkupReader(bytes)
      var looks = [MarkupLook(attributes: attributes)]
      do throws(TextParserError) {
        try reader.read { event throws(TextParserError) in
          let look = looks[looks.count - 1]
          switch event {
          case .start(let tag): looks.append(try look.changed(by: tag))
          case .end: looks.removeLast()
          case .text(let text):
            builder.append(look.transformed(text), attributes: look.attributes)
          }
        }
      } catch {
        return error
      }
      return nil
    }
    if let fault { throw fault }
    return builder.text(emptyAttributes: attributes)
  }
}

/// The look of the text in an element.
private struct MarkupLook {
  var attributes: TextAttributes
  var transform: String?

  /// The text in the letters of `text_transform`.
  func transformed(_ text: String) -> String {
    switch transform {
    case "lowercase": text.lowercased()
    case "uppercase": text.uppercased()
    case "capitalize":
      text.split(separator: " ", omittingEmptySubsequences: false).map {
        $0.prefix(1).uppercased() + $0.dropFirst()
      }.joined(separator: " ")
    default: text
    }
  }

  func changed(by tag: MarkupTag) throws(TextParserError) -> MarkupLook {
    var result = self
    if tag.name == "span" {
      // The font and the colours come first, whose parts other attributes replace.
      for rank in 0...2 {
        for (name, value) in tag.attributes where Self.rank(of: name) == rank {
          try result.set(name, value, offset: tag.offset)
        }
      }
      return result
    }
    if let attribute = tag.attributes.first {
      throw .unsupportedMarkup("\(attribute.name) of <\(tag.name)>", offset: tag.offset)
    }
    switch tag.name {
    case "b": result.attributes.font.weight = 700
    case "i": result.attributes.font.isItalic = true
    case "u": result.attributes.underline = TextDecoration()
    case "s": result.attributes.strikethrough = TextDecoration()
    case "tt": result.attributes.font.family = MarkdownTheme.bright.codeFamily
    case "big": result.attributes.scaleFont(by: 1.2)
    case "small": result.attributes.scaleFont(by: 1 / 1.2)
    case "sub": result.attributes.shift(by: -0.2)
    case "sup": result.attributes.shift(by: 0.35)
    case "markup": break
    default: throw .unsupportedMarkup("<\(tag.name)>", offset: tag.offset)
    }
    return result
  }

  private static func rank(of name: String) -> Int {
    switch name {
    case "font", "font_desc": 0
    case "alpha", "fgalpha", "background_alpha", "bgalpha", "underline_color", "overline_color",
      "strikethrough_color":
      2
    default: 1
    }
  }

  private mutating func set(
    _ name: String, _ value: String, offset: Int
  ) throws(TextParserError) {
    if name == "text_transform" {
      guard ["none", "lowercase", "uppercase", "capitalize"].contains(value) else {
        throw .unsupportedMarkup("\(name)='\(value.shown(limit: 40))'", offset: offset)
      }
      transform = value
    } else if !attributes.set(name, value) {
      throw .unsupportedMarkup("\(name)='\(value.shown(limit: 40))'", offset: offset)
    }
  }
}

extension TextAttributes {
  /// Multiplies the font's size, within its bounds.
  mutating func scaleFont(by factor: Double) {
    font.size = min(512, max(1, font.size * factor))
  }

  /// Makes the text small, and moves it up by a part of its size; a negative part moves it down.
  mutating func shift(by share: Double) {
    baselineOffset += share * font.size
    scaleFont(by: 0.7)
  }
}
