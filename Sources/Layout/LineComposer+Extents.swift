import GalleyHandles

/// How much room a line takes, in Pango units.
struct LineExtents {
  var ascent: Int32
  var descent: Int32
  var advance: Int
}

extension LineComposer {
  /// The extents of the line that ``line(_:isWrapped:)`` makes of `scalars`, mostly without making it.
  ///
  /// - Complexity: O(line), a few steps a scalar where the text can be parted at the line's ends.
  mutating func extents(of scalars: Range<Int>, isWrapped: Bool) -> LineExtents {
    guard let plain = plainExtents(of: scalars, isWrapped: isWrapped) else {
      let line = line(scalars, isWrapped: isWrapped)
      return LineExtents(ascent: line.ascent, descent: line.descent, advance: line.advance)
    }
    return plain
  }

  /// The extents from what is known of the paragraph; `nil` where the line's ends are shaped anew, or
  /// attributes or tabs have a say.
  private func plainExtents(of scalars: Range<Int>, isWrapped: Bool) -> LineExtents? {
    let last = scalars.upperBound - 1
    guard !scalars.isEmpty, paragraph.features == nil, paragraph.tabWidth == 0,
      !paragraph.isVertical, isClean(scalars.lowerBound), isClean(scalars.upperBound),
      !isWrapped || !paragraph.flags[scalars.upperBound].contains(.hyphen)
    else { return nil }
    var advance = 0
    for scalar in scalars { advance += Int(paragraph.advances[scalar]) }
    if isWrapped, paragraph.flags[last].contains(.white) {
      guard !paragraph.flags[last].contains(.unsafe) else { return nil }
      advance -= Int(paragraph.advances[last])
    }
    var index = paragraph.item(at: scalars.lowerBound)
    let first = paragraph.items[index]
    let own = paragraph.extents(ofItem: index, fonts: fonts)
    var (ascent, descent) = (max(0, own.ascent), max(0, own.descent))
    index += 1
    while index < paragraph.items.count,
      paragraph.items[index].scalars.lowerBound < scalars.upperBound
    {
      let item = paragraph.items[index]
      let extents = paragraph.extents(ofItem: index, fonts: fonts)
      let rise = rise(of: item, after: first)
      ascent = max(ascent, extents.ascent + rise)
      descent = max(descent, extents.descent - rise)
      index += 1
    }
    let extents = paragraph.lineExtents(ascent, descent)
    return LineExtents(ascent: extents.ascent, descent: extents.descent, advance: advance)
  }

  /// Whether the paragraph's glyphs can be parted before a scalar as they are.
  private func isClean(_ scalar: Int) -> Bool {
    if scalar == 0 || scalar == paragraph.scalarCount { return true }
    return !paragraph.flags[scalar].contains(.unsafe)
      || paragraph.items[paragraph.item(at: scalar)].scalars.lowerBound == scalar
  }

  /// How far an item is raised so that its script's baseline meets that of the line's first item.
  func rise(of item: TextItem, after first: TextItem) -> Int32 {
    guard item.font != first.font || item.script != first.script else { return 0 }
    return fonts.baseline(font: first.font, script: first.script, tagScript: first.script)
      - fonts.baseline(font: item.font, script: item.script, tagScript: first.script)
  }
}
