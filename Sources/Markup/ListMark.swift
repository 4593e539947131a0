import GalleyText

/// The room for the marks of list items, which is estimated, because a parser has no fonts.
enum ListMark {
  /// The room that the widest of some marks needs beyond the usual one; 0 for marks of two characters at most.
  ///
  /// Lengths are in layout units; `size` is that of the font, and `indent` that of a list.
  static func excess(of marks: some Sequence<String>, size: Double, indent: Double) -> Double {
    marks.reduce(0) { max($0, room(for: $1, size: size) - usualRoom(indent)) }
  }

  fileprivate static func usualRoom(_ indent: Double) -> Double { 0.8 * indent }

  /// The width of a mark, and the space behind it.
  fileprivate static func room(for mark: String, size: Double) -> Double {
    guard mark.count > 2 else { return 0 }
    return size * (0.25 + mark.ems)
  }
}

extension ParagraphStyle {
  /// Hangs the mark of a list item, behind which is a tab, in the indent of its list.
  ///
  /// The list has `excess` more room than usual. A mark that needs more, as its own number may, moves the text of its
  /// paragraph: a tab behind its stop would go to a regular one far away.
  mutating func hang(_ mark: String, size: Double, indent: Double, excess: Double) {
    let text = firstLineHeadIndent
    let usual = ListMark.usualRoom(indent) + excess
    let room = max(usual, ListMark.room(for: mark, size: size))
    firstLineHeadIndent = max(0, text - room)
    let moved = room > usual ? max(0, firstLineHeadIndent + room - text) : 0
    tabStops.insert(.init(text + moved), at: 0)
    headIndent += moved
  }
}
