import GalleyHandles
import GalleyText

/// A paragraph style in Pango units: what each line of a paragraph needs of it.
struct ParagraphSettings {
  var alignment = ParagraphStyle.Alignment.start
  var firstLineHeadIndent = 0
  var headIndent = 0
  /// As in ``ParagraphStyle/tailIndent``.
  var tailIndent = 0
  var heightMultiple: Float = 0
  var fixedHeight: Int32 = 0
  var lineSpacing = 0
  var spacingBefore = 0
  var spacingAfter = 0
  var tabStops: [(location: Int, alignment: ParagraphStyle.TabAlignment)] = []
  var tabInterval = 0
  /// The scalars that decimal tabs put at their stops.
  var decimalPoints: Set<Int> = []
  /// Whether the paragraph is the rest of one, so that its first line is not the paragraph's.
  var isContinuation = false

  init(_ style: ParagraphStyle) {
    alignment = style.alignment
    guard style != ParagraphStyle(alignment: style.alignment, direction: style.direction) else {
      return
    }
    func units(_ length: Double) -> Int { Int((length * 1024).rounded()) }
    firstLineHeadIndent = units(style.firstLineHeadIndent)
    headIndent = units(style.headIndent)
    tailIndent = units(style.tailIndent)
    heightMultiple = Float(style.lineHeightMultiple)
    fixedHeight = Int32(units(style.fixedLineHeight))
    lineSpacing = units(style.lineSpacing)
    spacingBefore = units(style.paragraphSpacingBefore)
    spacingAfter = units(style.paragraphSpacing)
    tabStops = style.tabStops.map { (units($0.location), $0.alignment) }
      .sorted { $0.location < $1.location }
    tabInterval = units(style.defaultTabInterval)
  }

  /// How far a line stands in at the side where reading begins; `start` is its first scalar.
  func head(ofLineFrom start: Int) -> Int {
    start == 0 && !isContinuation ? firstLineHeadIndent : headIndent
  }

  /// What a line may take of `width`.
  func room(_ width: Int, ofLineFrom start: Int) -> Int {
    let end = tailIndent > 0 ? min(tailIndent, width) : width + tailIndent
    return max(0, end - head(ofLineFrom: start))
  }

  /// What a line may take of `width`; `nil` for no limit.
  func width(_ width: Int?, ofLineFrom start: Int) -> Int? {
    if let width { return room(width, ofLineFrom: start) }
    return tailIndent > 0 ? room(tailIndent, ofLineFrom: start) : nil
  }

  /// These, with the places of full stops if a tab stop asks for them: the first behind each tab.
  func withDecimalPoints(
    of bytes: UnsafeBufferPointer<UInt8>, offsets: [Int32]
  ) -> ParagraphSettings {
    guard tabStops.contains(where: { $0.alignment == .decimal }) else { return self }
    var settings = self
    var isWanted = false
    for scalar in 0..<offsets.count - 1 {
      let byte = bytes[Int(offsets[scalar])]
      if byte == UInt8(ascii: "\t") {
        isWanted = true
      } else if isWanted, byte == UInt8(ascii: ".") {
        settings.decimalPoints.insert(scalar)
        isWanted = false
      }
    }
    return settings
  }
}

extension ParagraphSettings {
  /// The extents of a line whose stretches have those extents together; `empty` are those of one without
  /// glyphs.
  func lineExtents(
    _ ascent: Int32, _ descent: Int32, empty: (ascent: Int32, descent: Int32)
  ) -> (ascent: Int32, descent: Int32) {
    guard fixedHeight > 0 else { return (ascent, descent) }
    let above = empty.ascent + (fixedHeight - empty.ascent - empty.descent) / 2
    return (above, fixedHeight - above)
  }

  /// Extents times the height multiple, half of the difference above and half below.
  func multiplied(
    _ extents: (ascent: Int32, descent: Int32)
  ) -> (ascent: Int32, descent: Int32) {
    guard heightMultiple > 0 else { return extents }
    let height = extents.ascent + extents.descent
    // In the precision that Pango has.
    let wanted = (heightMultiple * Float(height)).rounded(.up)
    let leading = Int32(wanted) - height
    return (extents.ascent + leading / 2, extents.descent + leading - leading / 2)
  }
}

extension ShapedParagraph {
  /// The extents of a line without glyphs, as it is set.
  var emptyExtents: (ascent: Int32, descent: Int32) {
    let (ascent, descent) = settings.multiplied((emptyAscent, emptyDescent))
    return lineExtents(ascent, descent)
  }

  /// The extents of a line whose stretches have those extents together.
  func lineExtents(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
    settings.lineExtents(ascent, descent, empty: (emptyAscent, emptyDescent))
  }

  /// The extents of an item, as its line stacks it; its rise not included.
  func extents(ofItem index: Int, fonts: FontEnvironment) -> (ascent: Int32, descent: Int32) {
    if let features, let extents = features.attachment(ofItem: index) {
      return (extents.ascent, extents.descent)
    }
    var extents = settings.multiplied(fonts.metrics(items[index].font))
    if let ruby = features?.ruby(ofItem: index) {
      extents = (max(extents.ascent, ruby.top), max(extents.descent, ruby.bottom))
    }
    return extents
  }

  /// The advance of a tab at `position` on the line that starts with scalar `lineStart`.
  ///
  /// It reaches to the next stop, of those without end the next that is at least a space away. What of
  /// the text behind it is to stand before the stop is taken off, but for a space.
  ///
  /// - Complexity: O(1), or O(text up to the next tab) for stops that are not at the text's start.
  func tabAdvance(of scalar: Int, at position: Int, lineStart: Int) -> Int {
    let place = position + settings.head(ofLineFrom: lineStart)
    guard let stop = settings.tabStops.first(where: { $0.location > place }) else {
      let least = place + (place == 0 ? 1 : spaceWidth)
      return (least + tabWidth - 1) / tabWidth * tabWidth - place
    }
    guard stop.alignment != .start else { return stop.location - place }
    let room = stop.location - place
    var end = scalar + 1
    var advance = 0
    while end < scalarCount, advance <= 2 * room, !flags[end].contains(.tab),
      stop.alignment != .decimal || !settings.decimalPoints.contains(end)
    {
      advance += self.advance(of: end)
      end += 1
    }
    return max(spaceWidth, room - (stop.alignment == .center ? advance / 2 : advance))
  }
}
