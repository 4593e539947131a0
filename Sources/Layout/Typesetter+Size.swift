import GalleyHandles
public import GalleyPrimitives
import GalleyText

extension Typesetter {
  /// The size of a shaped text in a container: the ``TextLayout/boundingSize`` of
  /// ``layout(_:in:)-(AttributedText,_)``, without the layout.
  ///
  /// - Returns: The extent from the container's origin, insets included, in layout units, rounded up to
  ///   device pixels.
  /// - Throws: ``LayoutError``, for a container that is out of bounds.
  /// - Complexity: O(breaks of the text shown) where shaping parts cleanly at the lines' ends.
  public func boundingSize(
    of shaped: ShapedText, in container: TextContainer
  ) throws(LayoutError) -> Size {
    guard shaped.maker == number, container.isSimple(for: shaped.text) else {
      return try layout(shaped.text, in: container).boundingSize
    }
    try validateSize(of: container)
    if let stack = stackPlain(shaped, in: container, isMeasuring: true) {
      return container.boundingSize(of: stack.bounds ?? .zero)
    }
    var builder = LayoutBuilder(
      container: container, fonts: fonts, runs: shaped.text.runs, width: unitWidth(of: container),
      isMeasuring: true)
    var string = shaped.text.string
    string.withUTF8 { compose($0, shaped, into: &builder) }
    return container.boundingSize(of: builder.bounds ?? .zero)
  }
}
