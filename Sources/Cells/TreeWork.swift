/// The amounts of work in the layout of one tree.
package final class TreeWork {
  /// The number of laid-out texts; a text at two widths counts twice.
  package var textLayoutCount = 0
  /// The number of times that boxes measured a text, an image or a container with constraints.
  package var measurementCount = 0
  /// The number of times that constraints were solved.
  package var solutionCount = 0
  /// The number of pivots of all solutions.
  package var pivotCount = 0

  /// No work.
  package init() {}
}
