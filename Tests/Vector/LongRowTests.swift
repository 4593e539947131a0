import Foundation
import Galley
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
@testable import GalleyRaster
import GalleyVector
import TestSupport
import Testing

@Suite("Documents of long rows", .timeLimit(.minutes(15)))
struct LongRowTests {
  /// A row with all kinds of operations, in a group with round corners: shapes, strokes, pictures, missing glyphs.
  private static func feed(repeating count: Int) throws -> FeedInput {
    let part = """
      <p>plain <u>under</u> <s>through</s> <mark>mark</mark> <code>code</code> 👋 \u{E000}\u{10FFFD} \
      <a href="https://example.org/">link</a></p><blockquote>quoted words<hr></blockquote>\
      <table><tr><td>a<td>b<tr><td>c<td>d</table><ul><li>one<li>two</ul>
      """
    let feed =
      [
        "version": "https://jsonfeed.org/version/1.1", "title": "t",
        "items": [["id": "1", "content_html": String(repeating: part, count: count)]],
      ] as [String: Any]
    return .bytes(Array(try JSONSerialization.data(withJSONObject: feed)))
  }

  private func render(
    _ feed: FeedInput, to output: RenderOutput, _ format: PictureFormat = .pdf
  ) async throws -> RenderSummary {
    var options = RenderOptions()
    options.picture = format
    options.template.scale = 1
    options.mode = .sync
    return try await FeedRenderer(options).render(feed, to: output)
  }

  /// Expects the rows of page number `page` of the whole picture, with its full height.
  private func expect(
    _ found: DecodedPNG, isPage page: Int, height: Int, of whole: DecodedPNG,
    at place: SourceLocation = #_sourceLocation
  ) {
    let step = whole.pixels.count / whole.height
    let rows = min(height, whole.height - page * height)
    let part = whole.pixels[page * height * step..<(page * height + rows) * step]
    let difference = zip(found.pixels, part).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(found.width == whole.width && found.height == height, sourceLocation: place)
    // Coverage at other subpixel places is rounded to other levels.
    #expect(difference <= 2, "page \(page)", sourceLocation: place)
  }

  @Test(
    "the pages of a row are the parts of its picture",
    .enabled(if: Tool.pdftocairo.isInstalled, "pdftocairo of poppler-utils is not installed"))
  func pages() async throws {
    let folder = try TestFolder()
    let feed = try Self.feed(repeating: 16)
    let (whole, paged) = (folder.path("whole.pdf"), folder.path("paged.pdf"))
    #expect(try await render(feed, to: .tall(path: whole)).pageCount == 1)
    let height = 300
    let summary = try await render(
      feed, to: .pagedDocument(height: Double(height), path: paged))
    #expect(summary.rowCount == 1 && summary.pageCount > 5)
    _ = try Tool.pdftocairo.run("-png", "-singlefile", "-r", "96", whole, folder.path("whole"))
    let expected = try DecodedPNG(folder.bytes("whole.png"))
    for page in 0..<summary.pageCount {
      _ = try Tool.pdftocairo.run(
        "-png", "-singlefile", "-r", "96", "-f", "\(page + 1)", "-l", "\(page + 1)", paged,
        folder.path("page"))
      expect(try DecodedPNG(folder.bytes("page.png")), isPage: page, height: height, of: expected)
    }
  }

  @Test(
    "the pages of a row as SVG files are the parts of its picture, and have the bytes of their parts",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"))
  func pageFiles() async throws {
    let folder = try TestFolder()
    let feed = try Self.feed(repeating: 16)
    let whole = folder.path("whole.svg")
    _ = try await render(feed, to: .tall(path: whole), .svg)
    let height = 300
    let pattern = try #require(PathPattern(folder.path("p{page}.svg"), name: "page"))
    let summary = try await render(
      feed, to: .pages(height: Double(height), pattern: pattern), .svg)
    #expect(summary.pageCount > 5)
    _ = try Tool.rsvgConvert.run("-o", folder.path("whole.png"), whole)
    let expected = try DecodedPNG(folder.bytes("whole.png"))
    var byteCount = 0
    for page in 0..<summary.pageCount {
      _ = try Tool.rsvgConvert.run("-o", folder.path("page.png"), pattern.path(page))
      expect(try DecodedPNG(folder.bytes("page.png")), isPage: page, height: height, of: expected)
      byteCount += try folder.bytes("p\(page).svg").count
    }
    // The picture of an emoji is in each file.
    let once = try folder.bytes("whole.svg").count
    #expect(byteCount < 3 * once + 8192 * summary.pageCount, "\(once), \(byteCount)")
  }

  @Test("a part of a drawing has the operations of its rows, and the groups around them")
  func parts() throws {
    var drawing = VectorDrawing(size: PixelSize(width: 10, height: 100_000))
    func rect(_ top: Double, _ bottom: Double) -> VectorPath {
      VectorPath(Rect(x: 0, y: top, width: 10, height: bottom - top), radii: .zero)
    }
    let whole = VectorDrawing.Operation.beginGroup(clip: rect(0, 100_000), opacity: 1)
    let narrow = VectorDrawing.Operation.beginGroup(clip: rect(100, 200), opacity: 1)
    let marks = (0..<2000).map { row in
      VectorDrawing.Operation.fill(rect(Double(50 * row), Double(50 * row + 20)), .black)
    }
    drawing.operations = [whole, narrow, marks[3], marks[900], .endGroup] + marks + [.endGroup]
    let paged = PagedDrawing(drawing)
    #expect(paged.part(top: 0, height: 100_000).operations == drawing.operations)
    #expect(
      paged.part(top: -130, height: 60).operations
        == [whole, narrow, marks[3], .endGroup, marks[3], .endGroup])
    // An operation outside of its group shows nowhere, and neither does the group.
    #expect(
      paged.part(top: -45_000, height: 60).operations
        == [whole, marks[900], marks[901], .endGroup])
    #expect(paged.part(top: -45_025, height: 20).operations == [whole, .endGroup])
    // A row that begins on this page.
    #expect(paged.part(top: 90, height: 100).operations == [whole, marks[0], .endGroup])
    for top in stride(from: 0, to: 100_000, by: 7_777) {
      let shown = marks.enumerated().filter {
        50 * $0.offset <= top + 3000 && 50 * $0.offset + 20 >= top
      }
      .map(\.element)
      let part = paged.part(top: -top, height: 3000).operations
      #expect(part.filter { shown.contains($0) }.suffix(shown.count) == shown[...])
    }
  }

  @Test("a page shows glyphs that reach onto it from a line of another one")
  func tallGlyphs() {
    func text(y: Double, glyph: Double? = nil, reach: Double = 0) -> VectorDrawing.Operation {
      var text = VectorText(
        font: FontKey(path: "x", size: 10), size: 10, fill: .black, isRightToLeft: false,
        isVertical: false)
      text.reach = reach
      text.clusters = [
        VectorText.Cluster(
          text: "a", glyphs: 0..<1, origin: Point(x: 0, y: y), advance: 5, isHidden: false)
      ]
      text.glyphs = [VectorText.Glyph(id: 1, x: 0, y: glyph ?? y)]
      return .text(text)
    }
    var drawing = VectorDrawing(size: PixelSize(width: 10, height: 2000))
    drawing.operations = [
      text(y: 1000), text(y: 1000, reach: 200), text(y: 1000, glyph: 850),
      text(y: 1000, glyph: 1150, reach: 120),
    ]
    func shown(_ row: Int) -> [Int] {
      let part = PagedDrawing(drawing).part(top: -row, height: 1).operations
      return drawing.operations.indices.filter { part.contains(drawing.operations[$0]) }
    }
    #expect(shown(1000) == [0, 1, 2, 3])
    #expect(shown(1019) == [0, 1, 2, 3] && shown(1021) == [1, 3])
    #expect(shown(979) == [0, 1, 2, 3] && shown(978) == [1, 2, 3])
    #expect(shown(829) == [1, 2] && shown(828) == [1])
    #expect(shown(1200) == [1, 3] && shown(1269) == [3] && shown(1271) == [])
  }

  @Test("the bytes of a row do not grow with its pages")
  func byteCount() async throws {
    let folder = try TestFolder()
    let feed = try Self.feed(repeating: 60)
    let (whole, paged) = (folder.path("whole.pdf"), folder.path("paged.pdf"))
    _ = try await render(feed, to: .tall(path: whole))
    let summary = try await render(feed, to: .pagedDocument(height: 100, path: paged))
    #expect(summary.pageCount > 90)
    let (once, divided) = (try folder.bytes("whole.pdf").count, try folder.bytes("paged.pdf").count)
    // A page has about a kilobyte of its own.
    #expect(divided < 2 * once + 2048 * summary.pageCount, "\(once), \(divided)")
  }

  @Test("the box of a missing glyph is one path of some hundred bytes", arguments: ["pdf", "svg"])
  func missingGlyphs(_ name: String) async throws {
    let folder = try TestFolder()
    func byteCount(_ count: Int) async throws -> Int {
      let body = String(repeating: "\u{E000}", count: count)
      let path = folder.path("\(count).\(name)")
      _ = try await render(
        .bytes(Array("{\"body\":\"\(body)\"}".utf8)), to: .tall(path: path),
        name == "pdf" ? .pdf : .svg)
      if name == "svg" {
        let text = String(decoding: try folder.bytes("\(count).svg"), as: UTF8.self)
        // Two are the card itself.
        #expect(text.ranges(of: "<path").count == count + 2)
      }
      return try folder.bytes("\(count).\(name)").count
    }
    let (few, many) = (try await byteCount(50), try await byteCount(1050))
    #expect((many - few) / 1000 < (name == "pdf" ? 100 : 600), "\(few), \(many)")
  }
}
