import Foundation
import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyFonts
import GalleyPrimitives
import GalleyTemplates
import GalleyTypesetting
import Testing

@Suite("Layout of built-in templates", .timeLimit(.minutes(15)))
struct BuiltInLayoutTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(
    _ name: String, _ fields: [String: String], width: Double
  ) throws -> CellLayout {
    let template = try #require(try Template(named: name, theme: .light))
    let item = try TemplateValue(json: JSONEncoder().encode(fields))
    return try CellTemplate(width: width, scale: 1).layout(
      try template.cell(item), with: typesetter)
  }

  @Test(
    "a link's picture keeps its texts apart from the author above and the site below",
    arguments: [
      "一二三四五六七八九十", "نص عربي مع English في الوسط و١٢٣. ",
      "First sentence is here. Second one follows. ",
      "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    ], [true, false])
  func social(words: String, hasImage: Bool) throws {
    for hasTitle in [true, false] {
      var fields = [
        "author": "Mara Lindqvist", "time": "2026-05-01T10:02:00Z", "site": "harbour.example",
        "body": String(repeating: words, count: 40),
      ]
      if hasTitle { fields["title"] = String(repeating: words, count: 10) }
      if hasImage { fields["image"] = "harbour.jpg" }
      let cell = try layout("social", fields, width: 1200)
      #expect(cell.size == Size(width: 1200, height: 630))
      func part(_ role: String) throws -> Rect {
        try #require(cell.parts.first { $0.kind.rawValue == role }?.rect, "\(role)")
      }
      // The spacers keep their least lengths.
      let (top, bottom) = (try part("avatar").maxY + 19.5, try part("site").minY - 19.5)
      let body = try part("body")
      #expect(body.height > 20 && body.maxY <= bottom, "\(body), \(bottom)")
      guard hasTitle else {
        #expect(body.minY >= top, "\(body), \(top)")
        continue
      }
      let title = try part("title")
      #expect(title.minY >= top && title.maxY <= body.minY, "\(top), \(title), \(body)")
    }
  }

  @Test("a bubble without a body has the title, and one with a body has not")
  func chat() throws {
    for own in [[:], ["own": "yes"]] {
      let both = try layout("chat", ["title": "T", "body": "B"].merging(own) { $1 }, width: 340)
      let title = try layout("chat", ["title": "T"].merging(own) { $1 }, width: 340)
      func texts(_ cell: CellLayout) -> [String] {
        cell.parts.filter { $0.text != nil }.map(\.kind.rawValue)
      }
      #expect(texts(both) == ["body"] && texts(title) == ["title"])
      let empty = try layout("chat", ["language": "en"].merging(own) { $1 }, width: 340)
      #expect(!empty.parts.contains { $0.kind.rawValue == "bubble" })
    }
  }

  @Test("the only picture of a post is as high as an image, and several are lower")
  func timeline() throws {
    for (count, height) in [(1, 200.0), (2, 132), (3, 132), (6, 132)] {
      let template = try #require(try Template(named: "timeline", theme: .light))
      let pictures = TemplateValue.list((0..<count).map { .text("\($0).png") })
      let tree = try template.cell(.fields(["pictures": pictures, "body": .text("B")]))
      func heights(_ tree: ElementTree) -> [BoxLength] {
        (tree.role == "picture" ? [tree.box.size.height] : []) + tree.children.flatMap(heights)
      }
      let expected = Array(repeating: BoxLength.units(height), count: min(4, count))
      #expect(heights(tree) == expected)
    }
  }
}
