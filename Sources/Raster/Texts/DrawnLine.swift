import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// A run of a line as decorations use it; its box is in layout units, on lines along x.
struct DrawnRun {
  /// The index of the run in the layout.
  let index: Int
  /// The run's attributes; `nil` for a plain run.
  let attributes: AttributeRun?
  let color: Color
  /// The run's advance by its font's ascent and descent, or an attachment's own box.
  let box: Rect
  /// The baseline of the text, and the font's size.
  let baseline: Double
  let size: Double
  let lines: FontLines
  /// Whether the run is text, not an attachment in its place.
  let isText: Bool
  /// Whether the line is vertical; then the baseline is its middle.
  let isVertical: Bool

  /// The middle of an underline of the font's thickness, y down.
  var underline: Double {
    guard isVertical else { return baseline - lines.underline * size }
    return isUnderlinedAbove
      ? baseline - distance(.above) : baseline + distance(.below)
  }
  /// Whether underlines are on the side of the line's top: Japanese, Korean and Mongolian columns have them at
  /// the right, as in CSS.
  var isUnderlinedAbove: Bool {
    attributes?.attributes.underlineSide(isVertical: isVertical) == .above
  }
  /// The middle of an overline of the font's thickness, y down.
  var overline: Double {
    guard !isVertical else {
      return isUnderlinedAbove
        ? baseline + distance(.below) : baseline - distance(.above)
    }
    let reach = annotationReach(.above)
    // Above capitals with marks; the ascent of some fonts reaches into the line above.
    let letters = min(lines.ascent, 0.95) * size - thickness
    return baseline - max(letters, reach) - thickness / 2
  }
  /// The distance of lines beside vertical text, beyond its ruby and marks.
  private func distance(_ side: RubyAnnotation.Position) -> Double {
    max(size / 2, annotationReach(side)) + thickness / 2
  }
  private func annotationReach(_ side: RubyAnnotation.Position) -> Double {
    attributes?.attributes.annotationReach(side, isVertical: isVertical) ?? 0
  }
  /// The middle of the run's strikethroughs, y down.
  var strikethrough: Double { isVertical ? baseline : baseline - lines.strikethrough * size }
  /// The thickness of underlines and strikethroughs.
  var thickness: Double { lines.thickness * size }
}

/// Adjacent runs that share a decoration.
struct DrawnStretch {
  var runs: ArraySlice<DrawnRun>

  var first: DrawnRun { runs[runs.startIndex] }
  /// The box around the runs.
  var box: Rect { runs.dropFirst().reduce(first.box) { $0.union($1.box) } }
}

/// A line's runs from left to right.
struct DrawnLine {
  let runs: [DrawnRun]

  /// Returns the stretches of adjacent runs that have a decoration and share it.
  func stretches(
    where isDecorated: (TextAttributes) -> Bool,
    joinedBy isShared: (AttributeRun, AttributeRun) -> Bool
  ) -> [DrawnStretch] {
    var result: [DrawnStretch] = []
    for index in runs.indices {
      guard let own = runs[index].attributes, isDecorated(own.attributes) else { continue }
      if let last = result.last, last.runs.endIndex == index,
        let neighbour = runs[index - 1].attributes, isShared(neighbour, own)
      {
        result[result.count - 1].runs = runs[last.runs.startIndex...index]
      } else {
        result.append(DrawnStretch(runs: runs[index...index]))
      }
    }
    return result
  }
}
