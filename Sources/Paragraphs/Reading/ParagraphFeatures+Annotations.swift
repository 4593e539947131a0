import GalleyHandles
import GalleyItemization
package import GalleyPrimitives
import GalleyText

/// Emphasis marks, and the extents of annotations.
extension ParagraphFeatures {
  /// Punctuation that stands for a word, and has emphasis marks: # % & @ § ¶ and their kin.
  ///
  /// - SeeAlso: CSS Text Decoration Module Level 3, 3.4.
  private static let markedPunctuation: Set<UInt32> = [
    0x23, 0x25, 0x26, 0x40, 0xA7, 0xB6, 0x609, 0x60A, 0x66A, 0x2030, 0x2031, 0x204A, 0x204B, 0x2053,
    0x303D, 0xFE5F, 0xFE60, 0xFE6A, 0xFE6B, 0xFF03, 0xFF05, 0xFF06, 0xFF20,
  ]

  /// Whether a character has an emphasis mark: no white space and no other punctuation has.
  static func takesMark(_ character: UInt32) -> Bool {
    if markedPunctuation.contains(character) { return true }
    return switch UnicodeProperties.category(of: character) {
    case .control, .format, .unassigned, .surrogate, .connectorPunctuation, .dashPunctuation,
      .closePunctuation, .finalPunctuation, .initialPunctuation, .otherPunctuation,
      .openPunctuation, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }

  /// The emphasis marks of the letters of a range.
  package struct Emphasis {
    /// The mark, and the bytes whose letters have it.
    package let shape: ShapedRuby
    /// `nil` for the text's colour.
    package let color: Color?
  }

  /// Whether any letters have emphasis marks.
  package var isEmphasized: Bool { !emphases.isEmpty }

  /// The emphasis mark of the letter at a byte; `nil` for one without.
  ///
  /// - Complexity: O(log ranges with marks).
  package func emphasis(at byte: Int) -> Emphasis? {
    guard isMarked[byte] else { return nil }
    var (low, high) = (0, emphases.count)
    while low < high {
      let middle = (low + high) / 2
      if emphases[middle].shape.bytes.upperBound <= byte { low = middle + 1 } else { high = middle }
    }
    guard low < emphases.count, emphases[low].shape.bytes.contains(byte) else { return nil }
    return emphases[low]
  }

  /// Shapes the emphasis mark of a run, and keeps the extents of its annotations.
  mutating func noteAnnotations(
    of attributes: TextAttributes, bytes: Range<Int>, ruby: Int?, isVertical: Bool,
    fonts: FontEnvironment
  ) {
    let ruby = ruby.map { rubies[$0] }
    let mark = attributes.emphasis.map { mark in
      ShapedRuby(
        RubyAnnotation(mark.mark, position: mark.position), of: attributes, bytes: bytes,
        isVertical: isVertical, distance: attributes.emphasisDistance, fonts: fonts)
    }
    if let mark { emphases.append(Emphasis(shape: mark, color: attributes.emphasis?.color)) }
    var extents = (
      top: max(ruby?.top ?? 0, mark?.top ?? 0), bottom: max(ruby?.bottom ?? 0, mark?.bottom ?? 0)
    )
    if extents.top > 0 {
      extents.top += Self.lineExtent(beyond: .above, attributes, isVertical, fonts)
    }
    if extents.bottom > 0 {
      extents.bottom += Self.lineExtent(beyond: .below, attributes, isVertical, fonts)
    }
    runExtents.append(extents)
  }

  /// The extent of the line beyond the annotations of a run on a side.
  private static func lineExtent(
    beyond side: RubyAnnotation.Position, _ attributes: TextAttributes, _ isVertical: Bool,
    _ fonts: FontEnvironment
  ) -> Int32 {
    guard attributes.underline != nil || attributes.overline != nil else { return 0 }
    let font = fonts.itemizer.baseFont(
      FontRequest(attributes.font), language: fonts.canonicalTag(attributes.language))
    // Fonts of other letters may have a thicker line.
    let thickness = max(
      attributes.font.size / 20, font.map { Double(fonts.map.underlineThickness($0)) / 1024 } ?? 0)
    let placed = isVertical ? attributes.onColumn(in: fonts.columnTag) : attributes
    return units(placed.lineExtent(beyond: side, isVertical: isVertical, thickness: thickness))
  }

  /// Finds the extents of each item from those of the runs that it has.
  mutating func findExtents(of items: [TextItem]) {
    itemExtents = Array(repeating: (0, 0), count: items.count)
    var run = 0
    for (number, item) in items.enumerated() {
      while run > 0, runs[run].range.lowerBound - base > item.bytes.lowerBound { run -= 1 }
      while run < runs.count, runs[run].range.lowerBound - base < item.bytes.upperBound {
        if runs[run].range.upperBound - base > item.bytes.lowerBound {
          itemExtents[number].top = max(itemExtents[number].top, runExtents[run].top)
          itemExtents[number].bottom = max(itemExtents[number].bottom, runExtents[run].bottom)
        }
        run += 1
      }
      // The last run may reach into the next item.
      run = max(0, run - 1)
    }
  }
}
