import GalleyHandles
import GalleyText

/// A paragraph after shaping: all that breaking it into lines needs, whatever the width.
///
/// Lengths are in Pango units. Scalars are counted from the paragraph's start, bytes too.
///
/// A class, since all who make lines of it hold it, and copying so many arrays takes as long as breaking
/// a short text. It never changes, so that a layout whose glyphs are not placed yet can hold it on any
/// thread.
final class ShapedParagraph: Sendable {
  // What breaking plain text again reads comes first: in few cache lines.

  /// The start, the breaks and the end, if it is set again; else empty.
  let places: [LinePlace]
  /// Whether places can be searched: the pen never goes back, and tabs have no say.
  let hasPlaces: Bool
  /// How far shaping anew may move a line's end: a kern or a joined form, never more than two ems.
  let breakReach: Int
  /// The paragraph's UTF-8 offsets in the text, its terminator not included.
  let range: Range<Int>
  /// The extents of each line that has text, where they are the same whatever stands on it.
  let evenExtents: (ascent: Int32, descent: Int32)?
  let isRightToLeft: Bool
  /// Whether all of it is one item.
  let isOneItem: Bool
  /// Whether attributes, justifying and vertical text have no say in its lines.
  let isPlain: Bool
  /// How its lines are set.
  let settings: ParagraphSettings
  /// In reading order, without gaps.
  let items: [TextItem]
  /// How its items stand on lines, as far as attributes have no say.
  let looks: ItemLooks
  /// The advances of all scalars before each scalar, and of all: one more than there are scalars.
  ///
  /// A cluster's advance is shared out evenly among its scalars.
  let pens: [Int]

  let direction: BaseDirection
  /// Each item's glyphs, from left to right.
  let itemGlyphs: [Range<Int>]
  let glyphs: [ShapedGlyph]
  /// What may happen before each scalar, and at the end: one more than there are scalars.
  let flags: [BreakFlags]
  /// Whether there is a character that no font has a glyph for.
  let hasMissingGlyphs: Bool
  /// The byte at which each scalar starts, and the end: one more than there are scalars.
  let offsets: [Int32]
  /// The distance between tab stops.
  let tabWidth: Int
  /// The least advance of a tab.
  let spaceWidth: Int
  /// Whether it is a truncated row with its token, whose scalars are not just those of its range.
  let isRow: Bool
  /// Whether lines run from top to bottom.
  let isVertical: Bool
  /// The extents of a line without glyphs.
  let emptyAscent: Int32
  let emptyDescent: Int32
  /// What attributes add to its glyphs; `nil` for plain text.
  let features: ParagraphFeatures?

  /// Itemizes and shapes a paragraph.
  ///
  /// `text` is the whole text, and `range` the paragraph in it, its terminator not included; `place` is
  /// where the paragraph stands in the text that is shown, if that is another one. One that `isKept` is set
  /// again.
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
    var measure = Measure()
    pens = [Int](unsafeUninitializedCapacity: flags.count) { pens, count in
      pens.initialize(repeating: 0)
      count = flags.count
      glyphs.withUnsafeBufferPointer { glyphs in
        flags.withUnsafeMutableBufferPointer { flags in
          for (item, range) in zip(items, itemGlyphs) {
            measure.append(
              item, UnsafeBufferPointer(rebasing: glyphs[range]), offsets: offsets, pens: pens,
              flags: flags)
          }
          measure.fill(pens, to: flags.count - 1)
        }
      }
    }
    hasMissingGlyphs = measure.hasMissingGlyphs
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
    hasPlaces = measure.isMonotone && tabWidth == 0 && pens[flags.count - 1] <= Int(Int32.max)
    places =
      isKept && hasPlaces ? Self.places(pens: pens, flags: flags, offsets: offsets) : []
    self.items = items
    self.itemGlyphs = itemGlyphs
    self.glyphs = glyphs
    self.flags = flags
    self.features = features
  }

  /// Where what is the text's own ends: a truncation token after it has no offsets of its own.
  var textEnd: Int { range.upperBound }
  var scalarCount: Int { pens.count - 1 }
  /// The UTF-8 offset in the text at which a scalar starts.
  func byte(ofScalar scalar: Int) -> Int { range.lowerBound + Int(offsets[scalar]) }
  /// The advance of a scalar.
  func advance(of scalar: Int) -> Int { pens[scalar + 1] - pens[scalar] }

  /// The item that holds a scalar.
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

  /// The glyphs of the scalars `scalars` of an item, which clusters must not straddle.
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
  /// Shapes a stretch of an item and applies what attributes add to it; see the environment's `shape`.
  func shape(
    _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, hyphen: Bool = false,
    fonts: FontEnvironment, into glyphs: inout [ShapedGlyph]
  ) {
    fonts.shape(
      items[index], index, bytes: bytes, of: text, hyphen: hyphen, features: features,
      into: &glyphs)
  }

  /// The byte at which each scalar starts, and the end.
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

/// Finds out how far each scalar moves the pen, item by item.
private struct Measure {
  private(set) var isMonotone = true
  private(set) var hasMissingGlyphs = false
  private var place = 0
  private var pen = 0

  /// Shares out the advances of one item's clusters among their scalars, and marks the places where
  /// shaping would not part cleanly.
  mutating func append(
    _ item: TextItem, _ glyphs: UnsafeBufferPointer<ShapedGlyph>, offsets: [Int32],
    pens: UnsafeMutableBufferPointer<Int>, flags: UnsafeMutableBufferPointer<BreakFlags>
  ) {
    var scalar = item.scalars.lowerBound
    let end = item.scalars.upperBound
    fill(pens, to: scalar)
    var ids: UInt32 = 0
    // In reading order, clusters only grow.
    let step = item.isRightToLeft ? -1 : 1
    var glyph = item.isRightToLeft ? glyphs.count - 1 : 0
    while glyphs.indices.contains(glyph) {
      let cluster = glyphs[glyph].cluster
      var advance: Int32 = 0
      var isUnsafe = false
      repeat {
        advance &+= glyphs[glyph].advance
        ids |= glyphs[glyph].id
        isUnsafe = isUnsafe || glyphs[glyph].isUnsafeToBreak
        glyph += step
      } while glyphs.indices.contains(glyph) && glyphs[glyph].cluster == cluster
      if isUnsafe, scalar > item.scalars.lowerBound { flags[scalar].insert(.unsafe) }
      let nextCluster =
        glyphs.indices.contains(glyph) ? Int32(glyphs[glyph].cluster) : offsets[end]
      var last = scalar + 1
      while last < end, offsets[last] < nextCluster {
        flags[last].insert(.unsafe)
        last += 1
      }
      if advance < 0 { isMonotone = false }
      // The first scalar takes what cannot be shared.
      let share = last == scalar + 1 ? 0 : Int(advance) / (last - scalar)
      var rest = share * (last - scalar - 1)
      pen += Int(advance)
      while scalar < last {
        scalar += 1
        pens[scalar] = pen - rest
        rest -= share
      }
    }
    if ids & FontEnvironment.missing != 0 { hasMissingGlyphs = true }
    place = scalar
  }

  /// Tells of scalars without glyphs up to `end`.
  mutating func fill(_ pens: UnsafeMutableBufferPointer<Int>, to end: Int) {
    while place < end {
      place += 1
      pens[place] = pen
    }
  }
}

extension FontEnvironment {
  /// Shapes a stretch of an item, the `index`th of its paragraph, and applies what attributes add.
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

/// Counts of what composing did, by which its growth can be checked without a clock.
public struct LayoutSteps: Hashable, Sendable {
  /// Glyphs that HarfBuzz shaped, those shaped anew at breaks included.
  public var glyphsShaped = 0
  /// Places at which a line might have ended that were looked at.
  public var breaksTried = 0

  /// No steps.
  public init() {}

  mutating func add(_ other: LayoutSteps) {
    glyphsShaped += other.glyphsShaped
    breaksTried += other.breaksTried
  }
}

/// Extents about the middle of a line, which is the baseline of vertical text.
func centred(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
  let half = (ascent + descent) / 2
  return (ascent + descent - half, half)
}
