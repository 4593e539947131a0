import GalleyDocuments
package import GalleyPrimitives
public import GalleyText

/// Converts HTML to attributes: headings, paragraphs, quotations, lists, tables, code, emphasis, lines, links, ruby,
/// languages and directions.
///
/// The columns of a table are those of Markdown's, in the width of the container if that is known. Text within a line
/// with a direction of its own (`dir`, `bdi`, `bdo`) has the characters of Unicode for it at both ends.
/// A link leaves a ``/GalleyText/TextHighlight`` with the address as `url` in its user info. A picture becomes its
/// description, because nothing is fetched. Scripts and styles are dropped, and unknown elements have no effect.
public struct HTMLParser: Hashable, Sendable {
  /// The appearance of the result.
  public var theme: MarkdownTheme
  /// The style of all paragraphs.
  ///
  /// Its indents are added to those of lists, quotations and code, but the lines of code have no first-line indent of
  /// its own. Its space before a paragraph is added to that of the elements, ``MarkdownTheme/paragraphSpacing``. Its
  /// direction precedes those of elements.
  public var paragraph = ParagraphStyle()
  /// The width of the container, in layout units, by which columns of tables are narrower; `nil` if it is unknown.
  public var width: Double?
  /// The largest number of UTF-8 bytes to parse.
  public var byteLimit: Int

  /// Makes a parser of documents of at most `byteLimit` bytes.
  public init(theme: MarkdownTheme = .bright, byteLimit: Int = 64 << 10) {
    self.theme = theme
    self.byteLimit = byteLimit
  }

  /// Returns the attributed text of a document or a part of one.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``.
  /// - Complexity: O(document).
  public func parsed(html: String) throws(TextParserError) -> AttributedText {
    var surroundings = HTMLSurroundings(paragraph: paragraph)
    surroundings.tableWidth = width
    return try parsed(html: html, in: surroundings)
  }

  /// Returns the attributed text of a document or a part of one, in a container.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``.
  /// - Complexity: O(document).
  package func parsed(
    html: String, in surroundings: HTMLSurroundings
  ) throws(TextParserError) -> AttributedText {
    guard html.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: html.utf8.count, limit: byteLimit)
    }
    var source = repaired(html).0
    let outline = source.withUTF8 { bytes in
      var outline = HTMLOutline(direction: surroundings.paragraph.direction)
      if HTMLOutline.isNeeded(for: bytes) {
        _ = HTMLReader.read(bytes) { event in
          outline.read(event)
          return true
        }
      }
      return outline
    }
    var writer = HTMLWriter(theme: theme, surroundings: surroundings, outline: outline)
    _ = source.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        switch event {
        case .start(let tag): writer.start(tag)
        case .end(let name): writer.end(name)
        case .text(let bytes): writer.write(String(decoding: bytes, as: UTF8.self))
        }
        return true
      }
    }
    return writer.text
  }
}

/// What a text of HTML needs to know of its place.
package struct HTMLSurroundings {
  /// The width of the container, which bars beside quotations and pictures need; `nil` if it is unknown.
  package var width: Double?
  /// The width of the container for tables alone, if ``width`` is unknown.
  package var tableWidth: Double?
  /// The properties of paragraphs that HTML does not decide.
  package var paragraph: ParagraphStyle
  /// The sizes of the pictures that are shown, by their names; others show their descriptions.
  ///
  /// A picture of size zero is shown beside the text, and has no place in it.
  package var pictures: [String: Size]
  /// The largest height of a picture.
  package var pictureHeight: Double

  package init(
    width: Double? = nil, paragraph: ParagraphStyle = ParagraphStyle(),
    pictures: [String: Size] = [:], pictureHeight: Double = 4_096
  ) {
    self.width = width
    self.paragraph = paragraph
    self.pictures = pictures
    self.pictureHeight = pictureHeight
  }
}
