import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyText

/// A run of a line as decorations see it: its box, in layout units from the container's corner.
struct DrawnRun {
  /// The run, as an index into the layout's.
  let index: Int
  /// The run's attributes, if it is not plain.
  let attributes: AttributeRun?
  let color: Color
  /// The run's advance by its font's ascent and descent; an attachment's own box.
  let box: Rect
  /// Where its text stands, and its font's size.
  let baseline: Double
  let size: Double
  let lines: FontLines
  /// Whether it is text, and not what stands in its place.
  let isText: Bool

  /// Where underlines of the run have their middle, y down.
  var underline: Double { baseline - lines.underline * size }
  /// Where strikethroughs of the run have their middle, y down.
  var strikethrough: Double { baseline - lines.strikethrough * size }
  /// How thick both are.
  var thickness: Double { lines.thickness * size }
}

/// Runs that stand side by side and share a decoration.
struct DrawnStretch {
  var runs: ArraySlice<DrawnRun>

  var first: DrawnRun { runs[runs.startIndex] }
  /// The box around the runs.
  var box: Rect { runs.dropFirst().reduce(first.box) { $0.union($1.box) } }
}

/// A line's runs from left to right.
struct DrawnLine {
  let runs: [DrawnRun]

  /// The stretches of runs that have something and share it with their neighbours.
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
