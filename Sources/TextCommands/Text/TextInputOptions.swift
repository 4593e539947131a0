import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyMarkup

/// The source and the format of the text.
struct TextInputOptions: ParsableArguments {
  @Argument(help: "The text.")
  var string: String?

  @Option(
    help: ArgumentHelp("Read the text from a file, or - for standard input.", valueName: "file"))
  var file: String?

  @Flag(help: "The text is Markdown.")
  var markdown = false

  @Flag(help: "The text is HTML.")
  var html = false

  @Flag(help: "The text is Pango markup.")
  var pangoMarkup = false

  mutating func validate() throws {
    guard (string == nil) != (file == nil) else {
      throw ValidationError(
        string == nil ? "a text, or --file and its path, is missing" : "--file takes no text")
    }
    guard [markdown, html, pangoMarkup].count(where: { $0 }) < 2 else {
      throw ValidationError("--markdown, --html and --pango-markup exclude each other")
    }
  }

  /// The text, with `plain` attributes where markup sets none, and a style to which the paragraphs of markup add
  /// their own indents; `room` is the length of lines, by which columns of tables are narrower.
  func text(
    _ plain: TextAttributes, _ paragraphs: ParagraphOptions, room: Double?
  ) throws -> AttributedText {
    let style = paragraphs.style
    let source = try string ?? contents()
    let limit = UnreadableInput.usualByteLimit
    var theme = MarkdownTheme.bright
    theme.text = plain
    theme.headingSizes = theme.headingSizes.map { $0 / 14 * plain.font.size }
    theme.headingColor = plain.color
    if let space = paragraphs.spaceAfter { theme.paragraphSpacing = space }
    var text: AttributedText
    if markdown {
      var parser = MarkdownParser(theme: theme, byteLimit: limit)
      parser.paragraph = style
      parser.width = room
      text = try parser.parsed(markdown: source)
    } else if html {
      var parser = HTMLParser(theme: theme, byteLimit: limit)
      parser.paragraph = style
      parser.width = room
      parser.paragraph.paragraphSpacing = 0
      text = try parser.parsed(html: source)
    } else if pangoMarkup {
      var attributes = plain
      attributes.paragraphStyle = style
      text = try PangoMarkupParser(attributes: attributes, byteLimit: limit).parsed(markup: source)
    } else {
      text = AttributedText(source, attributes: plain)
    }
    text.paragraphStyle = style
    return text
  }

  /// The text of the file, without its last newline.
  private func contents() throws -> String {
    let path = file ?? "-"
    let bytes = try readInput(path == "-" ? "/dev/stdin" : path, as: "the text")
    return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}
