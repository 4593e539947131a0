import GalleyHandles
import GalleyText

/// A paragraph after shaping: all that breaking it into lines needs, whatever the width.
///
/// Lengths are in Pango units. Scalars are counted from the paragraph's start, bytes too.
struct ShapedParagraph {
  /// The paragraph's UTF-8 offsets in the text, its terminator not included.
  var range: Range<Int>
  /// Where what is the text's own ends: a truncation token after it has no offsets of its own.
  var textEnd: Int
  var direction: BaseDirection
  /// In reading order, without gaps.
  var items: [TextItem] = []
  /// Each item's glyphs, from left to right.
  var itemGlyphs: [Range<Int>] = []
  var glyphs: [ShapedGlyph] = []
  /// What may happen before each scalar, and at the end: one more than there are scalars.
  var flags: [BreakFlags] = []
  /// The advance of each scalar; that of a cluster is shared out evenly.
  var advances: [Int32] = []
  /// The byte at which each scalar starts, and the end: one more than there are scalars.
  var offsets: [Int32] = []
  /// The distance between tab stops.
  var tabWidth = 0
  /// The least advance of a tab.
  var spaceWidth = 0
  /// Whether lines run from top to bottom.
  var isVertical = false
  /// The extents of a line without glyphs.
  var emptyAscent: Int32 = 0
  var emptyDescent: Int32 = 0
  /// How its lines are set.
  var settings: ParagraphSettings
  /// What attributes add to its glyphs; `nil` for plain text.
  var features: ParagraphFeatures?

  var scalarCount: Int { advances.count }
  var isRightToLeft: Bool { direction == .rightToLeft }

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
  /// Itemizes and shapes a paragraph.
  ///
  /// `text` is the whole text, and `range` the paragraph in it, its terminator not included.
  ///
  /// - Complexity: O(paragraph).
  init(
    _ text: UnsafeBufferPointer<UInt8>, range: Range<Int>, attributes: [ItemizerAttributes],
    direction: BaseDirection, settings: ParagraphSettings, features: ParagraphFeatures? = nil,
    isVertical: Bool = false, fonts: FontEnvironment, steps: inout LayoutSteps
  ) {
    self.settings = settings
    self.features = features
    self.range = range
    textEnd = range.upperBound
    self.direction = direction
    let bytes = UnsafeBufferPointer(rebasing: text[range])
    fonts.itemize(
      bytes, attributes: attributes, direction: direction, items: &items, flags: &flags)
    self.features?.prepare(&items, &flags, text: bytes, fonts: fonts)
    if isVertical {
      self.isVertical = true
      fonts.markUpright(&items, of: bytes)
    }
    itemGlyphs.reserveCapacity(items.count)
    glyphs.reserveCapacity(flags.count)
    for index in items.indices {
      let start = glyphs.count
      shape(index, bytes: items[index].bytes, of: bytes, fonts: fonts, into: &glyphs)
      itemGlyphs.append(start..<glyphs.count)
    }
    steps.glyphsShaped += glyphs.count
    self.features?.spaceRubies(&glyphs, items: items, itemGlyphs: itemGlyphs)
    measureScalars(bytes)
    if let first = attributes.first,
      let base = fonts.baseFont(first.font, language: first.language)
    {
      (emptyAscent, emptyDescent) = fonts.metrics(base)
      if isVertical { (emptyAscent, emptyDescent) = centred(emptyAscent, emptyDescent) }
      if flags.contains(where: { $0.contains(.tab) }) {
        spaceWidth = Int(fonts.advance(of: 0x20, font: base))
        tabWidth = settings.tabInterval > 0 ? settings.tabInterval : 8 * spaceWidth
        findDecimalPoints(bytes)
      }
    }
  }

  /// Shapes a stretch of an item and applies what attributes add to it; see the environment's `shape`.
  func shape(
    _ index: Int, bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, hyphen: Bool = false,
    fonts: FontEnvironment, into glyphs: inout [ShapedGlyph]
  ) {
    let start = glyphs.count
    if bytes == items[index].bytes, !hyphen {
      fonts.shape(items[index], of: text, into: &glyphs)
    } else {
      fonts.shape(items[index], bytes: bytes, of: text, hyphen: hyphen, into: &glyphs)
    }
    features?.apply(to: &glyphs, from: start, item: index, isReversed: items[index].isRightToLeft)
  }

  /// Fills in offsets and advances, and marks the places where shaping would not part cleanly.
  private mutating func measureScalars(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = flags.count - 1
    offsets.reserveCapacity(count + 1)
    var byte = 0
    while byte < bytes.count {
      offsets.append(Int32(byte))
      byte += utf8Width(bytes[byte])
    }
    offsets.append(Int32(bytes.count))
    advances = [Int32](repeating: 0, count: count)
    for (item, range) in zip(items, itemGlyphs) {
      measure(item, glyphs: range)
    }
  }

  /// Shares out the advances of one item's clusters among their scalars.
  private mutating func measure(_ item: TextItem, glyphs range: Range<Int>) {
    var scalar = item.scalars.lowerBound
    let end = item.scalars.upperBound
    let isReversed = item.isRightToLeft
    var step = 0
    func glyph(_ step: Int) -> ShapedGlyph {
      glyphs[isReversed ? range.upperBound - 1 - step : range.lowerBound + step]
    }
    // In reading order, clusters only grow.
    while step < range.count {
      let first = glyph(step)
      var advance: Int32 = 0
      var isUnsafe = false
      while step < range.count, glyph(step).cluster == first.cluster {
        advance &+= glyph(step).advance
        isUnsafe = isUnsafe || glyph(step).isUnsafeToBreak
        step += 1
      }
      if isUnsafe, scalar > item.scalars.lowerBound { flags[scalar].insert(.unsafe) }
      let nextCluster = step < range.count ? Int32(glyph(step).cluster) : offsets[end]
      var last = scalar + 1
      while last < end, offsets[last] < nextCluster {
        flags[last].insert(.unsafe)
        last += 1
      }
      let share = advance / Int32(last - scalar)
      for index in scalar..<last { advances[index] = share }
      advances[scalar] += advance - share * Int32(last - scalar)
      scalar = last
    }
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
}

/// Extents about the middle of a line, which is the baseline of vertical text.
func centred(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
  let half = (ascent + descent) / 2
  return (ascent + descent - half, half)
}
