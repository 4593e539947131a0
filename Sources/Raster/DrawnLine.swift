import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// A run of a line as decorations use it; its box is in layout units from the container's corner.
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

  /// The middle of the run's underlines, y down.
  var underline: Double { baseline - lines.underline * size }
  /// The middle of the run's strikethroughs, y down.
  var strikethrough: Double { baseline - lines.strikethrough * size }
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
