import GalleyHandles
import GalleyItemization
import GalleyParagraphs
import GalleyShaping

/// Itemized texts that HarfBuzz shapes again and again: the lower bound of the time of a layout that shapes.
final class ShapingFloor {
  private let environment: FontEnvironment
  private var texts: [(bytes: [UInt8], items: [TextItem])] = []
  private var glyphs: [ShapedGlyph] = []

  /// An empty set of texts, with fonts of its own.
  init(configuration: FontConfiguration) {
    environment = FontEnvironment(configuration: configuration)
  }

  /// Adds a paragraph, well-formed UTF-8 without NUL.
  func add(_ text: String, font: FontRequest, language: String) {
    let bytes = Array(text.utf8)
    var items: [TextItem] = []
    var flags: [BreakFlags] = []
    bytes.withUnsafeBufferPointer { text in
      let direction = BaseDirection(of: text) ?? .leftToRight
      environment.itemizer.itemize(
        text,
        attributes: [ItemizerAttributes(bytes: 0..<text.count, font: font, language: language)],
        direction: direction, items: &items, flags: &flags)
    }
    texts.append((bytes, items))
  }

  /// Shapes each item of all texts as a whole, and returns the number of glyphs.
  func shapeAll() -> Int {
    var count = 0
    for text in texts {
      text.bytes.withUnsafeBufferPointer { bytes in
        for item in text.items {
          glyphs.removeAll(keepingCapacity: true)
          environment.shaper.shape(item, bytes: item.bytes, of: bytes, into: &glyphs)
          count += glyphs.count
        }
      }
    }
    return count
  }
}
