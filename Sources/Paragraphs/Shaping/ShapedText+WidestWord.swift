import GalleyHandles

extension ShapedText {
  /// The width of the widest piece that no line breaks, in layout units, without the spaces after it.
  ///
  /// Text in a container of this width has no broken word. Shaping of the ends of lines may change a piece by a
  /// little.
  ///
  /// - Complexity: O(text).
  package var widestWord: Double {
    var widest = 0
    for paragraph in paragraphs {
      var start = 0
      let count = paragraph.scalarCount
      guard count > 0 else { continue }
      for scalar in 1...count where scalar == count || paragraph.flags[scalar].contains(.line) {
        let end = paragraph.flags.hangingStart(before: scalar, from: min(start + 1, scalar))
        widest = max(widest, paragraph.pens[end] - paragraph.pens[start])
        start = scalar
      }
    }
    return Double(widest) / 1024
  }
}
