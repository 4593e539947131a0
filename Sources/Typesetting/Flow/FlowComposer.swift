import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText

/// Lays out text in containers of any kind: row by row, each row in the free stretches of its band.
///
/// The composer holds the last row back until it knows whether text follows; if so, it makes that row
/// again with a token. ``Typesetter`` has a shorter path for simple containers, with the same results:
/// `RelayoutTests` and `ContainerTests` compare both.
struct FlowComposer {
  let text: AttributedText
  let bytes: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  let space: LineSpace
  private let positions: LinePositions?
  /// The work of this composer, without that of the cursor.
  private(set) var steps = LayoutSteps()
  private(set) var cursor: TextCursor
  private var builder: LayoutBuilder
  private var wordsStart: Int?
  /// The ends of the current paragraph's lines, if its style plans them, and the paragraph's start.
  private var planned: (paragraph: Int, ends: [Int])?

  init(
    _ text: AttributedText, bytes: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    container: TextContainer, cursor: TextCursor, recorder: GraphemeRecorder?
  ) {
    self.text = text
    self.bytes = bytes
    self.fonts = fonts
    self.cursor = cursor
    space = LineSpace(container)
    positions = container.linePositions
    builder = LayoutBuilder(
      text, in: space.composingContainer,
      width: space.lineLength.flatMap { $0 < Int(Int32.max) ? $0 : nil }, fonts: fonts)
    builder.recorder = recorder
  }

  /// Fills the container; in the last container, truncates the rest of the text.
  ///
  /// - Complexity: O(text shown + rows × edges of the container's paths).
  mutating func compose(isLast: Bool) -> (layout: TextLayout, recorder: GraphemeRecorder?) {
    let container = space.container
    let limit = container.rowLimit
    var held: PendingRow?
    var count = 0
    while cursor.open != nil, count < limit {
      guard let row = nextRow(below: held, number: count) else { break }
      if let depth = space.depth, row.bottom > depth, count > 0 { break }
      if let held { commit(held, number: count - 1) }
      held = row
      cursor = row.end
      count += 1
    }
    var truncated: Range<Int>?
    if cursor.open != nil, isLast, let hidden = bytes.hiddenRange(from: cursor.offset) {
      truncated = hidden
      if let row = held, container.truncation != .none {
        truncated = commitTruncated(row, number: count - 1)
        held = nil
      }
    }
    if let held { commit(held, number: count - 1) }
    return (
      builder.layout(
        truncatedRange: truncated, rowCount: count, in: space),
      builder.recorder
    )
  }

  /// The next row whose band has room for a line; `nil` if the container's outline ends before that.
  private mutating func nextRow(below last: PendingRow?, number: Int) -> PendingRow? {
    guard let open = cursor.open else { return nil }
    let guess = rowHeight(open.paragraph)
    var top =
      positions.map { units($0.top(ofLine: number)) }
      ?? last.map { $0.bottom + gap(below: $0, open) } ?? 0
    while true {
      let (row, wait) = row(at: top, height: guess, open: open)
      if let row { return row }
      // No line fits in this band. Try again a quarter of a line further down.
      guard space.shape != nil, wait, positions == nil || number < 1 << 20 else { return nil }
      top += positions.map { units($0.distance) } ?? max(256, guess / 4)
      guard Double(top) / 1024 < space.shape?.bottom ?? 0 else {
        return space.container.path == nil ? self.row(at: top, height: guess, open: open).0 : nil
      }
    }
  }

  private func rowHeight(_ paragraph: ShapedParagraph) -> Int {
    if let positions { return units(positions.ascent + positions.descent) }
    let extents = paragraph.emptyExtents
    return Int(extents.ascent) + Int(extents.descent)
  }

  /// The space between two rows by their paragraph styles.
  private func gap(below row: PendingRow, _ open: TextCursor.Open) -> Int {
    let settings = open.paragraph.settings
    guard open.scalar == 0, !settings.isContinuation else { return settings.lineSpacing }
    let after = row.lines.last?.paragraph.settings.spacingAfter ?? 0
    return settings.lineSpacing + after + settings.spacingBefore
  }

  private func units(_ length: Double) -> Int { Int((length * 1024).rounded()) }

  /// The row at a distance from the top, and whether a band further down may take one.
  ///
  /// A row that is higher than its band is composed again for a higher band.
  private mutating func row(
    at top: Int, height: Int, open: TextCursor.Open
  ) -> (PendingRow?, Bool) {
    var height = height
    var intervals = space.intervals(top: top, bottom: top + height)
    for attempt in 0..<6 {
      guard var row = lines(in: intervals, top: top) else { return (nil, true) }
      if let positions {
        row.ascent = units(positions.ascent)
        row.descent = units(positions.descent)
        return (row, true)
      }
      if row.ascent + row.descent <= height || space.shape == nil || attempt == 5 {
        return (row, true)
      }
      height = row.ascent + row.descent
      let higher = space.intervals(top: top, bottom: top + height)
      // A band with the same stretches has the same lines.
      if higher == intervals { return (row, true) }
      intervals = higher
    }
    return (nil, true)
  }

  /// Fills the stretches of a band; `nil` if none of them takes a line.
  private mutating func lines(in intervals: [Range<Int>], top: Int) -> PendingRow? {
    var row = PendingRow(top: top, lastStart: cursor, end: cursor)
    let isReversed = cursor.open?.paragraph.isRightToLeft == true
    for interval in isReversed ? intervals.reversed() : intervals {
      guard let open = row.end.open else { break }
      guard let end = lineEnd(in: interval, open: open) else { continue }
      let isParagraphEnd = end == open.paragraph.scalarCount
      let isFree = space.lineLength == nil && space.shape == nil
      let line = open.paragraph.measuredLine(
        open.scalar..<end, isWrapped: !isParagraphEnd,
        width: open.paragraph.settings.width(
          isFree ? nil : interval.count, ofLineFrom: open.scalar),
        of: bytes(of: open.paragraph), fonts: fonts, steps: &steps)
      row.ascent = max(row.ascent, Int(line.extents.ascent))
      row.descent = max(row.descent, Int(line.extents.descent))
      row.lines.append(
        PendingLine(
          paragraph: open.paragraph, line: line, interval: interval, isParagraphEnd: isParagraphEnd)
      )
      row.lastStart = row.end
      row.end.advance(to: end)
      // The next paragraph starts in a row of its own.
      if isParagraphEnd { break }
    }
    return row.lines.isEmpty ? nil : row
  }

  /// The end of a line in a stretch of its own; `nil` if the stretch is too narrow for a word, which
  /// is broken only if no stretch can be wider.
  private mutating func lineEnd(in interval: Range<Int>, open: TextCursor.Open) -> Int? {
    let length = space.lineLength
    let room = length == nil && space.shape == nil ? nil : interval.count
    let paragraph = open.paragraph
    let width = paragraph.settings.width(room, ofLineFrom: open.scalar)
    let own = bytes(of: paragraph)
    if let width, space.shape != nil, interval.count < length ?? Int.max {
      let end = paragraph.wordEnd(
        from: open.scalar, width: width, of: own, fonts: fonts, steps: &steps)
      if let end { return end }
      let ems = width / max(1, Int(paragraph.emptyAscent))
      // A narrow stretch does not break words, but a path must not hide all text either.
      guard space.container.path != nil, ems >= 6 else { return nil }
    }
    if space.shape == nil, let end = plannedEnd(of: open, room: room) { return end }
    return paragraph.lineEnd(
      from: open.scalar, width: width, of: own, fonts: fonts, steps: &steps)
  }

  /// The end of the line that starts here, if the paragraph's style plans it.
  private mutating func plannedEnd(of open: TextCursor.Open, room: Int?) -> Int? {
    if case .normal = open.paragraph.settings.wrap { return nil }
    let start = open.paragraph.range.lowerBound
    if planned?.paragraph != start {
      let ends = open.paragraph.plannedEnds(
        from: open.scalar, room: room, limit: space.container.rowLimit,
        of: bytes(of: open.paragraph), fonts: fonts, steps: &steps)
      planned = (start, ends)
    }
    return planned?.ends.first { $0 > open.scalar }
  }

  private func bytes(of paragraph: ShapedParagraph) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[paragraph.range])
  }

  /// Puts a row into the layout.
  private mutating func commit(_ row: PendingRow, number: Int) {
    for line in row.lines { append(line, row: row, number: number) }
  }

  private mutating func append(_ pending: PendingLine, row: PendingRow, number: Int) {
    let paragraph = pending.paragraph
    if builder.recorder != nil, wordsStart != paragraph.range.lowerBound {
      builder.recordWords(
        of: bytes(of: paragraph), in: paragraph.range, of: text)
      wordsStart = paragraph.range.lowerBound
    }
    builder.append(
      pending.line, of: paragraph, isParagraphEnd: pending.isParagraphEnd,
      slot: slot(pending.interval, row: row, number: number))
    builder.keep(paragraph)
  }

  private func slot(_ interval: Range<Int>, row: PendingRow, number: Int) -> LineSlot {
    let isFree = space.lineLength == nil && space.shape == nil
    return LineSlot(
      left: interval.lowerBound, width: isFree ? nil : interval.count,
      baseline: row.top + row.ascent, row: number,
      extents: positions.map { (Int32(units($0.ascent)), Int32(units($0.descent))) })
  }

  /// Puts the last row into the layout with its token; returns the text that is not shown.
  private mutating func commitTruncated(_ row: PendingRow, number: Int) -> Range<Int> {
    var row = row
    guard let last = row.lines.popLast(), let open = row.lastStart.open else {
      return cursor.offset..<bytes.count
    }
    let slot = slot(last.interval, row: row, number: number)
    var truncation = RowTruncation(
      text, bytes: bytes, fonts: fonts, container: space.container, paragraph: open.paragraph,
      from: open.scalar,
      width: open.paragraph.settings.width(slot.width, ofLineFrom: open.scalar))
    let truncated = truncation.row()
    steps.add(truncation.steps)
    for line in row.lines { append(line, row: row, number: number) }
    var place = slot
    if positions == nil, row.lines.isEmpty {
      place.baseline = row.top + Int(truncated.line.ascent)
    }
    builder.append(truncated, slot: place)
    return truncated.dropped
  }
}
