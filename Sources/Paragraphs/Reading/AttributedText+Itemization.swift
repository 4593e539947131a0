import GalleyHandles
import GalleyItemization
import GalleyText

extension FontRequest {
  init(_ font: Font) {
    self.init(
      family: font.family, size: font.size, weight: min(1_000, max(100, font.weight)),
      isItalic: font.isItalic, variations: font.canonicalVariations ?? "")
  }
}

extension TextAttributes {
  /// Whether text of these and of other attributes is itemized together: attributes that do not change
  /// glyphs do not split text that is shaped together.
  fileprivate func isItemized(with other: TextAttributes) -> Bool {
    guard font == other.font, language == other.language else { return false }
    guard !isPlain || !other.isPlain else { return true }
    return kern == other.kern && baselineOffset == other.baselineOffset && attachment == nil
      && other.attachment == nil && fontFeatures == other.fontFeatures
  }
}

extension AttributedText {
  /// The font and language of each stretch of a paragraph, as offsets into the paragraph; adjacent runs of
  /// one font and language are one stretch.
  ///
  /// - Complexity: O(log runs + runs of the paragraph).
  func itemizerAttributes(
    in paragraph: Range<Int>, fonts: FontEnvironment
  ) -> [ItemizerAttributes] {
    var result: [ItemizerAttributes] = []
    var last: TextAttributes?
    for run in runs[runIndex(at: paragraph.lowerBound)...] {
      guard run.range.lowerBound < paragraph.upperBound || result.isEmpty else { break }
      let shared = run.range.clamped(to: paragraph)
      let end = max(0, shared.upperBound - paragraph.lowerBound)
      let attributes = run.attributes
      if let last, attributes.isItemized(with: last) {
        result[result.count - 1].bytes = result[result.count - 1].bytes.lowerBound..<end
      } else {
        result.append(
          ItemizerAttributes(
            bytes: shared.lowerBound - paragraph.lowerBound..<end,
            font: FontRequest(attributes.font),
            language: fonts.canonicalTag(attributes.language)))
      }
      last = attributes
    }
    return result
  }

  /// The style of the paragraph that starts at a byte.
  func paragraphStyle(at start: Int) -> ParagraphStyle {
    // Without a copy of all attributes.
    runs[runIndex(at: start)].attributes.paragraphStyle ?? paragraphStyle
  }
}
