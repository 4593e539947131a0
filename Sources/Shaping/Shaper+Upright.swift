import GalleyHandles
import GalleyPrimitives

/// Upright letters of scripts that are written along x only.
extension Shaper {
  /// A text that is shaped from the top to the bottom.
  struct UprightText {
    let item: TextItem
    let text: UnsafeBufferPointer<UInt8>
    let language: ShapingLanguage
    let features: [ShapingFeature]

    /// The item as text along x.
    var lying: TextItem {
      var lying = item
      lying.isUpright = false
      lying.level = UnicodeProperties.isRightToLeft(script: item.script) ? 1 : 0
      return lying
    }

    /// Whether letters are written from the top to the bottom too, so that the font knows their places.
    var isWrittenDown: Bool {
      switch item.script {
      // Hani, Hira, Kana, Hang, Bopo.
      case 0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x4861_6E67, 0x426F_706F: true
      default: false
      }
    }
  }

  /// The longest cluster whose parts are set beside each other, in bytes: a longer one is no text that is read.
  private static var maximumClusterLength: Int { 256 }

  /// Sets the parts of a cluster beside each other where they stand one below the other: the vowel signs of Indic
  /// scripts, and what a virama joins.
  ///
  /// `glyphs`, from `start` on, are those of `bytes`; a `hyphen` is the last one.
  ///
  /// - Complexity: O(glyphs).
  /// - SeeAlso: CSS Writing Modes 4, 5.1: each *typographic character unit* stands upright.
  func keepClusters(
    _ bytes: Range<Int>, of text: UprightText, hyphen: Bool, in glyphs: inout [ShapedGlyph],
    from start: Int
  ) {
    guard !text.item.isRightToLeft, !text.isWrittenDown else { return }
    let shaped = Array(glyphs[start...])
    glyphs.removeSubrange(start...)
    let clusters = Self.clusters(bytes, of: text.text)
    var (glyph, number) = (0, 0)
    while number < clusters.count {
      var unit = clusters[number]
      let first = glyph
      while true {
        while glyph < shaped.count, shaped[glyph].cluster < unit.upperBound { glyph += 1 }
        number += 1
        guard number < clusters.count else { break }
        let next = clusters[number]
        let isParted = glyph < shaped.count && shaped[glyph].cluster == next.lowerBound
        guard !isParted || joins(unit, next, of: text) else { break }
        unit = unit.lowerBound..<next.upperBound
      }
      append(
        unit, of: text, as: shaped[first..<glyph], hyphen: hyphen && number == clusters.count,
        to: &glyphs)
    }
  }

  /// Appends the glyphs of a cluster, which are beside each other if more than one takes space.
  private func append(
    _ cluster: Range<Int>, of text: UprightText, as shaped: ArraySlice<ShapedGlyph>, hyphen: Bool,
    to glyphs: inout [ShapedGlyph]
  ) {
    let tallest = shaped.lazy.map(\.advance).max() ?? 0
    let script = UnicodeScript(of: text.text.scalar(at: cluster.lowerBound))
    guard shaped.lazy.filter({ $0.advance != 0 }).count > (hyphen ? 2 : 1), tallest > 0,
      script != .common, script != .inherited, cluster.count <= Self.maximumClusterLength
    else {
      glyphs.append(contentsOf: shaped)
      return
    }
    var lying = lyingGlyphs(cluster, of: text)
    let (ascent, descent) = fonts.metrics(text.item.font)
    for index in lying.indices { lying[index].cluster = UInt32(cluster.lowerBound) }
    lying[...].standUpright(baseline: (tallest + ascent - descent) / 2, advance: tallest)
    glyphs += lying
    if hyphen, let last = shaped.last { glyphs.append(last) }
  }

  /// Whether a cluster that ends in a virama has another form before the next cluster.
  private func joins(_ cluster: Range<Int>, _ next: Range<Int>, of text: UprightText) -> Bool {
    var last = cluster.upperBound - 1
    while text.text[last] & 0xC0 == 0x80 { last -= 1 }
    guard UnicodeProperties.isVirama(text.text.scalar(at: last)),
      next.upperBound - cluster.lowerBound <= Self.maximumClusterLength
    else { return false }
    let alone = lyingGlyphs(cluster, of: text) + lyingGlyphs(next, of: text)
    let joined = lyingGlyphs(cluster.lowerBound..<next.upperBound, of: text)
    return alone.map(\.id) != joined.map(\.id)
  }

  /// The glyphs of a stretch along x, without the text around it: letters that stand upright do not join others.
  private func lyingGlyphs(_ bytes: Range<Int>, of text: UprightText) -> [ShapedGlyph] {
    var glyphs: [ShapedGlyph] = []
    fonts.shape(
      text.lying, bytes: 0..<bytes.count, of: UnsafeBufferPointer(rebasing: text.text[bytes]),
      language: text.language, hyphen: false, features: text.features, into: &glyphs)
    return glyphs
  }

  /// The grapheme clusters of a stretch, each with all marks behind it.
  private static func clusters(
    _ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = bytes.lowerBound
    for character in String(decoding: UnsafeBufferPointer(rebasing: text[bytes]), as: UTF8.self) {
      let end = start + character.utf8.count
      if let last = result.last, UnicodeProperties.isMark(text.scalar(at: start)) {
        result[result.count - 1] = last.lowerBound..<end
      } else {
        result.append(start..<end)
      }
      start = end
    }
    return result
  }
}
