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

  /// A tree whose pictures have extents of their own.
  private func sized(_ tree: ElementTree) -> ElementTree {
    var sized = tree.mapChildren { self.sized($0) }
    if case .image(var image) = tree.content {
      image.size =
        image.name.hasPrefix("1") ? Size(width: 90, height: 700) : Size(width: 900, height: 500)
      sized.content = .image(image)
    }
    return sized
  }

  @Test(
    "several pictures are tiles of one size beside and above each other, at all widths",
    arguments: ["card", "timeline", "chat", "eink", "fd", "social"], 1...6)
  func pictures(name: String, count: Int) throws {
    let template = try #require(try Template(named: name, theme: .light))
    let pictures = (0..<count).map { TemplateValue.text("\($0).png") }
    let item = TemplateValue.fields(["pictures": .list(pictures), "body": .text("B")])
    for width in name == "social" ? [1200] : [280.0, 375, 500, 800] {
      let tree = sized(try template.cell(item))
      let cell = try CellTemplate(width: width, scale: 1).layout(tree, with: typesetter)
      let tiles = cell.parts.filter { ["image", "picture"].contains($0.kind.rawValue) }.map(\.rect)
      #expect(tiles.count == min(4, count), "\(width)")
      for (index, tile) in tiles.enumerated() where count > 1 {
        #expect(tile.width > 40 && tile.height > 40 && tile.minX >= 0 && tile.maxX <= width)
        for other in tiles[(index + 1)...] {
          let isApart =
            tile.maxX + 3 <= other.minX || other.maxX + 3 <= tile.minX
            || tile.maxY + 3 <= other.minY || other.maxY + 3 <= tile.minY
          #expect(isApart && abs(tile.width - other.width) <= 1, "\(width): \(tiles)")
        }
      }
      let (low, high) = (tiles.map(\.height).min() ?? 0, tiles.map(\.height).max() ?? 0)
      // One beside two is as high as both.
      #expect(count == 3 ? abs(high - 2 * low - 4) <= 1 : high - low <= 1, "\(width): \(tiles)")
      #expect(high <= 360)
      // The number of the others is in the middle of the last tile.
      let last = try #require(tiles.last)
      let numbers = cell.parts.filter { part in
        part.text != nil && part.rect.minX > last.minX && part.rect.maxX < last.maxX
          && part.rect.minY > last.minY && part.rect.maxY < last.maxY
      }
      #expect(numbers.count == (count > 4 ? 1 : 0), "\(width)")
    }
  }

  @Test("pictures are those of the item, with the members that its element has of them")
  func ownPictures() throws {
    let names = TemplateItem.names.prefix { $0 != TemplateItem.pictures }
    let element = try TemplateValue(
      json: Data(
        #"{"pictures":[{"url":"gone.png"},{"url":"b.png","alt":"B","place":"quay"},{"src":"c.png"}]}"#
          .utf8))
    let item = TemplateItem(
      names.map { _ in nil }, pictures: [("b.png", "words"), ("c.png", nil)], members: element)
    guard case .fields(let fields) = item.whole, case .list(let pictures)? = fields["pictures"],
      pictures.count == 2, case .fields(let first) = pictures[0],
      case .fields(let second) = pictures[1]
    else {
      Issue.record("\(item.whole)")
      return
    }
    #expect(first["description"] == .text("words") && first["place"] == .text("quay"))
    #expect(second["url"] == .text("c.png"))
  }
}
