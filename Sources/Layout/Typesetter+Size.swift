import GalleyHandles
public import GalleyPrimitives
import GalleyText

extension Typesetter {
  /// The size that a text which has been shaped takes at another width: what a row's height is made of.
  ///
  /// It is the ``TextLayout/boundingSize`` of ``layout(_:in:)-(AttributedText,_)``, without making the layout.
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

extension TextContainer {
  /// The extent from the origin to the far side of lines, insets included, in whole device pixels.
  func boundingSize(of bounds: Rect) -> Size {
    let insets = insets.clamped
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return Size(
      width: ceiled(bounds.maxX + insets.right), height: ceiled(bounds.maxY + insets.bottom))
  }
}

extension ParagraphSettings {
  /// How far in a line starts that leaves `slack` free; a line that is too long starts at the start.
  func indent(_ slack: Int, isRightToLeft: Bool) -> Int {
    switch alignment {
    case .start, .justify: isRightToLeft ? slack : 0
    case .end: isRightToLeft ? 0 : slack
    case .center: slack / 2
    }
  }
}

extension ShapedParagraph {
  /// How far a line stands in from the container's left side before it is aligned; `start` is its
  /// first scalar.
  func leftIndent(ofLineFrom start: Int, room: Int?, width: Int?) -> Int {
    let head = settings.head(ofLineFrom: start)
    guard isRightToLeft else { return head }
    // What is left over at the left is the tail's.
    guard let room, let width else { return 0 }
    return max(0, room - head - width)
  }
}
