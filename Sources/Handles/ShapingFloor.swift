/// Texts that are itemized, to be shaped by HarfBuzz again and again: no layout that shapes takes less
/// time than this.
package final class ShapingFloor {
  private let environment: FontEnvironment
  private var texts: [(bytes: [UInt8], items: [TextItem])] = []
  private var glyphs: [ShapedGlyph] = []

  /// A holder of texts with fonts of its own.
  package init(configuration: FontConfiguration) {
    environment = FontEnvironment(configuration: configuration)
  }

  /// Adds a paragraph, well-formed UTF-8 without NUL.
  package func add(_ text: String, font: FontRequest, language: String) {
    let bytes = Array(text.utf8)
    var items: [TextItem] = []
    var flags: [BreakFlags] = []
    bytes.withUnsafeBufferPointer { text in
      let direction = environment.baseDirection(of: text) ?? .leftToRight
      environment.itemize(
        text,
        attributes: [ItemizerAttributes(bytes: 0..<text.count, font: font, language: language)],
        direction: direction, items: &items, flags: &flags)
    }
    texts.append((bytes, items))
  }

  /// Shapes each item of all texts as a whole; how many glyphs there are.
  package func shapeAll() -> Int {
    var count = 0
    for text in texts {
      text.bytes.withUnsafeBufferPointer { bytes in
        for item in text.items {
          glyphs.removeAll(keepingCapacity: true)
          environment.shape(item, bytes: item.bytes, of: bytes, into: &glyphs)
          count += glyphs.count
        }
      }
    }
    return count
  }
}
