import ArgumentParser
import Galley
import GalleyCommandLine
import GalleyLayout

/// The area of the text.
struct TextContainerOptions: ParsableArguments {
  @Option(help: "The width; inf for no limit.")
  var width = 375.0

  @Option(help: "The height; inf for no limit.")
  var height = Double.infinity

  @Option(
    help: ArgumentHelp("The insets: one number, or top,left,bottom,right.", valueName: "numbers"))
  var insets: NumbersArgument?

  @Option(help: "The largest number of text rows; 0 for all.")
  var maxRows = 0

  @Option(help: "The mark of hidden text: \(names(of: TextContainer.Truncation.self)).")
  var truncate = TextContainer.Truncation.none

  @Option(help: ArgumentHelp("The text instead of an ellipsis.", valueName: "text"))
  var token: String?

  @Option(help: ArgumentHelp("The text after the token.", valueName: "text"))
  var tokenMessage: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The outline of the text: rect:x,y,w,h, ellipse:x,y,w,h or polygon:x,y,x,y,…",
      valueName: "shape"))
  var path: ShapeArgument?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A shape that text flows around; again for another one.", valueName: "shape")
  )
  var exclude: [ShapeArgument] = []

  @Flag(help: "Fill shapes by the winding rule, not by the even-odd rule.")
  var winding = false

  @Option(help: "The width of the shapes' outlines.")
  var pathLineWidth = 0.0

  @Option(
    help: ArgumentHelp(
      "Baselines at equal distances: ascent,descent,distance, and top,bottom.", valueName: "numbers"
    ))
  var linePositions: NumbersArgument?

  @Flag(help: "Lines run from top to bottom, the first one at the right.")
  var vertical = false

  @Flag(help: "With --vertical, the first line is at the left, as in Mongolian.")
  var fromLeft = false

  @Option(help: "The number of containers that the text flows through.")
  var columns = 1

  @Option(help: "The space between containers.")
  var columnGap = 16.0

  @Option(
    help: """
      The side of the first container: \(names(of: TextRenderer.Side.self)); without it, the right one for text that \
      reads from right to left, and for --vertical without --from-left.
      """)
  var columnsFrom: TextRenderer.Side?

  @Option(
    help: ArgumentHelp(
      "Factors of the font size, 0.01 to 100, of which the largest is used at which all text fits in one container.",
      valueName: "numbers"))
  var shrink: NumbersArgument?

  private static let reach = 1_048_576.0

  mutating func validate() throws {
    guard (1...64).contains(columns) else { throw ValidationError("--columns is 1 to 64") }
    try check(columnGap, of: "--column-gap", in: 0...4_096)
    guard maxRows >= 0 else { throw ValidationError("--max-rows is 0 or more") }
    guard width > 0, height > 0 else {
      throw ValidationError("--width and --height are more than 0")
    }
    guard height.isInfinite || height <= Self.reach else {
      throw ValidationError("--height is at most 1048576, or inf for no limit")
    }
    try check(pathLineWidth, of: "--path-line-width", in: 0...4_096)
    for inset in insets?.numbers ?? [] {
      try check(inset, of: "an inset", in: -Self.reach...Self.reach)
    }
    if let count = insets?.numbers.count, count != 1, count != 4 {
      throw ValidationError("--insets is one number or four, not \(count)")
    }
    if let count = linePositions?.numbers.count, count != 3, count != 5 {
      throw ValidationError("--line-positions is three numbers or five, not \(count)")
    }
    for factor in shrink?.numbers ?? [] {
      try check(factor, of: "a factor of --shrink", in: 0.01...100)
    }
    guard columns == 1 || shrink == nil else {
      throw ValidationError("--shrink goes with one container: leave out --columns")
    }
    guard columns > 1 || columnsFrom == nil else {
      throw ValidationError("--columns-from goes with --columns")
    }
    guard vertical || !fromLeft else { throw ValidationError("--from-left goes with --vertical") }
    guard !vertical || fromLeft || width.isFinite || path != nil else {
      throw ValidationError("--vertical needs a --width, since lines begin at the right")
    }
  }

  /// The container, with a token in the font and the colour of `attributes`.
  func container(token attributes: TextAttributes) -> TextContainer {
    var container = TextContainer(
      size: Size(width: width, height: height), maximumRowCount: maxRows, truncation: truncate)
    if let numbers = insets?.numbers {
      container.insets =
        numbers.count == 1
        ? EdgeInsets(all: numbers[0])
        : EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
    }
    if let bounds = path?.path.bounds {
      container.path = path?.path
      // The picture is as large as the outline.
      container.size = Size(width: max(1, bounds.maxX), height: max(1, bounds.maxY))
    }
    container.exclusionPaths = exclude.map(\.path)
    container.isEvenOdd = !winding
    container.pathLineWidth = pathLineWidth
    if let numbers = linePositions?.numbers {
      container.linePositions = LinePositions(
        ascent: numbers[0], descent: numbers[1], distance: numbers[2],
        top: numbers.count > 3 ? numbers[3] : 0, bottom: numbers.count > 4 ? numbers[4] : 0)
    }
    container.isVertical = vertical
    container.startsAtLeft = fromLeft
    container.truncationToken = token.map { AttributedText($0, attributes: attributes) }
    container.truncationMessage = tokenMessage.map { AttributedText($0, attributes: attributes) }
    return container
  }
}
