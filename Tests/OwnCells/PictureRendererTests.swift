import Foundation
import Galley
import GalleyPrimitives
import TestSupport
import Testing

@Suite("PictureRenderer", .timeLimit(.minutes(15)))
struct PictureRendererTests {
  static func options(
    width: Double = 375, scale: Double = 2, mode: RenderMode = .async, workerCount: Int = 2
  ) -> RenderOptions {
    RenderOptions(
      template: CellTemplate(theme: .light, width: width, scale: scale),
      assets: Repository.assets, mode: mode, workerCount: workerCount)
  }

  private func pixels(_ cell: some Element, width: Double = 40) throws -> DecodedPNG {
    try DecodedPNG(PictureRenderer(Self.options(width: width, scale: 1)).png(of: cell))
  }

  @Test("a cell becomes a picture of its size, on both ways the same")
  func cells() throws {
    let renderer = try PictureRenderer(Self.options())
    let cell = PostCell("The analytical engine weaves algebraic patterns.", picture: "harbour")
    let png = try DecodedPNG(renderer.png(of: cell))
    let layout = try renderer.layout(of: cell)
    #expect(png.width == 750 && png.height == layout.pixelSize.height)
    #expect(renderer.takeWarnings() == [])
    let picture = try renderer.picture(of: cell)
    #expect(try picture.png(scale: 2) == renderer.png(of: cell))
    picture.withPixels { bytes, stride in
      #expect(stride == 3000 && bytes.byteCount == 3000 * png.height)
    }
  }

  @Test("a drawn image has its pixels as its identity, and layouts are pictures")
  func drawnImages() throws {
    let square = Rect(x: 0, y: 0, width: 16, height: 16)
    let list = DisplayList([.fill(square, Color(rgb: 0xFF0000))])
    let drawn = try Image(size: square.size, scale: 1) { list }
    #expect(try drawn.tree == Image(size: square.size, scale: 1) { list }.tree)
    let renderer = try PictureRenderer(Self.options(width: 16, scale: 1))
    let png = try DecodedPNG(renderer.png(of: drawn))
    #expect(png.width == 16 && png.height == 16 && png.color(x: 4, y: 4) == 0xFF0000)
    let cell = try renderer.picture(of: drawn)
    #expect(try renderer.layout(of: drawn).picture().png() == cell.png())
    let framed = try Image(cell, scale: 1)
    #expect(framed.content.size == square.size)
    #expect(try renderer.png(of: framed) == renderer.png(of: drawn))
    #expect(try Image(cell).content.size == Size(width: 8, height: 8))
    let hello = AttributedText("Hello", attributes: TextAttributes(font: Font(size: 14)))
    let text = try renderer.layout(hello, in: TextContainer(width: 80))
    #expect(try text.picture().png() == text.png())
  }

  @Test("an attachment shows a drawn image, in a text and in its archive")
  func drawnAttachments() throws {
    let square = Rect(x: 0, y: 0, width: 16, height: 16)
    let drawn = try Image(size: square.size, scale: 1) {
      DisplayList([.fill(square, Color(rgb: 0xFF0000))])
    }
    var attributes = TextAttributes(font: Font(size: 16))
    var attachment = TextAttachment(drawn)
    try attachment.setInfo(["numbers": [1, 2]], for: "data")
    #expect(try attachment.info([String: [Int]].self, for: "data") == ["numbers": [1, 2]])
    #expect(try attachment.info(Int.self, for: "other") == nil)
    #expect(throws: DecodingError.self) { try attachment.info(Int.self, for: "data") }
    attributes.attachment = attachment
    let text = AttributedText("\u{FFFC}", attributes: attributes)
    let renderer = try PictureRenderer(Self.options(width: 16, scale: 1))
    let layout = try renderer.layout(text, in: TextContainer(width: 16))
    let copy = try JSONDecoder().decode(TextLayout.self, from: JSONEncoder().encode(layout))
    for layout in [layout, copy] {
      let png = try DecodedPNG(layout.png())
      #expect(png.color(x: png.width / 2, y: png.height / 2) == 0xFF0000)
    }
  }

  @Test("a damaged image is warned of once, and a folder that cannot be made before the first cell")
  func failures() async throws {
    let renderer = try PictureRenderer(Self.options())
    let broken = Image(bytes: [1, 2, 3])
    _ = try renderer.png(
      of: Row {
        broken; broken; Text("x")
      })
    #expect(renderer.takeWarnings().count == 1)
    let pattern = try #require(PathPattern("/dev/null/{index}.png", name: "index"))
    await #expect(throws: PNGError.self) {
      try await FeedRenderer(Self.options()).render(cells: [Text("x")], to: pattern)
    }
  }

  @Test("items are pictures, files and a sequence, in both modes the same")
  func items() async throws {
    let items = (0..<20).map { FeedItem(title: "Item \($0)", body: "The ferry runs again.") }
    var all: [[[UInt8]]] = []
    for mode in RenderMode.allCases {
      let renderer = try FeedRenderer(Self.options(mode: mode))
      var pictures: [[UInt8]] = []
      for try await picture in renderer.pictures(of: items) { pictures.append(picture.bytes) }
      all.append(pictures)
    }
    #expect(all.allSatisfy { $0 == all[0] } && all[0].count == 20 && all[0][0] != all[0][1])
    let folder = try TestFolder()
    let pattern = try #require(PathPattern(folder.path("{index:02}.png"), name: "index"))
    #expect(try await FeedRenderer(Self.options()).render(items: items, to: pattern) == 20)
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("19.png")))
    #expect([UInt8](file) == all[0][19])
  }

  @Test("a root with a width of its own gives its width to the picture")
  func ownWidth() throws {
    let renderer = try PictureRenderer(Self.options(scale: 1))
    let social = Text("Hello").frame(width: 1200, height: 630).background(.black)
    let png = try DecodedPNG(renderer.png(of: social))
    #expect(png.width == 1200 && png.height == 630)
  }

  @Test("an image of bytes is drawn as the asset of these bytes, without a folder, and is codable")
  func imageBytes() throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.assets + "/mara.png"))
    // The three lengths of padding; decoders pass over bytes after the end of a PNG.
    for extra in 0...2 {
      let image = Image(bytes: [UInt8](file) + Array(repeating: 0, count: extra))
      let tree = image.frame(width: 40, height: 30).tree
      let coded = try JSONDecoder().decode(ElementTree.self, from: JSONEncoder().encode(tree))
      #expect(coded == tree)
      let renderer = try PictureRenderer(RenderOptions(template: Self.options().template))
      let png = try renderer.png(of: image.frame(width: 40, height: 30))
      #expect(renderer.takeWarnings() == [])
      let asset = try PictureRenderer(Self.options())
        .png(of: Image("mara").frame(width: 40, height: 30))
      #expect(png == asset, "\(extra)")
    }
  }

  @Test("bytes that are no image are a missing image with a warning")
  func hostileBytes() throws {
    let renderer = try PictureRenderer(Self.options(scale: 1))
    for bytes in [[], [1, 2, 3]] as [[UInt8]] {
      _ = try renderer.png(of: Image(bytes: bytes).frame(width: 9, height: 9))
      let warnings = renderer.takeWarnings()
      #expect(warnings.first?.kind == .image, "\(bytes.count) bytes: \(warnings)")
    }
  }

  @Test("a text with attributes becomes a picture in ten lines")
  func texts() throws {
    var text = AttributedText(
      "Galley draws 漢字 and links", attributes: TextAttributes(font: Font(size: 20)))
    try text.update(in: 0..<6) { $0.highlight = TextHighlight() }
    try text.update(in: 13..<19) { $0.ruby = RubyAnnotation("かんじ") }
    let renderer = try PictureRenderer(Self.options())
    let layout = try renderer.layout(text, in: TextContainer(width: 160))
    let png = try DecodedPNG(renderer.png(of: layout))
    #expect(png.width == Int((layout.boundingSize.width * 2).rounded(.up)))
    #expect(try DecodedPNG(layout.png(scale: 2)).colorType == 6)
    #expect(try DecodedPNG(layout.png(scale: 2, background: .white)).colorType == 2)
  }

  @Test("a display list of shapes and groups is drawn from one import")
  func lists() throws {
    let square = Rect(x: 0, y: 0, width: 4, height: 4)
    let group = DisplayGroup(
      [.fill(square, .black), .fill(square, .white)], in: square, opacity: 0.5)
    let list = DisplayList([
      .roundedRect(
        Rect(x: 4, y: 0, width: 4, height: 4), radii: .zero, fill: nil,
        border: Border(width: 1, color: .black)),
      .group(group),
    ])
    let size = Size(width: 8, height: 4)
    let picture = try list.picture(size: size, background: Color(rgb: 0x808080))
    let png = try DecodedPNG(picture.png())
    // White at half opacity over grey; the black below it does not shine through.
    #expect(png.color(1, 1) == [0xC0, 0xC0, 0xC0])
    #expect(png.color(4, 0) == [0, 0, 0] && png.color(6, 2) == [0x80, 0x80, 0x80])
  }

  @Test("a clipped box cuts its content at its corners; another one does not")
  func clipping() throws {
    let content = Shape(fill: .black).frame(width: 40, height: 40)
    func cell(_ isClipped: Bool) -> ElementTree {
      Column { content }.frame(height: 40).cornerRadius(20)
        .modifying { $0.look.isClipped = isClipped }
    }
    #expect(try pixels(cell(false)).color(0, 0) == [0, 0, 0])
    #expect(try pixels(cell(true)).color(0, 0) != [0, 0, 0])
    #expect(try pixels(cell(true)).color(20, 20) == [0, 0, 0])
  }

  @Test("opacity flattens a box with its content, and a shadow lies outside the box")
  func opacityAndShadows() throws {
    let half = Overlay {
      Shape(fill: .black).frame(height: 10)
      Shape(fill: .white).frame(height: 10)
    }.opacity(0.5)
    let page = Theme.light.pageColor
    let mean = try pixels(half).color(5, 5)
    #expect(Int(mean[0]) > Int(page.red) && mean[0] < 255)
    let shadow = TextShadow(color: .black, offset: Point(x: 0, y: 6), radius: 0)
    let box = Shape(fill: .white).frame(width: 20, height: 10).shadow(shadow)
    let png = try pixels(Column { box }.padding(EdgeInsets(bottom: 10)))
    #expect(png.color(5, 5) == [255, 255, 255] && png.color(5, 12) == [0, 0, 0])
    #expect(png.color(5, 17) == [page.red, page.green, page.blue])
    #expect(png.color(30, 12) == [page.red, page.green, page.blue])
  }

  @Test("an image covers, is contained, fills or keeps its size, around its focus")
  func images() throws {
    func picture(_ fit: ImageFit, x: Double = 0.5) throws -> DecodedPNG {
      try pixels(
        Image("harbour").fit(fit).focus(x: x, y: 0.5).frame(width: 40, height: 40))
    }
    let page = Theme.light.pageColor
    let pictures = try ImageFit.allCases.map { try picture($0).pixels }
    #expect(Set(pictures).count == 4)
    #expect(try picture(.contain).color(20, 0) == [page.red, page.green, page.blue])
    #expect(try picture(.cover).color(20, 0) != [page.red, page.green, page.blue])
    #expect(try picture(.cover, x: 0).pixels != picture(.cover, x: 1).pixels)
    #expect(try picture(.fill, x: 0).pixels == picture(.fill, x: 1).pixels)
  }

  @Test("a missing image takes no space, and is reported")
  func missingImages() throws {
    let renderer = try PictureRenderer(Self.options())
    let layout = try renderer.layout(
      of: Row {
        Image("nowhere")
        Text("beside")
      })
    #expect(layout.parts.count == 1 && layout.parts[0].rect.minX == 0)
    #expect(renderer.takeWarnings().map(\.kind) == [.image])
    #expect(renderer.takeWarnings().isEmpty)
  }

  @Test("areas to tap are the elements with roles, images, links and attachments")
  func hitAreas() throws {
    let renderer = try PictureRenderer(Self.options())
    var text = AttributedText("See here", attributes: TextAttributes(font: Font(size: 14)))
    try text.update(in: 4..<8) { $0.highlight = TextHighlight() }
    let layout = try renderer.layout(
      of: Column {
        Image("mara").frame(width: 30, height: 30).role("avatar")
        Text(text).role("message")
        Text("without a role")
      }.role("post"))
    let areas = layout.hitAreas
    #expect(areas.map(\.kind) == [.element, .picture, .element, .highlight])
    #expect(areas.map { $0.part?.rawValue } == ["post", "avatar", "message", "message"])
    #expect(areas[0].rects == [layout.card])
    #expect(areas[3].rects.allSatisfy { $0.minX > 20 && $0.minY >= 30 })
  }

  @Test("the area of a text with a role has the padding, and the text has not")
  func paddedAreas() throws {
    let renderer = try PictureRenderer(Self.options())
    let layout = try renderer.layout(
      of: Row {
        Text("New").padding(x: 8, y: 3).background(.black).cornerRadius(9).role("badge")
        Text("beside").role("plain")
      })
    let areas = layout.hitAreas
    #expect(areas.map { $0.part?.rawValue } == ["badge", "plain"])
    let text = try #require(layout.parts.first { $0.kind.rawValue == "badge" }?.rect)
    #expect(
      areas[0].rects == [text.inset(by: EdgeInsets(top: -3, left: -8, bottom: -3, right: -8))])
    #expect(areas[0].rects[0].minX == 0 && areas[1].rects[0].minX == areas[0].rects[0].maxX)
    let copy = try JSONDecoder().decode(CellLayout.self, from: JSONEncoder().encode(layout))
    #expect(copy == layout && copy.hitAreas == areas)
  }
}

extension DecodedPNG {
  /// The colour of a pixel without its alpha.
  func color(_ x: Int, _ y: Int) -> [UInt8] {
    let size = colorType == 2 ? 3 : 4
    let start = (y * width + x) * size
    return Array(pixels[start..<start + 3])
  }
}
