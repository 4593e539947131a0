import Foundation
import Galley
import TestSupport
import Testing

@Suite("Several pictures of an item", .timeLimit(.minutes(15)))
struct PictureDescriptionTests {
  /// A status with three pictures, of which the second one has no file.
  private static let statuses = #"""
    [{"id":"1","created_at":"2024-05-01T10:00:00.000Z","content":"<p>Three of them</p>",
      "account":{"acct":"ann","display_name":"Ann"},"media_attachments":[
      {"type":"image","url":"harbour.jpg","description":"A harbour"},
      {"type":"image","url":"gone.jpg","description":"Boats that left"},
      {"type":"image","url":"park.webp","description":"A park"}]}]
    """#

  private static let jsonFeed = #"""
    {"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1",
      "content_text":"Three of them","authors":[{"name":"Ann"}],"attachments":[
      {"url":"harbour.jpg","mime_type":"image/jpeg","title":"A harbour"},
      {"url":"gone.jpg","mime_type":"image/jpeg","title":"Boats that left"},
      {"url":"park.webp","mime_type":"image/webp","title":"A park"}]}]}
    """#

  private func layout(
    _ feed: String, template: String? = nil, _ change: (inout Theme) -> Void = { _ in }
  ) throws -> CellLayout {
    var theme = Theme.light
    change(&theme)
    var options = RenderOptions(
      template: CellTemplate(theme: theme, width: 400), assets: Repository.assets)
    if let template {
      options.cell = FeedCell(try #require(try Template(named: template, theme: theme)))
    }
    options.limits.keptMemberBytes = 1 << 20
    return try FeedInspector(options).inspect(.bytes(Array(feed.utf8)), row: 0).layout
  }

  private func texts(_ layout: CellLayout, _ kind: String) -> [String] {
    layout.parts.filter { $0.kind.rawValue == kind }.compactMap { $0.text?.text }
  }

  @Test("has other media, whose words are below the text of cards and templates")
  func otherMedia() throws {
    let feed =
      #"{"title":"A","body":"x","attachments":[{"url":"https://a.example/a.mp3","duration_in_seconds":3661},{"url":"https://a.example/r.pdf"},{"url":"t.zip","description":"Data"}]}"#
    for template in [nil, "card", "eink", "fd", "timeline", "chat"] {
      #expect(
        texts(try layout(feed, template: template), "body")
          == ["x\n\n▶ Audio, 1 h 1 min\n\nr.pdf\n\nData"], "\(template ?? "-")")
    }
  }

  @Test(
    "is the image alone, where the text repeats it in any size",
    arguments: ["harbour.jpg", "harbour.jpg?w=600"])
  func repeated(name: String) throws {
    let feed =
      #"{"image":"harbour.jpg","body":"Boats Text","body_html":"<p><img src='\#(name)' alt='Boats'></p><p><b>Text</b></p>"}"#
    for template in [nil, "card", "timeline"] {
      let layout = try layout(feed, template: template)
      #expect(layout.parts.compactMap(\.image?.name) == ["harbour.jpg"], "\(template ?? "-")")
      #expect(texts(layout, "body") == ["Text"], "\(template ?? "-")")
    }
    let missing = try layout(
      feed.replacing("\"image\":\"harbour.jpg\"", with: "\"image\":\"gone.jpg\"")
        .replacing("'\(name)'", with: "'gone.jpg'"))
    #expect(texts(missing, "body") == ["Boats\nText"])
    let other = try layout(
      #"{"image":"gone.jpg","attachments":[{"url":"park.webp"}],"body":"Text","body_html":"<p><img src='gone.jpg' alt='Boats'></p><p><b>Text</b></p>"}"#
    )
    #expect(other.parts.compactMap(\.image?.name) == ["park.webp"])
    #expect(texts(other, "body") == ["Boats\nText"])
  }

  @Test(
    "is a grid in the timeline, whose text has no descriptions", arguments: [statuses, jsonFeed])
  func timeline(feed: String) throws {
    let layout = try layout(feed, template: "timeline")
    #expect(layout.parts.compactMap(\.image?.name) == ["harbour.jpg", "park.webp"])
    #expect(texts(layout, "body") == ["Three of them"])
  }

  @Test(
    "is a grid in a card and in templates; descriptions are no words of the text",
    arguments: [statuses, jsonFeed])
  func card(feed: String) throws {
    for template in [nil, "card", "eink", "fd", "timeline", "chat"] {
      let layout = try layout(feed, template: template)
      let pictures = layout.parts.compactMap(\.image?.name)
      #expect(pictures == ["harbour.jpg", "park.webp"], "\(template ?? "-")")
      #expect(texts(layout, "body") == ["Three of them"], "\(template ?? "-")")
    }
  }

  @Test("fills an area of 16 by 9 in a card, with the number of hidden pictures on the last one")
  func grid() throws {
    let names = ["harbour.jpg", "park.webp", "mara.png", "glyph.png"]
    for (count, isMirrored) in [(2, false), (3, false), (4, false), (7, false), (3, true)] {
      let list = (0..<count).map { index in
        "{\"url\":\"\(index < 4 ? names[index] : "p\(index).png")\",\"description\":\"d\(index)\"}"
      }
      let body = isMirrored ? "ארון" : "x"
      let layout = try layout(
        "{\"body\":\"\(body)\",\"attachments\":[\(list.joined(separator: ","))]}\n")
      let tiles = layout.parts.filter { $0.image != nil }
      #expect(tiles.compactMap(\.image?.name) == Array(names.prefix(count)))
      let shown = tiles.count
      let first = try #require(tiles.first?.rect)
      let area = tiles.dropFirst().reduce(first) { $0.union($1.rect) }
      #expect(area.width == 356 && abs(area.height - 356 * 9 / 16) <= 1)
      // Without an overlap, the pictures and the spaces between them fill the area.
      let covered = tiles.reduce(0) { $0 + $1.rect.width * $1.rect.height }
      let gaps = [2: 4 * area.height, 3: 4 * area.height + 4 * tiles[1].rect.width]
      let space = gaps[shown] ?? (4 * area.height + 4 * area.width - 16)
      #expect(abs(covered + space - area.width * area.height) < 0.5, "\(count)")
      #expect((first.minX == area.minX) == !isMirrored)
      #expect(texts(layout, "text") == (count > 4 ? ["+3"] : []))
      #expect(layout.imageDescriptions.values.sorted() == (0..<shown).map { "d\($0)" })
    }
  }

  @Test("shows the description in the place of a missing one, where the theme says so")
  func descriptions() throws {
    let layout = try layout(Self.statuses, template: "timeline") { $0.missingImage = .alt }
    #expect(layout.parts.compactMap(\.image?.name) == ["harbour.jpg", "park.webp"])
    let frame = try #require(
      layout.parts.first { $0.look?.border != nil && $0.descendantCount == 1 })
    let tile = try #require(layout.parts.first { $0.image?.name == "park.webp" })
    // The frame is the other tile, as high as its words need.
    let (upper, lower) =
      frame.rect.minY < tile.rect.minY ? (frame.rect, tile.rect) : (tile.rect, frame.rect)
    #expect(upper.maxY + 3.5 <= lower.minY, "\(upper), \(lower)")
    let words = try #require(layout.parts.first { $0.text?.text == "Boats that left" })
    #expect(words.rect.minY >= frame.rect.minY && words.rect.maxY <= frame.rect.maxY)
    #expect(layout.parts.contains { $0.text?.text == "Boats that left" })
    let first = Self.statuses.replacing("harbour.jpg", with: "lost.jpg")
    for template in [nil, "card", "social", "fd"] {
      let shown = try self.layout(first, template: template) { $0.missingImage = .alt }
      let text = try #require(
        shown.parts.first { $0.text?.text == "A harbour" }, "\(template ?? "-")")
      #expect(
        shown.parts.contains { part in
          part.look?.border != nil && part.rect.minX <= text.rect.minX
            && part.rect.minY <= text.rect.minY && part.rect.maxY >= text.rect.maxY
        })
      let without = try self.layout(first, template: template)
      #expect(!without.parts.contains { $0.text?.text == "A harbour" })
      // Without a description there is nothing to show.
      let bare = first.replacing("\"description\":", with: "\"x\":")
      let none = try self.layout(bare, template: template) { $0.missingImage = .alt }
      let same = try self.layout(bare, template: template)
      #expect(none.size == same.size)
    }
  }

  @Test("names its description in hit areas and in SVG", arguments: [nil, "card", "timeline"])
  func areas(template: String?) throws {
    let feed = Self.statuses.replacing("A harbour", with: "A <harbour>")
    let layout = try layout(feed, template: template)
    let words = layout.hitAreas.filter { $0.kind == .picture }.compactMap(\.description)
    #expect(words.first == "A <harbour>")
    #expect(words.count == 2)
    #expect(layout.hitAreas.allSatisfy { $0.kind == .picture || $0.description == nil })
    let decoded = try JSONDecoder().decode(CellLayout.self, from: JSONEncoder().encode(layout))
    #expect(decoded == layout)
  }

  @Test("is in the title of an SVG, above the picture")
  func title() throws {
    let tree = Image("harbour.jpg", size: Size(width: 64, height: 48)).description("A <harbour>")
    let options = RenderOptions(template: CellTemplate(width: 80), assets: Repository.assets)
    let bytes = try PictureRenderer(options).document(of: tree, as: .svg)
    let svg = String(decoding: bytes, as: UTF8.self)
    #expect(
      svg.contains(" role=\"img\"><title>A &lt;harbour&gt;</title></rect>"), "\(svg.suffix(400))")
  }

  @Test("counts of Mastodon, the account and the looks of the text are in the timeline")
  func counts() throws {
    let feed = Self.statuses.replacing(
      "\"content\":\"<p>Three of them</p>\"",
      with: "\"content\":\"<p>Three <b>of</b> them</p><p>more</p>\",\"replies_count\":3,"
        + "\"reblogs_count\":0,\"favourites_count\":1234")
    let layout = try layout(feed, template: "timeline")
    #expect(texts(layout, "replies") == ["↩ 3"])
    #expect(texts(layout, "reposts").isEmpty)
    #expect(texts(layout, "likes") == ["♥ 1.2K"])
    #expect(texts(layout, "author") == ["Ann  @ann"])
    let body = try #require(layout.parts.first { $0.kind == .body }?.text)
    #expect(body.text == "Three of them\nmore")
    #expect(body.fonts.count == 2)
  }

  @Test("a few letters decide the forms of Han, but not those of dates and numbers")
  func formats() throws {
    func likes(_ text: String) throws -> [String] {
      let line = "{\"title\":\"\(text)\",\"body\":\"b\",\"likes\":23456}"
      return texts(try layout(line + "\n" + line, template: "timeline"), "likes")
    }
    #expect(try likes("המעבורת חוזרת לאיים の") == ["♥ 23.4K"])
    #expect(try likes("iPhone 17 Pro Max が出ました") == ["♥ 2.3万"])
  }

  @Test("takes the height of its description in a card, and has another key than without")
  func keys() async throws {
    let first = Self.statuses.replacing("harbour.jpg", with: "lost.jpg")
    let card = try layout(first) { $0.missingImage = .alt }
    #expect(try card.size.height > layout(first).size.height + 20)
    let frame = try #require(card.parts.first { $0.kind == .image && $0.look != nil })
    let words = try #require(card.parts.first { $0.kind == .imageDescription })
    #expect(words.rect.minX == frame.rect.minX + 10 && words.rect.maxY <= frame.rect.maxY - 9)
    var heights: [Double] = []
    for words in ["A harbour", String(repeating: "A long harbour ", count: 20)] {
      var theme = Theme.light
      theme.missingImage = .alt
      let options = RenderOptions(template: CellTemplate(theme: theme), assets: Repository.assets)
      let feed = first.replacing("A harbour", with: words)
      try await FeedMeasurer(options).measure(.bytes(Array(feed.utf8))) { element in
        if case .row(let row) = element { heights.append(row.height) }
      }
    }
    #expect(heights.count == 2 && heights[1] > heights[0])
  }
}
