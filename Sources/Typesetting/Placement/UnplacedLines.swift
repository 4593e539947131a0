import GalleyHandles
package import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText

/// The lines of a layout whose glyphs are not placed yet: all that placing needs, without the fonts of the
/// worker that laid them out.
///
/// Most lines have only a paragraph's own glyphs, which are found by the lines' bytes when they are placed,
/// so nothing is kept for such a line.
struct UnplacedLines: Sendable {
  /// The text's attribute runs.
  let attributeRuns: [AttributeRun]
  /// The language of runs without one on columns, if their letters decide it.
  var language: String?
  /// The font faces by their numbers.
  var faces: [FontFaceDescription] = []
  /// The paragraphs of lines that are found by their bytes, in their order.
  private var paragraphs: [ShapedParagraph] = []
  /// Whether lines were added whose paragraph is not kept yet.
  private var isAwaiting = false
  /// Lines that are not found by their bytes, with their numbers, in their order.
  private var others: [(number: Int, line: UnplacedLine)] = []
  /// Whether a glyph may be missing; if `false`, no glyph is missing.
  private(set) var mayMissGlyphs = false

  init(attributeRuns: [AttributeRun]) { self.attributeRuns = attributeRuns }

  /// The lines of a shaped text that have only the paragraphs' own glyphs, along x.
  init(_ text: ShapedText) {
    attributeRuns = text.text.runs
    faces = text.faces
    paragraphs = text.paragraphs
    mayMissGlyphs = text.mayMissGlyphs
  }

  /// Whether the text has a single attribute run, so that attributes do not split glyph runs.
  var hasOneAttributeRun: Bool { attributeRuns.count == 1 }

  /// Adds a line, the `number`th of the layout.
  mutating func append(
    _ line: MeasuredLine, of paragraph: ShapedParagraph, stretch: Justification?, number: Int
  ) {
    if line.glyphs == nil, stretch == nil { return awaitLines(of: paragraph) }
    let line = UnplacedLine(line, of: paragraph, stretch: stretch)
    mayMissGlyphs = mayMissGlyphs || line.mayMissGlyphs
    others.append((number, line))
  }

  /// Records that lines of a paragraph's own glyphs were added; the caller keeps the paragraph later.
  mutating func awaitLines(of paragraph: ShapedParagraph) {
    mayMissGlyphs = mayMissGlyphs || paragraph.hasMissingGlyphs
    isAwaiting = true
  }

  /// Keeps the paragraph of the last lines, if they are found by their bytes.
  mutating func keep(_ paragraph: ShapedParagraph) {
    if isAwaiting, paragraphs.last !== paragraph { paragraphs.append(paragraph) }
    isAwaiting = false
  }

  /// The approximate size in memory, mostly of the paragraphs.
  var byteCount: Int {
    var sum = others.count * MemoryLayout<(Int, UnplacedLine)>.stride
    for paragraph in paragraphs { sum += paragraph.byteCount }
    for (_, line) in others {
      if case .truncated(let row) = line.glyphs { sum += row.paragraph.byteCount }
    }
    return sum
  }

  /// Places all glyphs on lines with known origins; returns the runs of each line.
  ///
  /// - Complexity: O(glyphs).
  func place(on places: [TextLine]) -> (content: PlacedContent, runs: [Range<Int>]) {
    var placer = LinePlacer(attributeRuns: attributeRuns, language: language, faces: faces)
    let lines = lines(on: places)
    placer.reserve(
      lines.reduce(0) { $0 + $1.glyphCount }, runs: places.last?.runs.upperBound ?? 0)
    let runs = zip(lines, places).map { placer.place($0, at: $1.origin) }
    return (placer.content, runs)
  }

  /// The source of the glyphs of each line.
  private func lines(on places: [TextLine]) -> [UnplacedLine] {
    var others = others[...]
    var paragraphs = paragraphs[...]
    var lines: [UnplacedLine] = []
    lines.reserveCapacity(places.count)
    for (number, place) in places.enumerated() {
      if let other = others.first, other.number == number {
        lines.append(other.line)
        others.removeFirst()
        continue
      }
      let start = place.range.lowerBound
      while let next = paragraphs.dropFirst().first, next.range.lowerBound <= start {
        paragraphs.removeFirst()
      }
      // Each line is in `others` or in a paragraph.
      guard let paragraph = paragraphs.first else { break }
      lines.append(UnplacedLine(place.range, of: paragraph))
    }
    return lines
  }

  /// The number of a line's glyph runs; `nil` if it is unknown before glyphs are placed, because attributes
  /// or the limit of a run's length split them.
  ///
  /// - Complexity: O(1), except for lines with pieces without width.
  func runCount(of line: MeasuredLine, in paragraph: ShapedParagraph, advance: Int) -> Int? {
    guard hasOneAttributeRun, paragraph.features == nil, advance <= LineStack.runLimit else {
      return nil
    }
    if let count = line.pieceCount { return count }
    if case .truncated(let row) = line.glyphs, row.runs.count > 1 { return nil }
    return UnplacedLine(line, of: paragraph, stretch: nil)
      .runCount(attributes: attributeRuns[0].attributes)
  }
}

/// The source of a layout's glyphs.
final class LineSource: UnplacedContent {
  private let lines: UnplacedLines

  init(_ lines: consuming UnplacedLines) { self.lines = lines }

  func placed(on lines: [TextLine]) -> PlacedContent { self.lines.place(on: lines).content }
  var mayMissGlyphs: Bool { lines.mayMissGlyphs }
  var byteCount: Int { lines.byteCount }
}

extension ShapedText: UnplacedContent {
  package func placed(on lines: [TextLine]) -> PlacedContent {
    UnplacedLines(self).place(on: lines).content
  }

  package var byteCount: Int { UnplacedLines(self).byteCount }
}
