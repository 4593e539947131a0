import GalleyFonts
import GalleyHandles
import GalleyItemization
import GalleyPrimitives
import GalleyText

/// The attributes of a paragraph that change its glyphs: letter spacing, rise, attachments, bindings, ruby,
/// emphasis, orientation and features of fonts.
///
/// Lengths are in Pango units; bytes count from the paragraph's start.
package struct ParagraphFeatures {
  /// A stretch that is shaped separately.
  struct Stretch {
    var bytes: Range<Int>
    var kern: Int32
    var rise: Int32
    var attachment: AttachmentExtents?
    /// Into `rubies`.
    var ruby: Int?
    /// The size of its font, if it stands in the space of one character on vertical lines; such stretches are
    /// numbered.
    var combined: (number: Int, em: Int32)?
    var fontFeatures: [ShapingFeature] = []

    func isLike(_ other: Stretch) -> Bool {
      kern == other.kern && rise == other.rise && ruby == other.ruby && attachment == nil
        && other.attachment == nil
        && combined?.number == other.combined?.number && fontFeatures == other.fontFeatures
    }
  }

  /// The extents of an attachment.
  package struct AttachmentExtents {
    package var width: Int32
    package var ascent: Int32
    package var descent: Int32
  }

  /// The runs of the paragraph, clamped to it.
  let runs: [AttributeRun]
  let base: Int
  private(set) var stretches: [Stretch] = []
  /// The ranges with emphasis marks, in order; they do not divide ligatures.
  var emphases: [Emphasis] = []
  /// The extents of the annotations of each run above and below its baseline, with the lines beyond them.
  var runExtents: [(top: Int32, bottom: Int32)] = []
  /// Those of each item.
  var itemExtents: [(top: Int32, bottom: Int32)] = []
  /// The stretch of each item.
  private(set) var itemStretches: [Int] = []
  /// Whether the letters of each item join, so that they are not spaced.
  private var isJoined: [Bool] = []
  /// The factor by which an item that stands in the space of one character is condensed, by the item.
  package var squeezes: [Int: Double] = [:]
  /// The letters that may have an emphasis mark, by the byte.
  private(set) var isMarked: [Bool] = []
  /// Whether a caret may stand before each byte.
  private(set) var isCaret: [Bool] = []
  package private(set) var rubies: [ShapedRuby] = []
  /// The space beside annotations that are wider than their stretches; `nil` if there is none.
  var rubySpaces: RubySpaces?
  /// Whether any letters are spaced.
  private(set) var isSpaced = false

  /// `nil` if the paragraph has no such attribute.
  ///
  /// - Complexity: O(log runs + runs of the paragraph).
  init?(of text: AttributedText, in paragraph: Range<Int>) {
    guard !paragraph.isEmpty else { return nil }
    let first = text.runIndex(at: paragraph.lowerBound)
    var last = first
    var hasFeatures = false
    while last < text.runs.count, text.runs[last].range.lowerBound < paragraph.upperBound {
      hasFeatures = hasFeatures || text.runs[last].attributes.changesGlyphs
      last += 1
    }
    guard hasFeatures else { return nil }
    runs = text.runs[first..<last].map { $0.clamped(to: paragraph) }
    base = paragraph.lowerBound
  }

  func rise(ofItem item: Int) -> Int32 { stretches[itemStretches[item]].rise }

  package func attachment(ofItem item: Int) -> AttachmentExtents? {
    stretches[itemStretches[item]].attachment
  }

  package func rubyNumber(ofItem item: Int) -> Int? { stretches[itemStretches[item]].ruby }

  /// The extents of the ruby and the emphasis marks of an item above and below its baseline, with the lines beyond
  /// them; 0 without any.
  func annotationExtents(ofItem item: Int) -> (top: Int32, bottom: Int32) { itemExtents[item] }

  /// The features of the font for an item.
  func fontFeatures(ofItem item: Int) -> [ShapingFeature] {
    stretches[itemStretches[item]].fontFeatures
  }

  /// The spacing left and right of each cluster of an item.
  func spacing(ofItem item: Int) -> (left: Int32, right: Int32) {
    guard !isJoined[item] else { return (0, 0) }
    return Self.halves(stretches[itemStretches[item]].kern)
  }

  /// The spacing of each cluster of an item.
  func wholeSpacing(ofItem item: Int) -> Int32 {
    let (left, right) = spacing(ofItem: item)
    return left &+ right
  }

  /// The halves of a spacing; whole pixels if the spacing is whole pixels, as in Pango.
  private static func halves(_ kern: Int32) -> (left: Int32, right: Int32) {
    var left = kern / 2
    if kern & 1023 == 0 { left = (left + 512) & ~1023 }
    return (left, kern - left)
  }

  /// Splits items at the ends of stretches, and removes breaks and carets within bindings and ruby.
  mutating func prepare(
    _ items: inout [TextItem], _ flags: inout [BreakFlags], text: UnsafeBufferPointer<UInt8>,
    isVertical: Bool, fonts: FontEnvironment
  ) {
    makeStretches(text, isVertical: isVertical, fonts: fonts)
    isSpaced = stretches.contains { $0.kern != 0 }
    cut(&items, text: text, keepsJoins: fonts.rules == .reader)
    findExtents(of: items)
    join(&flags, text: text, isVertical: isVertical)
    var byte = 0
    isCaret = Array(repeating: false, count: text.count + 1)
    isMarked = isCaret
    let isEmphasized = !emphases.isEmpty
    for flag in flags {
      isCaret[byte] = flag.contains(.caret)
      if isEmphasized, byte < text.count {
        isMarked[byte] = isCaret[byte] && Self.takesMark(text.scalar(at: byte))
      }
      if byte < text.count { byte += utf8Width(text[byte]) }
    }
  }

  private mutating func makeStretches(
    _ text: UnsafeBufferPointer<UInt8>, isVertical: Bool, fonts: FontEnvironment
  ) {
    func append(_ stretch: Stretch, to result: inout [Stretch]) {
      guard !stretch.bytes.isEmpty else { return }
      if let last = result.last, last.isLike(stretch) {
        result[result.count - 1].bytes = last.bytes.lowerBound..<stretch.bytes.upperBound
      } else {
        result.append(stretch)
      }
    }
    var result: [Stretch] = []
    for (number, run) in runs.enumerated() {
      let attributes = run.attributes
      let isSameRuby = number > 0 && runs[number - 1].sharesRuby(with: run)
      if let ruby = attributes.ruby {
        if isSameRuby {
          rubies[rubies.count - 1].bytes =
            rubies[rubies.count - 1].bytes.lowerBound..<run.range.upperBound - base
        } else {
          rubies.append(
            ShapedRuby(
              ruby, of: attributes,
              bytes: run.range.lowerBound - base..<run.range.upperBound - base,
              isVertical: isVertical, fonts: fonts))
        }
      }
      var stretch = Stretch(
        bytes: run.range.lowerBound - base..<run.range.upperBound - base,
        kern: Self.units(attributes.kern), rise: Self.units(attributes.baselineOffset),
        ruby: attributes.ruby.map { _ in rubies.count - 1 })
      stretch.fontFeatures = attributes.fontFeatures.map(ShapingFeature.init)
      noteAnnotations(
        of: attributes, bytes: stretch.bytes, ruby: stretch.ruby, isVertical: isVertical,
        fonts: fonts)
      if isVertical, attributes.verticalForm == .combined {
        let isSame = number > 0 && runs[number - 1].sharesCombinedForm(with: run)
        let last = result.last?.combined?.number ?? number
        stretch.combined = (isSame ? last : number, Self.units(attributes.font.size))
      }
      if let attachment = attributes.attachment {
        let extents = Self.extents(of: attachment, in: attributes, fonts: fonts)
        for place in Self.attachmentPlaces(in: stretch.bytes, of: text) {
          var before = stretch
          before.bytes = stretch.bytes.lowerBound..<place
          append(before, to: &result)
          var own = stretch
          own.bytes = place..<place + 3
          own.kern = 0
          own.attachment = extents
          append(own, to: &result)
          stretch.bytes = place + 3..<stretch.bytes.upperBound
        }
      }
      append(stretch, to: &result)
    }
    stretches = result
  }

  /// The positions of U+FFFC.
  private static func attachmentPlaces(
    in bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>
  ) -> [Int] {
    bytes.filter {
      text[$0] == 0xEF && $0 + 2 < text.count && text[$0 + 1] == 0xBF && text[$0 + 2] == 0xBC
    }
  }

  private static func extents(
    of attachment: TextAttachment, in attributes: TextAttributes, fonts: FontEnvironment
  ) -> AttachmentExtents {
    let request = FontRequest(attachment.alignmentFont ?? attributes.font)
    let metrics: (ascent: Int32, descent: Int32) =
      fonts.itemizer.baseFont(request, language: fonts.canonicalTag(attributes.language))
      .map(fonts.map.metrics) ?? (0, 0)
    let extents = attachment.extents(
      ascent: Double(metrics.ascent) / 1024, descent: Double(metrics.descent) / 1024)
    return AttachmentExtents(
      width: units(attachment.size.width), ascent: units(extents.ascent),
      descent: units(extents.descent))
  }

  static func units(_ length: Double) -> Int32 { Int32((length * 1024).rounded()) }

  private mutating func cut(
    _ items: inout [TextItem], text: UnsafeBufferPointer<UInt8>, keepsJoins: Bool
  ) {
    var result: [TextItem] = []
    var stretch = 0
    for item in items {
      var rest = item
      while rest.bytes.lowerBound < item.bytes.upperBound {
        while stretch < stretches.count - 1,
          stretches[stretch].bytes.upperBound <= rest.bytes.lowerBound
        {
          stretch += 1
        }
        let isLast = stretch == stretches.count - 1
        let end =
          isLast
          ? item.bytes.upperBound : min(stretches[stretch].bytes.upperBound, item.bytes.upperBound)
        let bytes = UnsafeBufferPointer(rebasing: text[rest.bytes.lowerBound..<end])
        let scalars = rest.scalars.lowerBound + scalarCount(bytes)
        var part = rest
        part.bytes = rest.bytes.lowerBound..<end
        part.scalars = rest.scalars.lowerBound..<scalars
        let joins = keepsJoins && part.script.isCursiveScript
        part.isSpaced = stretches[stretch].kern != 0 && !joins
        isJoined.append(joins)
        result.append(part)
        itemStretches.append(stretch)
        rest.bytes = end..<item.bytes.upperBound
        rest.scalars = scalars..<item.scalars.upperBound
      }
    }
    items = result
  }

  /// Removes breaks and carets within bindings, and leaves annotated stretches only breaks for those that are longer
  /// than a line.
  private func join(
    _ flags: inout [BreakFlags], text: UnsafeBufferPointer<UInt8>, isVertical: Bool
  ) {
    var isJoined = [Bool](repeating: false, count: text.count + 1)
    var isBound = isJoined
    for (number, run) in runs.enumerated() {
      let attributes = run.attributes
      let isCombined = isVertical && attributes.verticalForm == .combined
      guard attributes.binding != nil || attributes.ruby != nil || isCombined else { continue }
      let isContinued =
        number > 0
        && (runs[number - 1].sharesBinding(with: run) || runs[number - 1].sharesRuby(with: run)
          || isCombined && runs[number - 1].sharesCombinedForm(with: run))
      let start = run.range.lowerBound - base
      for byte in (isContinued ? start : start + 1)..<run.range.upperBound - base {
        isJoined[byte] = true
        isBound[byte] = attributes.binding != nil || isCombined
      }
    }
    var byte = 0
    for scalar in flags.indices where byte < text.count {
      if isJoined[byte] {
        let mayBreak = flags[scalar].contains(.line)
        flags[scalar].subtract([.line, .hyphen, .replacesPreceding])
        if isBound[byte] {
          flags[scalar].subtract([.character, .caret])
        } else if mayBreak {
          flags[scalar].insert(.annotated)
        }
      }
      byte += utf8Width(text[byte])
    }
  }

}

// MARK: - Glyphs

extension ParagraphFeatures {
  /// The glyph of an attachment, which shows nothing itself; no font has a glyph of this number.
  package static var attachmentGlyph: UInt32 { ShapedGlyph.invisible - 1 }

  /// Applies spacing or an attachment to the glyphs of an item, or of a part of one.
  ///
  /// - Complexity: O(glyphs).
  func apply(
    to glyphs: inout [ShapedGlyph], from start: Int, item: Int, isReversed: Bool
  ) {
    if let attachment = attachment(ofItem: item) {
      for index in start..<glyphs.count {
        glyphs[index].id = Self.attachmentGlyph
        glyphs[index].advance = attachment.width
        glyphs[index].xOffset = 0
        glyphs[index].yOffset = 0
      }
      return
    }
    if combine(&glyphs, from: start, item: item) != nil { return }
    let (left, right) = spacing(ofItem: item)
    guard left != 0 || right != 0 else { return }
    var first = start
    while first < glyphs.count {
      let end = letterEnd(from: first, in: glyphs, isReversed: isReversed)
      // Invisible clusters are not letters.
      let isShown = (first..<end).contains {
        glyphs[$0].id != ShapedGlyph.invisible || glyphs[$0].advance != 0
      }
      if isShown {
        glyphs[first].advance += left
        glyphs[first].xOffset += left
        glyphs[end - 1].advance += right
      }
      first = end
    }
  }

  /// The end of the letter whose glyphs begin at `first`, from left to right: a cluster with a caret before
  /// it, and the clusters that belong to it.
  private func letterEnd(from first: Int, in glyphs: [ShapedGlyph], isReversed: Bool) -> Int {
    func cluster(_ index: Int) -> Int { Int(glyphs[index].cluster) }
    var end = first + 1
    while end < glyphs.count {
      // In text from right to left, the cluster with the caret is the last one of its letter.
      let isSame = cluster(end) == cluster(end - 1)
      if !isSame, isReversed ? isCaret[cluster(end - 1)] : isCaret[cluster(end)] { return end }
      end += 1
    }
    return end
  }
}

extension TextAttributes {
  /// Whether an attribute changes glyphs, breaks or carets.
  fileprivate var changesGlyphs: Bool {
    !isPlain
      && (kern != 0 || baselineOffset != 0 || attachment != nil || binding != nil || ruby != nil
        || emphasis != nil || verticalForm == .combined || !fontFeatures.isEmpty)
  }
}
