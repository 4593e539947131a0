import GalleyHandles
public import GalleyPrimitives
import GalleyText

extension Typesetter {
  /// The size that a text which has been shaped takes at another width: what a row's height is made of.
  ///
  /// It is the ``TextLayout/boundingSize`` of ``layout(_:in:)``, without placing any glyph.
  ///
  /// - Returns: The extent from the container's origin, insets included, in layout units, rounded up to
  ///   device pixels.
  /// - Throws: ``LayoutError``, for a container that is out of bounds.
  /// - Complexity: O(text shown), some nanoseconds a character.
  public func boundingSize(
    of shaped: ShapedText, in container: TextContainer
  ) throws(LayoutError) -> Size {
    try validateSize(of: container)
    var string = shaped.text.string
    let size = string.withUTF8 { plainBoundingSize($0, shaped, in: container) }
    if let size { return size }
    return try layout(shaped, in: container).boundingSize
  }

  /// The size where lines stand by themselves; `nil` where a line depends on others or on its glyphs'
  /// places: without a width, justified, or truncated.
  private func plainBoundingSize(
    _ bytes: UnsafeBufferPointer<UInt8>, _ shaped: ShapedText, in container: TextContainer
  ) -> Size? {
    guard shaped.maker == ObjectIdentifier(self), container.isSimple,
      let width = unitWidth(of: container)
    else { return nil }
    let limit = container.maximumRowCount > 0 ? container.maximumRowCount : Int.max
    var stack = LineStack()
    var bounds: Rect?
    for (number, paragraph) in shaped.paragraphs.enumerated() {
      let settings = paragraph.settings
      guard settings.alignment != .justify else { return nil }
      let text = UnsafeBufferPointer(rebasing: bytes[paragraph.range])
      let breaker = LineBreaker(paragraph, text: text, fonts: fonts)
      var composer = LineComposer(paragraph, text: text, fonts: fonts)
      defer {
        steps.breaksTried += breaker.steps.breaksTried
        steps.glyphsShaped += breaker.steps.glyphsShaped + composer.glyphsShaped
      }
      var start = 0
      repeat {
        let room = settings.width(width, ofLineFrom: start)
        let end = breaker.lineEnd(from: start, width: room)
        let isParagraphEnd = end == paragraph.scalarCount
        let isLast = isParagraphEnd && number == shaped.paragraphs.count - 1
        if stack.lineCount == limit - 1, !isLast { return nil }
        let line = composer.extents(of: start..<end, isWrapped: !isParagraphEnd)
        let rect = stack.append(
          line, from: start, of: paragraph, room: width, width: room,
          insets: container.insets.clamped)
        bounds = bounds?.union(rect) ?? rect
        start = end
      } while start < paragraph.scalarCount
    }
    return container.boundingSize(of: bounds ?? .zero)
  }
}

/// Lines below one another, as far as they are stacked: what has to be known to place the next one.
struct LineStack {
  /// How many lines there are.
  private(set) var lineCount = 0
  /// The bottom of the last line, in Pango units, from the insets' top; exact however many lines.
  private var bottom = 0
  /// What is left free below the last line's paragraph, if another one follows.
  private var spacingAfter = 0

  /// Puts a line below the last one, and returns where its baseline is; `start` is its first scalar.
  mutating func append(
    ascent: Int32, descent: Int32, from start: Int, _ settings: ParagraphSettings
  ) -> Int {
    if lineCount > 0 {
      bottom += settings.lineSpacing
      if start == 0, !settings.isContinuation { bottom += spacingAfter + settings.spacingBefore }
    }
    spacingAfter = settings.spacingAfter
    lineCount += 1
    let baseline = bottom + Int(ascent)
    bottom += Int(ascent) + Int(descent)
    return baseline
  }

  /// Puts a line of a paragraph below the last one, and returns its rectangle in the container.
  fileprivate mutating func append(
    _ line: LineExtents, from start: Int, of paragraph: ShapedParagraph, room: Int, width: Int?,
    insets: EdgeInsets
  ) -> Rect {
    let settings = paragraph.settings
    let left =
      paragraph.leftIndent(ofLineFrom: start, room: room, width: width)
      + settings.indent(
        (width ?? line.advance) - line.advance, isRightToLeft: paragraph.isRightToLeft)
    let baseline = append(ascent: line.ascent, descent: line.descent, from: start, settings)
    // In the steps in which a layout's lines come to theirs, so that no bit differs.
    let ascent = Double(line.ascent) / 1024
    return Rect(
      x: insets.left + Double(left) / 1024,
      y: insets.top + Double(baseline) / 1024 - ascent, width: Double(line.advance) / 1024,
      height: ascent + Double(line.descent) / 1024)
  }
}

extension TextContainer {
  /// The extent from the origin to the far side of lines, insets included, in whole device pixels.
  func boundingSize(of bounds: Rect) -> Size {
    let insets = insets.clamped
    func ceiled(_ length: Double) -> Double { (max(0, length) * scale).rounded(.up) / scale }
    return Size(
      width: ceiled(bounds.maxX + insets.right), height: ceiled(bounds.maxY + insets.bottom))
  }
}

extension ParagraphSettings {
  /// How far in a line starts that leaves `slack` free; a line that is too long starts at the start.
  func indent(_ slack: Int, isRightToLeft: Bool) -> Int {
    switch alignment {
    case .start, .justify: isRightToLeft ? slack : 0
    case .end: isRightToLeft ? 0 : slack
    case .center: slack / 2
    }
  }
}

extension ShapedParagraph {
  /// How far a line stands in from the container's left side before it is aligned; `start` is its
  /// first scalar.
  func leftIndent(ofLineFrom start: Int, room: Int?, width: Int?) -> Int {
    let head = settings.head(ofLineFrom: start)
    guard isRightToLeft else { return head }
    // What is left over at the left is the tail's.
    guard let room, let width else { return 0 }
    return max(0, room - head - width)
  }
}
