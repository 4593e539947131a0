import GalleyHandles
import GalleyPrimitives
public import GalleyText

/// A text that was laid out through several containers.
public struct TextFlow: Hashable, Sendable, Codable {
  /// A layout for each container that text reached, in their order.
  public var layouts: [TextLayout]
  /// The UTF-8 offsets of the text for which no container had room; `nil` if all text is shown, except
  /// white space and line breaks at its end.
  public var remainder: Range<Int>?
}

extension Typesetter {
  /// Lays out `text` in one container after the other: columns, or pages.
  ///
  /// A container continues at the end of the previous one, within a paragraph too. Only the last one
  /// truncates. Containers that the text does not reach get no layout.
  ///
  /// - Throws: ``LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does for each of them.
  /// - Complexity: O(text shown): a paragraph is shaped once for all the containers it runs through.
  public func flow(
    _ text: AttributedText, through containers: [TextContainer]
  ) throws(LayoutError) -> TextFlow {
    for container in containers { try validate(text, container) }
    renewFonts()
    var string = text.string
    let layouts = string.withUTF8 { bytes in
      flow(bytes, text, through: containers, isRecording: false).map(\.layout)
    }
    guard let last = layouts.last else {
      return TextFlow(layouts: [], remainder: 0..<text.utf8Count)
    }
    return TextFlow(layouts: layouts, remainder: last.truncatedRange)
  }

  /// How many text rows `text` has in a container without a limit of rows or height.
  ///
  /// - Throws: ``LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
  /// - Complexity: O(text).
  public func rowCount(
    of text: AttributedText, in container: TextContainer
  ) throws(LayoutError) -> Int {
    var unlimited = container
    unlimited.maximumRowCount = 0
    unlimited.truncation = .none
    if container.isVertical {
      unlimited.size.width = .infinity
    } else {
      unlimited.size.height = .infinity
    }
    return try layout(text, in: unlimited).rowCount
  }

  /// Lays out `text` in the largest size at which all of it fits: all font sizes are multiplied by the
  /// first of `factors`, from the largest, at which nothing is truncated, else by the smallest.
  ///
  /// Sizes stay within 1…512 layout units. A factor that is not a positive number counts as 1; so does
  /// an empty list.
  ///
  /// - Throws: ``LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
  /// - Complexity: O(text × factors).
  public func layout(
    _ text: AttributedText, in container: TextContainer, shrinkingBy factors: [Double]
  ) throws(LayoutError) -> ShrunkLayout {
    // Check the text's own sizes: the scaled ones are clamped to their bounds.
    try validate(text, container)
    let sound = factors.map { $0 > 0 && $0.isFinite ? $0 : 1 }.sorted(by: >)
    var result: ShrunkLayout?
    for factor in sound.isEmpty ? [1] : sound {
      var scaled = text
      // The whole text is a sound range.
      try? scaled.update(in: 0..<text.utf8Count) { attributes in
        attributes.font.size = min(512, max(1, attributes.font.size * factor))
      }
      let layout = try layout(scaled, in: container)
      result = ShrunkLayout(layout: layout, factor: factor)
      if !layout.isTruncated, layout.fits { break }
    }
    guard let result else {
      return ShrunkLayout(layout: try layout(text, in: container), factor: 1)
    }
    return result
  }

  func flow(
    _ bytes: UnsafeBufferPointer<UInt8>, _ text: AttributedText,
    through containers: [TextContainer],
    isRecording: Bool
  ) -> [(layout: TextLayout, recorder: GraphemeRecorder?)] {
    var results: [(layout: TextLayout, recorder: GraphemeRecorder?)] = []
    // The first container decides: upright and turned text are shaped differently.
    var cursor = TextCursor(
      text, bytes, isVertical: containers.first?.isVertical == true, fonts: fonts)
    for (number, container) in containers.enumerated() {
      guard cursor.open != nil || number == 0 else { break }
      var composer = FlowComposer(
        text, bytes: bytes, fonts: fonts, container: container, cursor: cursor,
        recorder: isRecording ? GraphemeRecorder(fonts: fonts) : nil)
      results.append(composer.compose(isLast: number == containers.count - 1))
      cursor = composer.cursor
      steps.add(composer.steps)
    }
    steps.add(cursor.steps)
    return results
  }
}

extension TextLayout {
  /// Whether no line reaches beyond the container's inside.
  fileprivate var fits: Bool {
    guard let inline = inlineExtent else { return true }
    return lines.indices.allSatisfy { inlineRange($0).upperBound <= inline.upperBound + 1 / 512 }
  }
}
