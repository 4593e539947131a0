import Foundation
import FoundationXML
import Galley
import GalleyPNG
import TestSupport
import Testing

@Suite("Documents of texts", .timeLimit(.minutes(15)))
struct DocumentTests {
  private static let texts = [
    "The quick brown fox jumps over the lazy dog, affix and office, naïve Ångström.",
    "السماء صافية والبحر هادئ في هذا المساء",
    // Without a comma: poppler takes it for part of a number, also in Chromium's documents.
    "שלום לכולם ערב טוב וברוכים הבאים",
    "吾輩は猫である。名前はまだ無い。",
    "नमस्ते दुनिया यह हिन्दी का पाठ है",
    "Party 🎉🎉 and 👩‍👩‍👧 today 🇮🇸 👋🏽 ok",
  ]

  private func renderer(scale: Double = 2) throws -> PictureRenderer {
    var options = RenderOptions()
    options.template.scale = scale
    return try PictureRenderer(options)
  }

  private func text(_ string: String, _ change: (inout TextAttributes) -> Void = { _ in })
    -> AttributedText
  {
    var attributes = TextAttributes(font: Font(size: 16))
    change(&attributes)
    return AttributedText(string, attributes: attributes)
  }

  @Test(
    "a PDF gives its text back",
    .enabled(if: Tool.pdftotext.isInstalled, "pdftotext of poppler-utils is not installed"),
    arguments: texts)
  func extractedText(_ string: String) throws {
    let renderer = try renderer()
    let layout = try renderer.layout(text(string), in: TextContainer(width: 240))
    let folder = try TestFolder()
    let path = folder.path("a.pdf")
    try writePicture(try renderer.document(of: layout, as: .pdf), to: path)
    let found = try Tool.pdftotext.run("-enc", "UTF-8", path, "-").words
    // Han text breaks between any letters.
    #expect(found.joined() == string.words.joined())
    if !string.contains("吾") { #expect(found == string.words) }
  }

  @Test(
    "a PDF gives the text of ruby back, not that of its base again",
    .enabled(if: Tool.pdftotext.isInstalled, "pdftotext of poppler-utils is not installed"))
  func ruby() throws {
    let renderer = try renderer()
    let layout = try renderer.layout(
      text("漢字") { $0.ruby = RubyAnnotation("かんじ") }, in: TextContainer(width: 240))
    let folder = try TestFolder()
    try writePicture(try renderer.document(of: layout, as: .pdf), to: folder.path("a.pdf"))
    let found = try Tool.pdftotext.run("-enc", "UTF-8", folder.path("a.pdf"), "-").words
    #expect(found.sorted() == ["かんじ", "漢字"])
    let svg = String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
    #expect(svg.contains("かんじ") && svg.ranges(of: "漢字").count == 1)
    let long = try renderer.layout(
      text(String(repeating: "漢字", count: 20)) { $0.ruby = RubyAnnotation("ながいかんじ") },
      in: TextContainer(width: 240))
    #expect(long.lines.count > 1)
    let broken = String(decoding: try renderer.document(of: long, as: .svg), as: UTF8.self)
    #expect(broken.ranges(of: "ながいかんじ").count == 1)
  }

  @Test(
    "a PDF looks as the picture",
    .enabled(if: Tool.pdftocairo.isInstalled, "pdftocairo of poppler-utils is not installed"),
    arguments: texts)
  func pdfPixels(_ string: String) throws {
    let renderer = try renderer()
    let layout = try renderer.layout(decorated(string), in: TextContainer(width: 240))
    let folder = try TestFolder()
    try writePicture(try renderer.document(of: layout, as: .pdf), to: folder.path("a.pdf"))
    _ = try Tool.pdftocairo.run(
      "-png", "-singlefile", "-r", "192", folder.path("a.pdf"), folder.path("a"))
    let found = try DecodedPNG(folder.bytes("a.png"))
    let expected = try DecodedPNG(try renderer.png(of: layout))
    #expect(found.meanDifference(to: expected) < 6)
  }

  @Test(
    "an SVG looks as the picture",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"),
    arguments: texts)
  func svgPixels(_ string: String) throws {
    let renderer = try renderer()
    let layout = try renderer.layout(decorated(string), in: TextContainer(width: 240))
    let folder = try TestFolder()
    try writePicture(try renderer.document(of: layout, as: .svg), to: folder.path("a.svg"))
    _ = try Tool.rsvgConvert.run(
      "-z", "2", "-o", folder.path("a.png"), folder.path("a.svg"))
    let found = try DecodedPNG(folder.bytes("a.png"))
    let expected = try DecodedPNG(try renderer.png(of: layout))
    #expect(found.meanDifference(to: expected) < 8)
  }

  @Test(
    "each line of an SVG is one text in the order of reading, with its spaces",
    arguments: [
      "שלום world 123, (עולם) טוב!", "Hello שלום עולם, and مرحبا بالعالم 42 times.",
      "العدد 12 من مجلة Galley (2026) اليوم", "plain words of one line", "a👋b 🎉 שלום👋 c",
    ])
  func readingOrder(_ string: String) throws {
    let renderer = try renderer()
    var text = text(string)
    // A part of another look.
    let end = string.suffix(3).utf8.count
    try text.update(in: text.utf8Count - end..<text.utf8Count) {
      $0.color = Color(rgb: 0xFF0000)
    }
    for width in [Double.infinity, 110] {
      let layout = try renderer.layout(text, in: TextContainer(width: width))
      let svg = String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
      let texts = svg.split(separator: "<text ").dropFirst().map { part in
        part.prefix { $0 != "\n" }.matches(of: />([^<>]+)</).map { String($0.1) }.joined()
      }
      let bytes = Array(string.utf8)
      let lines = layout.lines.map {
        String(decoding: bytes[$0.range], as: UTF8.self).trimmingCharacters(in: .whitespaces)
      }
      #expect(texts == lines)
    }
  }

  @Test(
    "an SVG of text in two directions looks as the picture",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"),
    arguments: [
      "שלום world 123, (עולם) טוב!", "Hello שָׁלוֹם עולם, and مرحبا بالعالم (42) times.",
      "العدد 12 من مجلة Galley (2026) اليوم",
    ])
  func directions(_ string: String) throws {
    let renderer = try renderer()
    let layout = try renderer.layout(text(string), in: TextContainer(width: 240))
    let folder = try TestFolder()
    try writePicture(try renderer.document(of: layout, as: .svg), to: folder.path("a.svg"))
    _ = try Tool.rsvgConvert.run("-z", "2", "-o", folder.path("a.png"), folder.path("a.svg"))
    let found = try DecodedPNG(folder.bytes("a.png"))
    let expected = try DecodedPNG(try renderer.png(of: layout))
    #expect(found.meanDifference(to: expected) < 3)
  }

  private func decorated(_ string: String) -> AttributedText {
    text(string) { attributes in
      attributes.underline = TextDecoration(.single)
      attributes.shadows = [
        TextShadow(
          color: Color(rgb: 0x2060C0), offset: Point(x: 2, y: 2), radius: 2)
      ]
      attributes.backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFFF0C0), cornerRadius: 4)
    }
  }

  @Test(
    "an SVG names the language of each run, with attributes or without")
  func languages() throws {
    let renderer = try renderer()
    func document(_ text: AttributedText) throws -> String {
      let layout = try renderer.layout(text, in: TextContainer(width: 240))
      return String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
    }
    #expect(try document(text("直す") { $0.language = "ja" }).contains("xml:lang=\"ja\""))
    #expect(try !document(text("plain")).contains("xml:lang"))
    var mixed = text("one zwei") { $0.language = "en" }
    try mixed.update(in: 4..<8) { $0.language = "de" }
    try mixed.update(in: 4..<8) { $0.underline = TextDecoration() }
    let written = try document(mixed)
    var three = text("one zwei tři")
    try three.update(in: 0..<4) { $0.language = "en" }
    try three.update(in: 4..<9) { $0.language = "de" }
    let plain = try document(three)
    #expect(plain.contains("xml:lang=\"de\"") && plain.contains("xml:lang=\"en\""))
    #expect(plain.split(separator: "xml:lang").count == 3)
    #expect(written.contains("xml:lang=\"de\"") && written.contains("xml:lang=\"en\""))
  }

  @Test("links lead to addresses that run nothing", arguments: ["pdf", "svg"])
  func links(_ format: String) throws {
    let renderer = try renderer()
    let kind = try #require(PictureRenderer.DocumentFormat(rawValue: format))
    func document(_ address: String) throws -> String {
      let text = text("a link") { $0.highlight = TextHighlight(userInfo: ["url": address]) }
      let layout = try renderer.layout(text, in: TextContainer(width: 240))
      return String(decoding: try renderer.document(of: layout, as: kind), as: UTF8.self)
    }
    #expect(try document("https://example.org/a?b=1&c=(d)").contains("https://example.org/a?b=1&"))
    let marks = format == "pdf" ? "/URI" : "<a "
    #expect(try document("https://example.org/").contains(marks))
    for address in ["javascript:alert(1)", "file:///a", "data:text/html,a", "a", ""] {
      #expect(try !document(address).contains(marks), "\(address)")
    }
    #expect(try !document("https://a.example/\")>> <script>").contains("<script>"))
  }

  @Test("a hostile text is well-formed SVG with the same letters")
  func hostileSVG() throws {
    let hostile = "]]> <script>\"'&amp; \u{1}\u{8}\u{1B}[31m \u{FFFE}\u{FFFF}<!-- --> <?x?>"
    let renderer = try renderer()
    let layout = try renderer.layout(text(hostile), in: TextContainer(width: 400))
    let parser = XMLParser(data: Data(try renderer.document(of: layout, as: .svg)))
    let reader = TextCollector()
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.text.contains("]]>") && reader.text.contains("<script>\"'&amp;"))
    #expect(!reader.elements.contains("script"))
  }

  @Test("a PDF's table of objects has the place of each")
  func objects() throws {
    let renderer = try renderer()
    let layout = try renderer.layout(text("Ahoy 👋 مرحبا"), in: TextContainer(width: 300))
    let bytes = try renderer.document(of: layout, as: .pdf)
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    let start = try #require(
      text.components(separatedBy: "startxref\n").last?.split(separator: "\n").first)
    let table = String(decoding: bytes[try #require(Int(start))...], as: Unicode.ASCII.self)
    let rows = table.split(separator: "\n").dropFirst(3).prefix { $0.hasSuffix("n ") }
    #expect(rows.count > 8)
    for (index, row) in rows.enumerated() {
      let place = try #require(Int(row.prefix(10)))
      #expect(bytes[place...].starts(with: Array("\(index + 1) 0 obj\n".utf8)))
    }
    #expect(!text.contains("CreationDate") && !text.contains("/ID"))
  }

  @Test("the same document twice", arguments: PictureRenderer.DocumentFormat.allCases)
  func determinism(_ format: PictureRenderer.DocumentFormat) throws {
    func document() throws -> [UInt8] {
      let renderer = try renderer()
      let layout = try renderer.layout(
        decorated(Self.texts.joined(separator: "\n")), in: TextContainer(width: 300))
      return try renderer.document(of: layout, as: format)
    }
    #expect(try document() == document())
  }
}

/// Collects the characters and the names of elements.
private final class TextCollector: NSObject, XMLParserDelegate {
  var text = ""
  var elements: Set<String> = []

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) { elements.insert(name) }
}
