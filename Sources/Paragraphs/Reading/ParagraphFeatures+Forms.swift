import GalleyHandles
import GalleyItemization
import GalleyPrimitives
import GalleyShaping
import GalleyText

/// Features of fonts, and text beside each other on vertical lines.
extension ParagraphFeatures {
  /// Whether a caret may stand before a byte.
  package func isCaret(_ byte: Int) -> Bool { isCaret[byte] }

  /// Whether an item stands in the space of one character: it is all of such a stretch.
  func isCombined(_ item: Int) -> Bool {
    let stretch = itemStretches[item]
    guard let own = stretches[stretch].combined else { return false }
    func shares(_ other: Int) -> Bool {
      itemStretches.indices.contains(other)
        && (itemStretches[other] == stretch
          || stretches[itemStretches[other]].combined?.number == own.number)
    }
    return !shares(item - 1) && !shares(item + 1)
  }

  /// Moves the glyphs of such an item beside each other, upright, in the space of one character; returns the
  /// factor by which they are condensed, `nil` for other items.
  ///
  /// All glyphs become one cluster. Along the line, x runs down the page, and across it, y runs to the right.
  ///
  /// - Complexity: O(glyphs).
  func combine(_ glyphs: inout [ShapedGlyph], from start: Int, item: Int) -> Double? {
    guard isCombined(item), let em = stretches[itemStretches[item]].combined?.em,
      start < glyphs.count
    else { return nil }
    let width = glyphs[start...].reduce(0) { $0 + Int($1.advance) }
    let factor = width > Int(em) ? Double(em) / Double(width) : 1
    // The middle of digits and capitals is at the middle of the character's space.
    glyphs[start...].standUpright(
      baseline: Int32(Double(em) * 0.86), advance: em, factor: factor)
    return factor
  }
}

extension ParagraphFeatures {
  /// Keeps the factor by which an item in the space of one character is condensed.
  mutating func noteSqueeze(
    of item: TextItem, _ number: Int, text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment
  ) {
    var glyphs: [ShapedGlyph] = []
    fonts.shaper.shape(
      item, bytes: item.bytes, of: text, features: fontFeatures(ofItem: number), into: &glyphs)
    squeezes[number] = combine(&glyphs, from: 0, item: number)
  }
}

extension ShapingFeature {
  init(_ feature: FontFeature) {
    self.init(tag: feature.tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }, value: feature.value)
  }
}

extension VerticalForm {
  /// The orientation for itemizing.
  var uprightForm: UprightForm {
    switch self {
    case .mixed: .byCharacter
    case .upright: .fixed(isUpright: true)
    case .sideways, .combined: .fixed(isUpright: false)
    }
  }
}
