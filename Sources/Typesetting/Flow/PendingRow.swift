import GalleyParagraphs

/// A measured line in a stretch of a row, before the builder has it.
struct PendingLine {
  var paragraph: ShapedParagraph
  var line: MeasuredLine
  /// The stretch, in Pango units from the start of the container's inside.
  var interval: Range<Int>
  var isParagraphEnd: Bool
}

/// Lines that share a band.
struct PendingRow {
  var lines: [PendingLine] = []
  var top: Int
  var ascent = 0
  var descent = 0
  /// The start of the row's last line.
  var lastStart: TextCursor
  /// The start of the next row.
  var end: TextCursor

  var bottom: Int { top + ascent + descent }
}
