import GalleyHandles
import GalleyText

/// A shaped paragraph: all that is needed to break it into lines of any width.
///
/// Lengths are in Pango units; scalars and bytes count from the paragraph's start.
///
/// A class, because breaking, composing and placing share it: a copy of so many arrays would take as long as
/// breaking a short text. It never changes, so a layout whose glyphs are not placed yet can hold it on any
/// thread.
final class ShapedParagraph: Sendable {
  // Properties that repeated layout of plain text reads are first, in few cache lines.

  /// All break opportunities, if the paragraph is laid out repeatedly; else empty.
  let places: [BreakOpportunity]
  /// Whether break opportunities can be searched by their pens: these never decrease, and there is no tab.
  let hasPlaces: Bool
  /// The largest change of a line's advance by shaping its ends again: a kern or a joined form, at most two
  /// ems.
  let breakReach: Int
  /// The paragraph's UTF-8 offsets in the text, its terminator not included.
  let range: Range<Int>
  /// The extents of each line with text, if all lines have the same.
  let evenExtents: (ascent: Int32, descent: Int32)?
  let isRightToLeft: Bool
  /// Whether it has exactly one item.
  let isOneItem: Bool
  /// Whether it has no features, is not justified, not vertical and not a truncated row.
  let isPlain: Bool
  /// The style of its lines.
  let settings: ParagraphSettings
  /// In reading order, without gaps.
  let items: [TextItem]
  /// The heights and baselines of its items, without those of attributes.
  let looks: ItemLooks
  /// The pen before each scalar, and at the end: one more than there are scalars.
  ///
  /// A cluster's advance is divided evenly among its scalars.
  let pens: [Int]

  let direction: BaseDirection
  /// Each item's glyphs, from left to right.
  let itemGlyphs: [Range<Int>]
  let glyphs: [ShapedGlyph]
  /// The breaks and carets before each scalar, and at the end: one more than there are scalars.
  let flags: [BreakFlags]
  /// Whether a character has no glyph in any font.
  let hasMissingGlyphs: Bool
  /// The first byte of each scalar, and the end: one more than there are scalars.
  let offsets: [Int32]
  /// The distance between tab stops.
  let tabWidth: Int
  /// The least advance of a tab.
  let spaceWidth: Int
  /// Whether it is a truncated row with its token, so that its scalars are not only those of its range.
  let isRow: Bool
  /// Whether lines run from top to bottom.
  let isVertical: Bool
  /// The extents of a line without glyphs.
  let emptyAscent: Int32
  let emptyDescent: Int32
  /// The attributes that change its glyphs; `nil` for plain text.
  let features: ParagraphFeatures?

  /// Itemizes and shapes a paragraph.
  ///
  /// `text` is the whole text, and `range` the paragraph in it, its terminator not included; `place` is
  /// the paragraph's range in the shown text, if that is another one. A paragraph that `isKept` is laid out
  /// repeatedly.
  ///
  /// - Complexity: O(paragraph).
  init(
    _ text: UnsafeBufferPointer<UInt8>, range: Range<Int>, shownAs place: Range<Int>? = nil,
    attributes: [ItemizerAttributes], direction: BaseDirection, settings: ParagraphSettings,
    features: ParagraphFeatures? = nil, isVertical: Bool = false,
    isKept: Bool = false, fonts: FontEnvironment, steps: inout LayoutSteps
  ) {
    self.range = place ?? range
    isRow = place != nil
    self.direction = direction
    isRightToLeft = direction == .rightToLeft
    self.isVertical = isVertical
    let bytes = UnsafeBufferPointer(rebasing: text[range])
    var features = features
    var items: [TextItem] = []
    var flags: [BreakFlags] = []
    fonts.itemize(
      bytes, attributes: attributes, direction: direction, items: &items, flags: &flags)
    features?.prepare(&items, &flags, text: bytes, fonts: fonts)
    if isVertical { fonts.markUpright(&items, of: bytes) }
    var glyphs: [ShapedGlyph] = []
    var itemGlyphs: [Range<Int>] = []
    itemGlyphs.reserveCapacity(items.count)
    glyphs.reserveCapacity(flags.count)
    for index in items.indices {
      let start = glyphs.count
      fonts.shape(
        items[index], index, bytes: items[index].bytes, of: bytes, features: features,
        into: &glyphs)
      itemGlyphs.append(start..<glyphs.count)
    }
    steps.glyphsShaped += glyphs.count
    features?.spaceRubies(&glyphs, items: items, itemGlyphs: itemGlyphs)
    let offsets = Self.offsets(of: bytes, scalarCount: flags.count - 1)
    var recorder = PenRecorder()
    pens = [Int](unsafeUninitializedCapacity: flags.count) { pens, count in
      pens.initialize(repeating: 0)
      count = flags.count
      glyphs.withUnsafeBufferPointer { glyphs in
        flags.withUnsafeMutableBufferPointer { flags in
          for (item, range) in zip(items, itemGlyphs) {
            recorder.append(
              item, UnsafeBufferPointer(rebasing: glyphs[range]), offsets: offsets, pens: pens,
              flags: flags)
          }
          recorder.fill(pens, to: flags.count - 1)
        }
      }
    }
    hasMissingGlyphs = recorder.hasMissingGlyphs
    self.offsets = offsets
    let base = attributes.first.flatMap { fonts.baseFont($0.font, language: $0.language) }
    let extents = base.map { fonts.metrics($0) } ?? (ascent: 0, descent: 0)
    let empty = isVertical ? centred(extents.ascent, extents.descent) : extents
    (emptyAscent, emptyDescent) = empty
    let looks = ItemLooks(
      features == nil && !isVertical ? items : [], settings: settings, fonts: fonts)
    evenExtents = looks.even.map { settings.lineExtents($0.ascent, $0.descent, empty: empty) }
    self.looks = looks
    self.settings = settings.withDecimalPoints(of: bytes, offsets: offsets)
    let hasTabs = base != nil && flags.contains { $0.contains(.tab) }
    spaceWidth = hasTabs ? base.map { Int(fonts.advance(of: 0x20, font: $0)) } ?? 0 : 0
    tabWidth =
      !hasTabs ? 0 : settings.tabInterval > 0 ? settings.tabInterval : 8 * spaceWidth
    isOneItem = items.count == 1
    isPlain = features == nil && !isVertical && place == nil && settings.alignment != .justify
    breakReach = 2 * Int(emptyAscent)
    hasPlaces = recorder.isMonotone && tabWidth == 0 && pens[flags.count - 1] <= Int(Int32.max)
    places =
      isKept && hasPlaces ? Self.places(pens: pens, flags: flags, offsets: offsets) : []
    self.items = items
    self.itemGlyphs = itemGlyphs
    self.glyphs = glyphs
    self.flags = flags
    self.features = features
  }

  /// The end of the text: a truncation token after it has no offsets of its own.
  var textEnd: Int { range.upperBound }
  var scalarCount: Int { pens.count - 1 }
  /// The UTF-8 offset in the text at which a scalar starts.
  func byte(ofScalar scalar: Int) -> Int { range.lowerBound + Int(offsets[scalar]) }
  /// The advance of a scalar.
  func advance(of scalar: Int) -> Int { pens[scalar + 1] - pens[scalar] }

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
  /// Shapes a part of an item and applies its attributes.
  func shape(
    _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, hyphen: Bool = false,
    fonts: FontEnvironment, into glyphs: inout [ShapedGlyph]
  ) {
    fonts.shape(
      items[index], index, bytes: bytes, of: text, hyphen: hyphen, features: features,
      into: &glyphs)
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

extension FontEnvironment {
  /// Shapes a part of an item, the `index`th of its paragraph, and applies its attributes.
  fileprivate func shape(
    _ item: TextItem, _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>,
    hyphen: Bool = false, features: ParagraphFeatures?, into glyphs: inout [ShapedGlyph]
  ) {
    let start = glyphs.count
    if bytes == item.bytes, !hyphen {
      shape(item, of: text, into: &glyphs)
    } else {
      shape(item, bytes: bytes, of: text, hyphen: hyphen, into: &glyphs)
    }
    features?.apply(to: &glyphs, from: start, item: index, isReversed: item.isRightToLeft)
  }
}

/// Extents above and below the middle of a line, which is the baseline of vertical text.
func centred(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
  let half = (ascent + descent) / 2
  return (ascent + descent - half, half)
}
