import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

extension Typesetter {
  /// A layout, which has to be the same from shaped text, in a map, and in a container with an end to its lines.
  func layoutByAllWays(_ text: AttributedText, in container: TextContainer) throws -> TextLayout {
    let layout = try self.layout(text, in: container)
    let shaped = try shape(text)
    #expect(try self.layout(shaped, in: container) == layout)
    #expect(try boundingSize(of: shaped, in: container) == layout.boundingSize)
    #expect(try map(text, in: container).layout == layout)
    var tall = container
    if !container.isVertical { tall.size.height = 10_000 }
    #expect(try self.layout(text, in: tall).lines == layout.lines)
    return layout
  }
}
