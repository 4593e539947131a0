import Foundation
import Galley
import TestSupport
import Testing

/// The pictures of constraints in the manual, drawn by ``ConstrainedSamples``.
@Suite("Pictures of constraints", .timeLimit(.minutes(15)))
struct ConstrainedPictureTests {
  private static let page = Color(rgb: 0xEEF0F3)

  private func check(_ cell: some Element, _ name: String) throws {
    let options = RenderOptions(
      template: CellTemplate(width: 440, scale: 2), assets: Repository.assets, profile: .small)
    let renderer = try PictureRenderer(options)
    let board = Column { cell }.padding(12).background(Self.page)
    let png = try renderer.png(of: board)
    #expect(renderer.takeWarnings() == [])
    try Golden(name: "cell-\(name)", folder: Repository.documentedPictures).expect(
      png, from: "renderer")
  }

  private func rect(_ role: String, in cell: some Element, width: Double = 300) throws -> Rect {
    let renderer = try PictureRenderer(
      RenderOptions(template: CellTemplate(width: width), assets: Repository.assets))
    let parts = try renderer.layout(of: cell).parts
    return try #require(parts.first { $0.kind.rawValue == role }?.rect)
  }

  @Test("a title is centred on its photo, or begins below the photo's middle, in both directions")
  func bylines() throws {
    let texts = [
      "Mara Lind",
      "A title of several lines begins with a baseline at or below the middle of its photo, "
        + "and the cell grows with it.", "מרה לינד כותבת על הנמל",
    ]
    let short = ConstrainedSamples.byline(texts[0])
    let (photo, title) = (try rect("image", in: short), try rect("text", in: short))
    #expect(abs(photo.minY + photo.maxY - title.minY - title.maxY) < 1)
    #expect(try rect("image", in: ConstrainedSamples.byline(texts[2])).maxX == 288)
    var cells = texts.map { ConstrainedSamples.byline($0).tree }
    // Alone, the cell is mirrored by its first text; here the board begins with English.
    cells[2] = cells[2].rightToLeft(true)
    try check(Column(gap: 10) { for cell in cells { cell } }, "constrained-byline")
  }

  @Test("the text of the lower resistance is truncated, and the one of the lower hugging grows")
  func priorities() throws {
    let long = "An author whose name is longer than the line"
    let cells = [(long, 740), (long, 760), ("Mara Lind", 740)].map {
      ConstrainedSamples.line($0, resistance: $1)
    }
    try check(Column(gap: 10) { for cell in cells { cell } }, "constrained-priorities")
  }

  @Test("heights follow widths by ratios")
  func ratios() throws {
    let hero = try rect("image", in: ConstrainedSamples.tiles())
    #expect(hero.width == 276 && abs(hero.height - 276 * 9 / 16) < 0.51)
    try check(ConstrainedSamples.tiles(), "constrained-ratio")
  }

  @Test("the manual shows the lines that draw its pictures")
  func lines() throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let source = Set(
      lines(
        try String(
          contentsOf: Repository.url("Tests/Galley/ConstrainedSamples.swift"), encoding: .utf8)))
    let page = try String(
      contentsOf: Repository.url("Sources/Galley/Galley.docc/Cells.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("Constraints\n") })
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(blocks.count == 3)
    for line in blocks.flatMap(lines) {
      #expect(source.contains(line) || source.contains("return " + line), "\(line)")
    }
    for name in ["byline", "priorities", "ratio"] {
      #expect(section.contains("(cell-constrained-\(name))"))
    }
  }
}
