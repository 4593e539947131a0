package import GalleyPrimitives
public import GalleyText

/// Replaces words such as `:smile:` with pictures; the plain text keeps the word.
///
/// At each position the longest word wins. Text that already has a backed string or an attachment
/// is not changed.
public struct EmoticonParser: TextParser {
  /// A node of a tree of the words' bytes: its children, and the picture of the word that ends
  /// there.
  private struct Node {
    var children: [UInt8: Int] = [:]
    var content: TextAttachment.Content?
    /// The width of the picture, as a multiple of its height.
    var aspectRatio = 1.0
  }

  private var nodes = [Node()]
  /// The size of a picture, as a multiple of the font size beside it.
  public var sizeFactor: Double

  /// Makes a parser of words and their pictures; an empty word is ignored.
  ///
  /// - Parameters:
  ///   - emoticons: the picture of each word.
  ///   - sizeFactor: the size of a picture, as a multiple of the font size beside it, 0.1…10.
  public init(_ emoticons: [String: TextAttachment.Content], sizeFactor: Double = 1.25) {
    self.sizeFactor = sizeFactor
    for (word, content) in emoticons { insert(word, content) }
  }

  /// Makes a parser of words and the names of their pictures, which have the proportions of their own sizes, up to 8 : 1.
  package init(pictures: [(word: String, name: String, size: Size)], sizeFactor: Double) {
    self.sizeFactor = sizeFactor
    for (word, name, size) in pictures {
      let ratio = size.height > 0 ? size.width / size.height : 1
      insert(word, .image(name: name), aspectRatio: min(max(ratio, 1 / 8), 8))
    }
  }

  private mutating func insert(
    _ word: String, _ content: TextAttachment.Content, aspectRatio: Double = 1
  ) {
    var node = 0
    for byte in word.utf8 {
      if let child = nodes[node].children[byte] {
        node = child
      } else {
        nodes.append(Node())
        nodes[node].children[byte] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    guard node != 0 else { return }
    nodes[node].content = content
    nodes[node].aspectRatio = aspectRatio
  }

  /// Replaces the words; an end of the selection inside a word moves behind its picture.
  ///
  /// - Throws: ``TextParserError/selection(_:)``.
  /// - Complexity: O(text × longest word).
  public func parse(
    _ text: inout AttributedText, selection: inout Range<Int>
  ) throws(TextParserError) -> Bool {
    try text.checkSelection(selection)
    let bytes = Array(text.string.utf8)
    var builder = AttributedTextBuilder(paragraphStyle: text.paragraphStyle)
    var (lower, upper) = (selection.lowerBound, selection.upperBound)
    var copied = 0
    var place = 0
    var hasChanged = false
    while place < bytes.count {
      guard let (length, picture) = match(bytes, at: place), text.isBoundary(place),
        text.isBoundary(place + length), isFree(text, place..<place + length)
      else {
        place += 1
        continue
      }
      builder.append(text, in: copied..<place)
      let end = place + length
      let start = builder.utf8Count
      builder.append(self.picture(picture, for: text, in: place..<end))
      copied = end
      for (old, bound) in [
        (selection.lowerBound, \Moved.lower), (selection.upperBound, \Moved.upper),
      ] {
        guard old > place else { continue }
        var moved = Moved(lower: lower, upper: upper)
        moved[keyPath: bound] =
          old >= end
          ? moved[keyPath: bound] + (builder.utf8Count - start) - length : builder.utf8Count
        (lower, upper) = (moved.lower, moved.upper)
      }
      place = end
      hasChanged = true
    }
    guard hasChanged else { return false }
    builder.append(text, in: copied..<bytes.count)
    text = builder.text(emptyAttributes: text.attributes(at: 0))
    let start = text.boundary(notAfter: lower)
    selection = start..<max(start, text.boundary(notBefore: upper))
    return true
  }

  private struct Moved {
    var lower: Int
    var upper: Int
  }

  /// Returns the longest word at a position.
  private func match(
    _ bytes: [UInt8], at start: Int
  ) -> (length: Int, picture: Node)? {
    var best: (Int, Node)?
    var node = 0
    var place = start
    while place < bytes.count, let child = nodes[node].children[bytes[place]] {
      node = child
      place += 1
      if nodes[node].content != nil { best = (place - start, nodes[node]) }
    }
    return best
  }

  private func isFree(_ text: AttributedText, _ range: Range<Int>) -> Bool {
    var index = text.runIndex(at: range.lowerBound)
    while index < text.runs.count, text.runs[index].range.lowerBound < range.upperBound {
      let attributes = text.runs[index].attributes
      if attributes.attachment != nil || attributes.backedString != nil { return false }
      index += 1
    }
    return true
  }

  private func picture(
    _ picture: Node, for text: AttributedText, in range: Range<Int>
  ) -> AttributedText {
    var attributes = text.attributes(at: range.lowerBound)
    let height = attributes.font.size * sizeFactor
    attributes.attachment = TextAttachment(
      picture.content ?? .blank, size: Size(width: height * picture.aspectRatio, height: height),
      alignment: .center)
    attributes.backedString = TextBackedString(String(text.substring(range)))
    return AttributedText(String(TextAttachment.character), attributes: attributes)
  }
}
