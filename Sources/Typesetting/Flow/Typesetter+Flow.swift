import GalleyHandles
public import GalleyLayout
import GalleyParagraphs
public import GalleyPrimitives
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
  /// - Throws: ``/GalleyLayout/LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does for each of them.
  /// - Complexity: O(text shown): a paragraph is shaped once for all the containers it runs through.
  public func flow(
    _ text: AttributedText, through containers: [TextContainer]
  ) throws(LayoutError) -> TextFlow {
    for container in containers { try validate(text, container) }
    begin(text)
    var string = text.string
    let layouts = string.withUTF8 { bytes in
      flow(bytes, text, through: containers, isRecording: false).map(\.layout)
    }
    guard let last = layouts.last else {
      return TextFlow(layouts: [], remainder: 0..<text.utf8Count)
    }
    return TextFlow(layouts: layouts, remainder: last.truncatedRange)
  }

  /// Lays out `text` in one container after the other, each with its top-left corner at a place on the page, and
  /// records the position of each grapheme cluster.
  ///
  /// A container without a place, because there are fewer of them, has its corner at the page's.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, as ``flow(_:through:)`` does.
  /// - Complexity: O(text shown).
  public func map(
    _ text: AttributedText, through containers: [TextContainer], at origins: [Point]
  ) throws(LayoutError) -> TextFlowMap {
    for container in containers { try validate(text, container) }
    begin(text)
    var string = text.string
    let parts = string.withUTF8 { bytes in
      flow(bytes, text, through: containers, isRecording: true)
    }
    return TextFlowMap(
      columns: parts.enumerated().map { index, part in
        TextFlowMap.Column(
          map: TextMap(
            layout: part.layout, recorder: part.recorder ?? GraphemeRecorder(fonts: fonts)),
          origin: origins.indices.contains(index) ? origins[index] : .zero)
      })
  }

  /// How many text rows `text` has in a container without a limit of rows or height.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
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

  /// Lays out `text` in the largest size at which all of it fits, along lines and across them: all lengths are
  /// multiplied by the first of `factors`, from the largest, at which nothing is truncated, else by the smallest.
  ///
  /// ``GalleyText/AttributedText/scaled(by:)`` says which lengths are scaled, of a truncation token and its message too. A factor that is not a positive
  /// number counts as 1; so does an empty list.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, as ``layout(_:in:)-(AttributedText,_)`` does.
  /// - Complexity: O(text × factors).
  public func layout(
    _ text: AttributedText, in container: TextContainer, shrinkingBy factors: [Double]
  ) throws(LayoutError) -> ShrunkLayout {
    // Check the text's own sizes: the scaled ones are clamped to their bounds.
    try validate(text, container)
    let sound = factors.map { $0 > 0 && $0.isFinite ? $0 : 1 }.sorted(by: >)
    var result: ShrunkLayout?
    for factor in sound.isEmpty ? [1] : sound {
      let layout = try layout(text.scaled(by: factor), in: container.withToken(scaledBy: factor))
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
    var cursor = TextCursor(
      text, bytes, isVertical: containers.first?.isVertical == true, fonts: fonts)
    for (number, container) in containers.enumerated() {
      guard cursor.open != nil || number == 0 else { break }
      cursor = cursor.turned(isVertical: container.isVertical)
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
    guard container.path == nil else { return true }
    let insets = container.insets.clamped
    // The first line is shown even if it is too high.
    let (depth, room) =
      isVertical
      ? (boundingRect.width, container.size.width - insets.left - insets.right)
      : (boundingRect.maxY - insets.top, container.size.height - insets.top - insets.bottom)
    guard depth <= room + 1 / 512 else { return false }
    guard let inline = inlineExtent else { return true }
    let accuracy = 1.0 / 512
    return lines.indices.allSatisfy { index in
      let own = inlineRange(index)
      // Negative indents may put a line before the inside, but one that is too long goes beyond it at its start only if it
      // is read from the right or aligned at its end.
      let isAtEnd = lines[index].isRightToLeft || own.upperBound >= inline.upperBound - accuracy
      return own.upperBound <= inline.upperBound + accuracy
        && (own.lowerBound >= inline.lowerBound - accuracy || !isAtEnd)
    }
  }
}

extension TextContainer {
  /// This container with a truncation token and message of other sizes.
  fileprivate func withToken(scaledBy factor: Double) -> TextContainer {
    guard factor != 1, truncationToken != nil || truncationMessage != nil else { return self }
    var result = self
    result.truncationToken = truncationToken?.scaled(by: factor)
    result.truncationMessage = truncationMessage?.scaled(by: factor)
    return result
  }
}
