import Foundation
import Galley
import GalleyCells
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyCellRendering

@Suite("Overlays of cells", .timeLimit(.minutes(15)))
struct CellOverlayTests {
  /// Pictures of 144 by 144 and 1,000 by 560 pixels, and a name that is too long for its line.
  private static let item = """
    {"title": "Round", "author": "Mara Lindqvist of the long quay behind the old harbour", \
    "avatar": "mara", "image": "harbour"}
    """

  /// A cell of ``item`` with a renderer for it.
  private func cell(
    width: Double = 240, scale: Double
  ) throws -> (layout: CellLayout, renderer: CellRenderer) {
    var options = RenderOptions()
    options.template = CellTemplate(theme: .light, width: width, scale: scale)
    options.assets = Repository.assets
    let inspector = try FeedInspector(options)
    let row = try inspector.inspect(.bytes(Array(Self.item.utf8)), row: 0)
    return (row.layout, try CellShop(options).makeRenderer())
  }

  @Test("have an area for each picture and truncation token, where they stand")
  func partsOfCells() throws {
    let layout = try cell(scale: 2).layout
    let areas = layout.hitAreas
    let pictures = layout.parts.filter { $0.image != nil }
    #expect(pictures.count == 2)
    #expect(areas.filter { $0.kind == .picture }.map(\.rects) == pictures.map { [$0.rect] })
    let author = try #require(layout.parts.first { $0.kind == .author })
    let name = try #require(author.text)
    #expect(name.isTruncated)
    let tokens = areas.filter { $0.kind == .token }
    #expect(tokens.count == 1 && areas.count == 3)
    let ellipsis = try #require(tokens.first?.rects.first)
    let line = name.lines[0].rect
    // At the line's end, as high as the line, and about as wide as an ellipsis.
    #expect(abs(ellipsis.maxX - (author.rect.minX + line.maxX)) < 0.01)
    #expect(ellipsis.minY == author.rect.minY + line.minY && ellipsis.height == line.height)
    #expect(ellipsis.width > 4 && ellipsis.width < 30)
  }

  @Test("have an area for each highlight and attachment of a text")
  func partsOfTexts() throws {
    let typesetter = Typesetter(try FontLibrary())
    var text = AttributedText(
      "See the \u{FFFC} quay and the old harbour", attributes: TextAttributes(font: Font(size: 14)))
    try text.update(in: 8..<11) {
      $0.attachment = TextAttachment(.color(.black), size: Size(width: 20, height: 10))
    }
    try text.update(in: 12..<30) { $0.highlight = TextHighlight(userInfo: ["url": "quay"]) }
    // Narrow, so that the highlight goes over several lines.
    let layout = try typesetter.layout(text, in: TextContainer(width: 90))
    let cell = CellLayout(
      size: Size(width: 120, height: 100), scale: 1, card: .zero,
      parts: [
        CellPart(kind: .body, rect: Rect(x: 7, y: 5, width: 90, height: 80), text: layout),
        CellPart(
          kind: .initials, rect: Rect(x: 0, y: 80, width: 20, height: 20), text: layout,
          ground: .black),
      ])
    #expect(cell.hitAreas.map(\.kind) == [.attachment, .highlight, .picture])
    let highlight = try #require(layout.highlights.first)
    #expect(highlight.rects.count > 1)
    #expect(cell.hitAreas[1].rects == highlight.rects.map { $0.offset(x: 7, y: 5) })
    #expect(cell.hitAreas[0].rects == [layout.attachments[0].rect.offset(x: 7, y: 5)])
    // A finger that hits an area hits the text's highlight too.
    for rect in cell.hitAreas[1].rects {
      let middle = Point(
        x: (rect.minX + rect.maxX) / 2 - 7, y: (rect.minY + rect.maxY) / 2 - 5)
      #expect(layout.highlight(at: middle, slop: 0) == highlight)
    }
  }

  @Test(
    "tell how many pixels of a file there are for one that is drawn, unless they are as many",
    // The avatar is 36 units wide, the image as wide as the card's inside.
    arguments: [(1.0, [4.0, 5.09]), (2, [2, 2.545]), (4, [1.273]), (0.5, [8, 10.18])]
      as [(Double, [Double])])
  func ratios(scale: Double, expected: [Double]) throws {
    let (layout, renderer) = try cell(scale: scale)
    let image = try #require(layout.parts.first { $0.kind == .image }).rect
    let avatar = try #require(layout.parts.first { $0.kind == .avatar }).rect
    let ratios = [
      try #require(avatar.pixelRatio(to: PixelSize(width: 144, height: 144), scale: scale)),
      try #require(image.pixelRatio(to: PixelSize(width: 1000, height: 560), scale: scale)),
    ].filter { abs($0 - 1) > 0.005 }
    #expect(ratios.count == expected.count)
    for (ratio, expected) in zip(ratios, expected) { #expect(abs(ratio - expected) < 0.01) }
    // A tint, a label's ground and its text.
    let items = try CellOverlay.scale.items(over: layout, at: .zero, with: renderer)
    #expect(items.count == 3 * expected.count)
    #expect(Rect.zero.pixelRatio(to: PixelSize(width: 1, height: 1), scale: 1) == nil)
  }

  @Test("are blue where a file has too few pixels")
  func blurred() throws {
    func ground(_ scale: Double) throws -> Color? {
      let (layout, renderer) = try cell(width: 640, scale: scale)
      let items = try CellOverlay.scale.items(over: layout, at: .zero, with: renderer)
      guard
        case .roundedRect(_, radii: _, let fill, border: _, isSquare: _) = items.last(where: {
          if case .roundedRect = $0 { true } else { false }
        })
      else { return nil }
      return fill
    }
    let (much, little) = (try #require(try ground(0.5)), try #require(try ground(4)))
    #expect(much.red > much.blue && little.blue > little.red)
  }
}
