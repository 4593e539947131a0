import ArgumentParser
import Galley
import GalleyLayout

/// Questions about positions in the text.
struct TextQueryOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The caret at an offset; before:N for the side of the character before it. Again for another.",
      valueName: "offset"))
  var caret: [CaretArgument] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The position and the character at a point. Again for another.", valueName: "x,y"))
  var hit: [NumbersArgument] = []

  @Option(
    help: ArgumentHelp(
      "The rectangles of a range, A...B or A..<B in UTF-8 offsets. Again for another.",
      valueName: "range"),
    transform: TextRangeArgument.parsed)
  var select: [TextRangeArgument] = []

  var isAsked: Bool { !caret.isEmpty || !hit.isEmpty || !select.isEmpty }

  mutating func validate() throws {
    guard hit.allSatisfy({ $0.numbers.count == 2 }) else {
      throw ValidationError("--hit is x,y")
    }
  }

  /// The answers in the order carets, hits, selections.
  func answers(from map: TextMap) -> [TextAnswer] {
    caret.map { TextAnswer(caret: $0.position, in: map) }
      + hit.map { TextAnswer(hit: Point(x: $0.numbers[0], y: $0.numbers[1]), in: map) }
      + select.map { TextAnswer(selection: $0.bounds, in: map) }
  }

  /// The answers about several columns.
  func answers(from map: TextFlowMap) -> [TextAnswer] {
    caret.map { TextAnswer(caret: $0.position, in: map) }
      + hit.map { TextAnswer(hit: Point(x: $0.numbers[0], y: $0.numbers[1]), in: map) }
      + select.map { TextAnswer(selection: $0.bounds, in: map) }
  }
}

/// A text position: an offset, with `before:` for the side of the character before it.
struct CaretArgument: ExpressibleByArgument {
  var position: TextPosition

  init?(argument: String) {
    let isBackward = argument.hasPrefix("before:")
    guard let offset = Int(isBackward ? argument.dropFirst(7) : argument[...]), offset >= 0 else {
      return nil
    }
    position = TextPosition(offset: offset, affinity: isBackward ? .backward : .forward)
  }
}
