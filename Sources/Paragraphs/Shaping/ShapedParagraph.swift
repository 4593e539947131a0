import GalleyFonts
package import GalleyHandles
import GalleyPrimitives
import GalleyShaping
import GalleyText

/// A shaped paragraph: all that is needed to break it into lines of any width.
///
/// Lengths are in Pango units; scalars and bytes count from the paragraph's start.
///
/// A class, because breaking, composing and placing share it: a copy of so many arrays would take as long as
/// breaking a short text. It never changes, so a layout whose glyphs are not placed yet can hold it on any
/// thread.
package final class ShapedParagraph: Sendable {
  // Properties that repeated layout of plain text reads are first, in few cache lines.

  /// All break opportunities, if the paragraph is laid out repeatedly; else empty.
  let opportunities: [BreakOpportunity]
  /// Whether break opportunities can be searched by their pens: these never decrease, and there is no tab.
  let isSearchable: Bool
  /// The largest change of a line's advance by shaping its ends again: a kern or a joined form, at most two
  /// ems.
  let breakReach: Int
  /// The paragraph's UTF-8 offsets in the text, its terminator not included.
  package let range: Range<Int>
  /// The extents of each line with text, if all lines have the same.
  let evenExtents: (ascent: Int32, descent: Int32)?
  package let isRightToLeft: Bool
  /// Whether it has exactly one item.
  let isOneItem: Bool
  /// Whether it has no features, is not justified, balanced or vertical.
  let isPlain: Bool
  /// Whether no space vanishes and no punctuation hangs at the ends of its lines, but white space and brackets.
  let hasPlainEdges: Bool
  /// The style of its lines.
  package let settings: ParagraphSettings
  /// In reading order, without gaps.
  package let items: [TextItem]
  /// The heights and baselines of its items, without those of attributes.
  let metrics: ItemMetrics
  /// How far the clusters of upright items reach from the middle of their column, for clusters of several glyphs.
  let reaches: [Int: Int32]
  /// The pen before each scalar, and at the end: one more than there are scalars.
  ///
  /// A cluster's advance is divided evenly among its scalars.
  let pens: [Int]

  let direction: BaseDirection
  /// Each item's glyphs, from left to right.
  let itemGlyphs: [Range<Int>]
  package let glyphs: [ShapedGlyph]
  /// The breaks and carets before each scalar, and at the end: one more than there are scalars.
  package let flags: [BreakFlags]
  /// Whether a character has no glyph in any font.
  package let hasMissingGlyphs: Bool
  /// The first byte of each scalar, and the end: one more than there are scalars.
  package let offsets: [Int32]
  /// The distance between tab stops.
  let tabWidth: Int
  /// The least advance of a tab.
  let spaceWidth: Int
  /// Whether lines run from top to bottom.
  package let isVertical: Bool
  /// The extents of a line without glyphs.
  package let emptyAscent: Int32
  let emptyDescent: Int32
  /// The attributes that change its glyphs; `nil` for plain text.
  package let features: ParagraphFeatures?
  /// The spaces between ideographs and letters, by their bytes.
  let gaps: [LetterGap]

  /// Shapes an itemized paragraph; one that `isKept` is laid out repeatedly.
  ///
  /// - Complexity: O(paragraph).
  init(
    _ itemized: consuming ItemizedParagraph, isKept: Bool = false, fonts: FontEnvironment,
    steps: inout LayoutSteps
  ) {
    range = itemized.range
    direction = itemized.direction
    isVertical = itemized.isVertical
    let bytes = itemized.bytes
    let settings = itemized.settings
    // Moved, not copied.
    gaps = itemized.gaps
    var (features, items, flags): (ParagraphFeatures?, [TextItem], [BreakFlags]) = (nil, [], [])
    swap(&features, &itemized.features)
    swap(&items, &itemized.items)
    swap(&flags, &itemized.flags)
    var (glyphs, itemGlyphs): ([ShapedGlyph], [Range<Int>]) = ([], [])
    itemGlyphs.reserveCapacity(items.count)
    glyphs.reserveCapacity(flags.count)
    let trims = fonts.rules == .reader
    var hasPunctuation = false
    for index in items.indices {
      let start = glyphs.count
      fonts.shaper.shape(
        items[index], index, bytes: items[index].bytes, of: bytes, features: features,
        into: &glyphs)
      if trims, PunctuationTrim.concerns(items[index], bytes),
        features?.isCombined(index) != true
      {
        hasPunctuation = true
        fonts.punctuation.apply(
          to: &glyphs, from: start, of: items[index], byte: items[index].bytes.lowerBound,
          spacing: features?.wholeSpacing(ofItem: index) ?? 0, text: bytes, fonts: fonts)
      }
      if !gaps.isEmpty {
        Self.widen(&glyphs, from: start, gaps: gaps, of: items[index], bytes: items[index].bytes)
      }
      itemGlyphs.append(start..<glyphs.count)
      if features?.isCombined(index) == true {
        features?.noteSqueeze(of: items[index], index, text: bytes, fonts: fonts)
      }
    }
    steps.glyphsShaped += glyphs.count
    features?.spaceRubies(&glyphs, items: items, itemGlyphs: itemGlyphs, text: bytes)
    let offsets = Self.offsets(of: bytes, scalarCount: flags.count - 1)
    var recorder = PenRecorder()
    pens = recorder.pens(of: glyphs, itemGlyphs, in: items, offsets: offsets, flags: &flags)
    hasMissingGlyphs = recorder.hasMissingGlyphs
    if hasPunctuation, direction == .leftToRight {
      fonts.punctuation.markEnds(
        &flags, items: items, pens: pens, offsets: offsets, text: bytes, fonts: fonts,
        spacing: { [features] in features?.wholeSpacing(ofItem: $0) ?? 0 })
    }
    let extents = itemized.baseFont.map { fonts.map.metrics($0) } ?? (ascent: 0, descent: 0)
    let empty = isVertical ? centred(extents.ascent, extents.descent) : extents
    (emptyAscent, emptyDescent) = empty
    metrics = ItemMetrics(items, fonts: fonts)
    reaches = isVertical ? Self.reaches(of: glyphs, itemGlyphs, in: items, fonts: fonts) : [:]
    let common = features == nil && !isVertical ? metrics.common.map(settings.multiplied) : nil
    evenExtents = common.map {
      settings.lineExtents(max(0, $0.ascent), max(0, $0.descent), empty: empty)
    }
    self.settings = settings.withDecimalPoints(of: bytes, offsets: offsets)
    let tabFont = flags.contains { $0.contains(.tab) } ? itemized.baseFont : nil
    spaceWidth = tabFont.map { Int(fonts.map.advance(of: 0x20, font: $0)) } ?? 0
    tabWidth =
      tabFont == nil ? 0 : settings.tabInterval > 0 ? settings.tabInterval : 8 * spaceWidth
    isRightToLeft = direction == .rightToLeft
    isOneItem = items.count == 1
    let isWrappedPlainly = if case .normal = settings.wrap { true } else { false }
    hasPlainEdges = gaps.isEmpty && !settings.hangsPunctuation
    isPlain =
      features == nil && !isVertical && settings.alignment != .justify && isWrappedPlainly
      && hasPlainEdges
    breakReach = 2 * Int(emptyAscent)
    isSearchable =
      recorder.isMonotone && tabWidth == 0 && hasPlainEdges
      && !(hasPunctuation && features?.isSpaced == true) && features?.rubies.isEmpty != false
      && pens[flags.count - 1] <= Int(Int32.max)
    opportunities =
      isKept && isSearchable ? Self.opportunities(pens: pens, flags: flags, offsets: offsets) : []
    self.offsets = offsets
    self.items = items
    self.itemGlyphs = itemGlyphs
    self.glyphs = glyphs
    self.flags = flags
    self.features = features
  }

  package var scalarCount: Int { pens.count - 1 }
  /// The UTF-8 offset in the text at which a scalar starts.
  package func byte(ofScalar scalar: Int) -> Int { range.lowerBound + Int(offsets[scalar]) }
  /// The advance of a scalar.
  func advance(of scalar: Int) -> Int { pens[scalar + 1] - pens[scalar] }

  /// The advance of scalars, in Pango units.
  package func advance(of scalars: Range<Int>) -> Int {
    pens[scalars.upperBound] - pens[scalars.lowerBound]
  }

  /// The item of a scalar.
  ///
  /// - Complexity: O(log items).
  func item(at scalar: Int) -> Int {
    var low = 0
    var high = items.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if items[middle].scalars.lowerBound <= scalar { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The glyphs of some scalars of an item; no cluster may cross their ends.
  ///
  /// - Complexity: O(log glyphs).
  func glyphs(ofItem index: Int, scalars: Range<Int>) -> Range<Int> {
    let all = itemGlyphs[index]
    let item = items[index]
    if scalars == item.scalars { return all }
    let first = UInt32(offsets[scalars.lowerBound])
    let last = UInt32(offsets[scalars.upperBound])
    if item.isRightToLeft {
      return partition(all) { $0.cluster < last }..<partition(all) { $0.cluster < first }
    }
    return partition(all) { $0.cluster >= first }..<partition(all) { $0.cluster >= last }
  }

  private func partition(_ range: Range<Int>, _ isAfter: (ShapedGlyph) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isAfter(glyphs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ShapedParagraph {
  /// Shapes a part of an item, with tatweels within it, and applies its attributes; one that `startsLine` does not
  /// depend on the punctuation before it.
  func shape(
    _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, startsLine: Bool,
    hyphen: Bool = false, elongations: [Elongation] = [], fonts: FontEnvironment,
    into glyphs: inout [ShapedGlyph]
  ) {
    let start = glyphs.count
    fonts.shaper.shape(
      items[index], index, bytes: bytes, of: text, hyphen: hyphen, elongations: elongations,
      features: features, into: &glyphs)
    if fonts.rules == .reader, PunctuationTrim.concerns(items[index], text),
      features?.isCombined(index) != true
    {
      fonts.punctuation.apply(
        to: &glyphs, from: start, of: items[index], byte: bytes.lowerBound,
        startsLine: startsLine, spacing: features?.wholeSpacing(ofItem: index) ?? 0, text: text,
        fonts: fonts)
    }
    if !gaps.isEmpty {
      Self.widen(&glyphs, from: start, gaps: gaps, of: items[index], bytes: bytes)
    }
  }

  /// The first byte of each scalar, and the end.
  private static func offsets(
    of bytes: UnsafeBufferPointer<UInt8>, scalarCount: Int
  ) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: scalarCount + 1) { offsets, count in
      var byte = 0
      for scalar in 0..<scalarCount {
        offsets[scalar] = Int32(byte)
        byte += utf8Width(bytes[byte])
      }
      offsets[scalarCount] = Int32(bytes.count)
      count = scalarCount + 1
    }
  }
}

extension ShapedParagraph {
  /// The scalar that starts at a byte of the text.
  ///
  /// - Complexity: O(log scalars).
  package func scalar(at byte: Int) -> Int {
    let offset = byte - range.lowerBound
    var (low, high) = (0, scalarCount)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The approximate size in memory.
  package var byteCount: Int {
    glyphs.count * MemoryLayout<ShapedGlyph>.stride + items.count * MemoryLayout<TextItem>.stride
      + pens.count * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride + 2)
      + opportunities.count * MemoryLayout<BreakOpportunity>.stride
  }
}

extension Shaper {
  /// Shapes a part of an item, the `index`th of its paragraph, and applies its attributes.
  fileprivate func shape(
    _ item: TextItem, _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    hyphen: Bool = false, elongations: [Elongation] = [], features: ParagraphFeatures?,
    into glyphs: inout [ShapedGlyph]
  ) {
    let start = glyphs.count
    let fontFeatures = features?.fontFeatures(ofItem: index) ?? []
    if bytes == item.bytes, !hyphen, fontFeatures.isEmpty, elongations.isEmpty {
      shape(item, of: text, into: &glyphs)
    } else {
      shape(
        item, bytes: bytes, of: text, hyphen: hyphen, features: fontFeatures,
        elongations: elongations, into: &glyphs)
    }
    features?.apply(to: &glyphs, from: start, item: index, isReversed: item.isRightToLeft)
  }
}

/// Extents above and below the middle of a line, which is the baseline of vertical text.
func centred(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
  let half = (ascent + descent) / 2
  return (ascent + descent - half, half)
}
