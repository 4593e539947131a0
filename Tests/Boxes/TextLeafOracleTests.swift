import Foundation
import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyFonts
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

/// Trees whose leaves are texts, with Chromium's rectangles; `Tests/Boxes/Cases/texts.py` records them.
///
/// Both engines read the same font files and have lines of the same heights, so that only the widths of texts
/// can differ. Galley's text boxes are as wide as their longest line in whole device pixels, here 1/64 of a layout
/// unit; Chromium's widths are multiples of 1/64, too. The rest is HarfBuzz's rounding of advances in both, less
/// than 1/64 for each glyph. Rows and columns sum these differences up.
@Suite("Boxes of texts and other engines", .timeLimit(.minutes(15)))
struct TextLeafOracleTests {
  private static let tolerance = 0.5

  @Test("trees of texts in seven languages have Chromium's rectangles within half a unit")
  func agrees() throws {
    let url = Repository.url("Tests/Boxes/Cases/texts.jsonl")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 300)
    let typesetter = Typesetter(try FontLibrary(.noto))
    var differing: [String] = []
    for (index, line) in lines.enumerated() {
      let fields = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let root = try #require(fields["t"] as? [String: Any])
      let width = try #require(fields["w"] as? Double)
      let rects = try #require(fields["r"] as? [[Double]])
      let cell = try CellTemplate(width: width, scale: 64).layout(tree(root), with: typesetter)
      #expect(cell.parts.count == rects.count)
      for (part, other) in zip(cell.parts, rects) {
        let rect = part.rect
        let worst = max(
          abs(rect.minX - other[0]), abs(rect.minY - other[1]),
          abs(rect.maxX - other[0] - other[2]), abs(rect.maxY - other[1] - other[3]))
        guard worst > Self.tolerance else { continue }
        differing.append("\(index): \(rect) \(other)")
        break
      }
    }
    #expect(differing.isEmpty, "\(differing.joined(separator: "\n"))")
  }

  /// Makes the elements of a recorded box; each has a role, so that it is a part.
  private func tree(_ fields: [String: Any]) -> ElementTree {
    let style = FlexStyle(recorded: fields)
    guard let string = fields["text"] as? String else {
      let children = fields["c"] as? [[String: Any]] ?? []
      return ElementTree(box: style, role: "box", children: children.map(tree))
    }
    var text = AttributedText(
      string,
      attributes: TextAttributes(
        font: Font(
          size: fields["px"] as? Double ?? 16, weight: fields["bold"] == nil ? 400 : 700),
        language: fields["lang"] as? String))
    text.paragraphStyle.fixedLineHeight = fields["line"] as? Double ?? 0
    return ElementTree(.text(ElementText(text)), box: style, role: "text")
  }
}
