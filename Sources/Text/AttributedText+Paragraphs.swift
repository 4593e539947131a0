extension AttributedText {
  /// Changes the style of each paragraph, with the size of its largest font.
  ///
  /// Paragraphs without a style have that of the text.
  ///
  /// - Complexity: O(text + runs).
  package mutating func updateParagraphStyles(
    _ change: (_ style: inout ParagraphStyle, _ largestSize: Double) -> Void
  ) {
    var result: [AttributeRun] = []
    var first = 0
    for range in string.utf8.paragraphs {
      while first + 1 < runs.count, runs[first].range.upperBound <= range.lowerBound { first += 1 }
      let own = runs[first...].prefix { $0.range.lowerBound < range.upperBound }
      let size = own.reduce(0) { max($0, $1.attributes.font.size) }
      for run in own {
        let part = run.clamped(to: range).changed(at: 0) { attributes in
          var style = attributes.paragraphStyle ?? paragraphStyle
          change(&style, size)
          attributes.paragraphStyle = style
        }
        append(part, to: &result)
      }
    }
    if !result.isEmpty { runs = result }
  }
}

extension String.UTF8View {
  /// The ranges of lines up to and with their newlines; none of an empty text.
  fileprivate var paragraphs: [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for (offset, byte) in enumerated() where byte == UInt8(ascii: "\n") {
      result.append(start..<offset + 1)
      start = offset + 1
    }
    if start < count { result.append(start..<count) }
    return result
  }
}
