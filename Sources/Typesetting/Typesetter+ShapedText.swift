import GalleyHandles
public import GalleyLayout
public import GalleyParagraphs
public import GalleyPrimitives
public import GalleyText

extension Typesetter {
  /// Shapes all of `text`, for layouts at several widths.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, for a font or an attribute that is out of bounds, or too long a text.
  /// - Complexity: O(text).
  public func shape(_ text: AttributedText) throws(LayoutError) -> ShapedText {
    try validate(text, TextContainer(width: 1))
    renewFonts()
    let decided = fonts.decided(of: text)
    fonts.begin(in: decided)
    var string = text.string
    let paragraphs = string.withUTF8 { bytes in
      var reader = ParagraphReader(text, bytes, isKept: true, fonts: fonts)
      var paragraphs: [ShapedParagraph] = []
      while let paragraph = reader.next() { paragraphs.append(paragraph) }
      steps.add(reader.steps)
      return paragraphs
    }
    return ShapedText(
      text, paragraphs: paragraphs, decided: decided, maker: number, faces: fonts.map.faces)
  }

  /// Lays out a shaped text: only breaks it into lines.
  ///
  /// The layout equals that of the text itself. The text is shaped again if another typesetter made it, if
  /// the container is more than a width and a limit of rows, or if attributes change an ellipsis.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, for a container that is out of bounds.
  /// - Complexity: O(text shown), without itemizing and shaping.
  public func layout(
    _ shaped: ShapedText, in container: TextContainer
  ) throws(LayoutError) -> TextLayout {
    guard shaped.maker == number, container.isSimple(for: shaped.text) else {
      return try layout(shaped.text, in: container)
    }
    try validateSize(of: container)
    if let stack = stackPlain(shaped, in: container) {
      return TextLayout(
        stack, lines: lineBuffer, in: container, content: .unplaced(shaped),
        text: shaped.text.string, languages: RunLanguages(shaped.text))
    }
    var builder = LayoutBuilder(shaped.text, in: container, fonts: fonts)
    builder.exchangeLines(with: &lineBuffer)
    defer { builder.exchangeLines(with: &lineBuffer) }
    addLines(of: shaped, to: &builder)
    return builder.layout()
  }

  /// The size of a shaped text in a container: the ``/GalleyLayout/TextLayout/boundingSize`` of
  /// ``layout(_:in:)-(AttributedText,_)``, without the layout.
  ///
  /// - Returns: The extent from the container's origin, insets included, in layout units, rounded up to
  ///   device pixels.
  /// - Throws: ``/GalleyLayout/LayoutError``, for a container that is out of bounds.
  /// - Complexity: O(breaks of the text shown), if shaping separates cleanly at the lines' ends.
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
    var builder = LayoutBuilder(shaped.text, in: container, fonts: fonts, isMeasuring: true)
    addLines(of: shaped, to: &builder)
    return container.boundingSize(of: builder.bounds ?? .zero)
  }

  private func addLines(of shaped: ShapedText, to builder: inout LayoutBuilder) {
    fonts.begin(in: shaped.decided)
    var string = shaped.text.string
    var paragraphs = shaped.paragraphs.makeIterator()
    string.withUTF8 { addLines(of: &paragraphs, shaped.text, $0, to: &builder) }
  }

  /// Stacks the lines of a shaped text by its break opportunities, in ``lineBuffer`` unless the caller needs
  /// only the size; `nil` if some line needs more data, or if the text is truncated or has attributes.
  private func stackPlain(
    _ shaped: ShapedText, in container: TextContainer, isMeasuring: Bool = false
  ) -> LineStack? {
    var stack = LineStack(container, width: container.lineWidth)
    let options = LineStack.Options(
      limit: container.rowLimit, hasOneAttributeRun: shaped.hasOneAttributeRun,
      isMeasuring: isMeasuring)
    lineBuffer.removeAll(keepingCapacity: lineBuffer.capacity <= 256)
    for paragraph in shaped.paragraphs {
      let rest = stack.append(paragraph, from: 0, to: &lineBuffer, options, steps: &steps)
      guard rest == nil, stack.runCount != nil || isMeasuring else { return nil }
    }
    return stack
  }
}
