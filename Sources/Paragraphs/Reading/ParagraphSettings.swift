import GalleyHandles
package import GalleyText

/// A paragraph style in Pango units.
package struct ParagraphSettings {
  package var alignment = ParagraphStyle.Alignment.start
  var firstLineHeadIndent = 0
  var headIndent = 0
  /// As in ``ParagraphStyle/tailIndent``.
  var tailIndent = 0
  var heightMultiple: Float = 0
  var fixedHeight: Int32 = 0
  var minimumHeight: Int32 = 0
  var maximumHeight: Int32 = 0
  package var wrap = ParagraphStyle.Wrap.normal
  var isAutospaced = false
  var hangsOpening = false
  var hangsClosing = false
  var hangsStops = false
  /// The longest kashida of a word in ems; 0 for none, and unless lines are justified.
  var kashida = 0.0
  package var lineSpacing = 0
  package var spacingBefore = 0
  package var spacingAfter = 0
  var tabStops: [(location: Int, alignment: ParagraphStyle.TabAlignment)] = []
  var tabInterval = 0
  /// The scalars that decimal tabs align with their stops.
  var decimalPoints: Set<Int> = []
  /// Whether the paragraph is the rest of another one, so that its first line has no first-line indent.
  package var isContinuation = false
  /// Whether a line that is longer than its room starts where reading starts, with any alignment, as in CSS.
  var startsLongLines = false

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
    minimumHeight = Int32(units(style.minimumLineHeight))
    maximumHeight = Int32(units(style.maximumLineHeight))
    wrap = style.wrap
    isAutospaced = if case .normal = style.autospace { true } else { false }
    (hangsOpening, hangsClosing) = (style.hangsOpening, style.hangsClosing)
    hangsStops = style.hangsStops
    if case .justify = alignment { kashida = style.kashida }
    lineSpacing = units(style.lineSpacing)
    spacingBefore = units(style.paragraphSpacingBefore)
    spacingAfter = units(style.paragraphSpacing)
    tabStops = style.tabStops.map { (units($0.location), $0.alignment) }
      .sorted { $0.location < $1.location }
    tabInterval = units(style.defaultTabInterval)
  }

  /// Whether punctuation may stand outside of its line.
  var hangsPunctuation: Bool { hangsOpening || hangsClosing || hangsStops }

  /// The indent of a line at the side where reading begins; `start` is its first scalar.
  package func head(ofLineFrom start: Int) -> Int {
    start == 0 && !isContinuation ? firstLineHeadIndent : headIndent
  }

  /// The part of `width` for a line's text.
  package func room(_ width: Int, ofLineFrom start: Int) -> Int {
    let end = tailIndent > 0 ? min(tailIndent, width) : width + tailIndent
    return max(0, end - head(ofLineFrom: start))
  }

  /// The part of `width` for a line's text; `nil` for no limit.
  package func width(_ width: Int?, ofLineFrom start: Int) -> Int? {
    if let width { return room(width, ofLineFrom: start) }
    return tailIndent > 0 ? room(tailIndent, ofLineFrom: start) : nil
  }

  /// These settings with the decimal points, if a tab stop needs them.
  func withDecimalPoints(
    of bytes: UnsafeBufferPointer<UInt8>, offsets: [Int32]
  ) -> ParagraphSettings {
    guard tabStops.contains(where: { $0.alignment == .decimal }) else { return self }
    var settings = self
    settings.decimalPoints = DecimalPoints(bytes: bytes, offsets: offsets).places()
    return settings
  }
}

extension ParagraphSettings {
  /// The extents of a line from the extents of its pieces together; `empty` are those of a line without
  /// glyphs.
  func lineExtents(
    _ ascent: Int32, _ descent: Int32, empty: (ascent: Int32, descent: Int32)
  ) -> (ascent: Int32, descent: Int32) {
    guard fixedHeight > 0 else {
      guard minimumHeight > 0 || maximumHeight > 0 else { return (ascent, descent) }
      let height = ascent + descent
      let most = maximumHeight > 0 ? min(height, maximumHeight) : height
      let leading = max(most, minimumHeight) - height
      return (ascent + leading / 2, descent + leading - leading / 2)
    }
    let above = empty.ascent + (fixedHeight - empty.ascent - empty.descent) / 2
    return (above, fixedHeight - above)
  }

  /// Extents times the height multiple, half of the difference above and half below.
  func multiplied(
    _ extents: (ascent: Int32, descent: Int32)
  ) -> (ascent: Int32, descent: Int32) {
    guard heightMultiple > 0 else { return extents }
    let height = extents.ascent + extents.descent
    // In Pango's precision. Heights of damaged fonts, times the multiple, may exceed any line.
    let limit = Float(1 << 30)
    let wanted = (heightMultiple * Float(height)).rounded(.up)
    let leading = Int32(min(max(wanted, -limit), limit)) - height
    return (extents.ascent + leading / 2, extents.descent + leading - leading / 2)
  }
}

extension ParagraphSettings {
  /// The indent by alignment of a line with `slack` free space, which is negative for a line that is too long.
  ///
  /// - SeeAlso: CSS Text 3, `text-align`: contents that are too long are aligned at the start.
  package func indent(_ slack: Int, isRightToLeft: Bool) -> Int {
    if slack < 0, startsLongLines { return isRightToLeft ? slack : 0 }
    return switch alignment {
    case .start, .justify: isRightToLeft ? slack : 0
    case .end: isRightToLeft ? 0 : slack
    case .center: slack / 2
    case .left: 0
    case .right: slack
    }
  }
}
