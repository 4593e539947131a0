import GalleyPrimitives

extension AttributedText {
  /// This text with all of its lengths multiplied by a factor, within their bounds: font sizes, the space between
  /// letters, lines and paragraphs, indents, tab stops, rises and attachments.
  ///
  /// The insets and radii of borders follow; widths of lines and of the strokes of borders, and shadows, stay.
  ///
  /// - Precondition: `factor` is positive and finite.
  /// - Complexity: O(runs).
  public func scaled(by factor: Double) -> AttributedText {
    var result = self
    result.paragraphStyle.scale(by: factor)
    // The whole text is a sound range.
    try? result.update(in: 0..<utf8Count) { $0.scale(by: factor) }
    return result
  }
}

extension Font {
  fileprivate mutating func scale(by factor: Double) { size = min(512, max(1, size * factor)) }
}

extension TextAttributes {
  fileprivate mutating func scale(by factor: Double) {
    font.scale(by: factor)
    guard !isPlain else { return }
    func length(_ value: Double) -> Double { min(4_096, max(-4_096, value * factor)) }
    kern = length(kern)
    baselineOffset = length(baselineOffset)
    paragraphStyle?.scale(by: factor)
    if var own = attachment {
      own.size = Size(
        width: min(16_384, own.size.width * factor), height: min(16_384, own.size.height * factor))
      let insets = own.contentInsets
      own.contentInsets = EdgeInsets(
        top: length(insets.top), left: length(insets.left), bottom: length(insets.bottom),
        right: length(insets.right))
      own.alignmentFont?.scale(by: factor)
      attachment = own
    }
    border?.scale(by: factor)
    backgroundBorder?.scale(by: factor)
    blockBorder?.scale(by: factor)
    if highlight?.font != nil { highlight?.font?.scale(by: factor) }
  }
}

extension TextBorder {
  fileprivate mutating func scale(by factor: Double) {
    func length(_ value: Double) -> Double { min(4_096, max(-4_096, value * factor)) }
    insets = EdgeInsets(
      top: length(insets.top), left: length(insets.left), bottom: length(insets.bottom),
      right: length(insets.right))
    cornerRadii = CornerRadii(
      topLeft: length(cornerRadii.topLeft), topRight: length(cornerRadii.topRight),
      bottomRight: length(cornerRadii.bottomRight), bottomLeft: length(cornerRadii.bottomLeft))
  }
}

extension ParagraphStyle {
  fileprivate mutating func scale(by factor: Double) {
    func length(_ value: Double) -> Double { min(16_384, max(-16_384, value * factor)) }
    fixedLineHeight = length(fixedLineHeight)
    minimumLineHeight = length(minimumLineHeight)
    maximumLineHeight = length(maximumLineHeight)
    lineSpacing = length(lineSpacing)
    paragraphSpacing = length(paragraphSpacing)
    paragraphSpacingBefore = length(paragraphSpacingBefore)
    firstLineHeadIndent = length(firstLineHeadIndent)
    headIndent = length(headIndent)
    tailIndent = length(tailIndent)
    defaultTabInterval = length(defaultTabInterval)
    for index in tabStops.indices { tabStops[index].location = length(tabStops[index].location) }
  }
}
