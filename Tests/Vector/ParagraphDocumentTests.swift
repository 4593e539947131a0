import Galley
import GalleyPNG
import TestSupport
import Testing

/// Documents of paragraphs whose attributes move letters, or add some that the text does not have.
@Suite("Documents of paragraphs", .timeLimit(.minutes(15)))
struct ParagraphDocumentTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var string: String
    var language: String
    var isVertical = false
    var change: @Sendable (inout ParagraphStyle) -> Void

    var testDescription: String { name + (isVertical ? ", vertical" : "") }

    func layout(_ renderer: PictureRenderer, isPlain: Bool = false) throws -> TextLayout {
      var text = AttributedText(
        string, attributes: TextAttributes(font: Font(size: 20), language: language))
      if !isPlain { change(&text.paragraphStyle) }
      var container = TextContainer(size: Size(width: 200, height: 200))
      // Room for punctuation outside of the lines.
      container.insets = EdgeInsets(top: 24, left: 24, bottom: 24, right: 24)
      container.isVertical = isVertical
      return try renderer.layout(text, in: container)
    }
  }

  private static let samples = [
    Sample(name: "autospace", string: "第3回のCSS勉強会は5月2日、Galleyの話です", language: "ja") {
      $0.autospace = .normal
    },
    Sample(name: "opening", string: "“Marks stand before the first line”", language: "en") {
      $0.hangsOpening = true
    },
    Sample(name: "stops", string: "吾輩は猫である。名前は、まだ、無い。魚の、味", language: "ja") {
      $0.hangsStops = true
      $0.alignment = .justify
    },
    Sample(name: "ideographs", string: "第3回のCSS勉強会は5月2日の話です、魚の味は", language: "ja") {
      $0.alignment = .justify
    },
    Sample(name: "spaces", string: "All human beings are born free and equal", language: "en") {
      $0.alignment = .justify
    },
    Sample(
      name: "right to left", string: "כל בני האדם נולדו בני חורין ושווים בערכם", language: "he"
    ) {
      $0.alignment = .justify
    },
    Sample(
      name: "kashidas", string: "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق", language: "ar"
    ) {
      $0.alignment = .justify
      $0.kashida = 2
    },
  ].flatMap { sample in
    [false, true].map { isVertical in
      var sample = sample
      sample.isVertical = isVertical
      return sample
    }
  }

  private func renderer() throws -> PictureRenderer {
    var options = RenderOptions()
    options.template.scale = 2
    return try PictureRenderer(options)
  }

  /// Checks that a document looks like the picture, and not like that of the text without the attribute.
  private func expect(_ sample: Sample, drawn: DecodedPNG, by renderer: PictureRenderer) throws {
    let expected = try DecodedPNG(try renderer.png(of: sample.layout(renderer)))
    let plain = try DecodedPNG(try renderer.png(of: sample.layout(renderer, isPlain: true)))
    #expect(expected.meanDifference(to: plain) > 1, "\(sample.testDescription)")
    let difference = drawn.meanDifference(to: expected)
    #expect(difference < drawn.meanDifference(to: plain) / 2, "\(sample.testDescription)")
    #expect(difference < 3, "\(sample.testDescription)")
  }

  @Test(
    "a PDF has the letters of each paragraph at the picture's places",
    .enabled(if: Tool.pdftocairo.isInstalled, "pdftocairo of poppler-utils is not installed"),
    arguments: samples)
  func pdf(_ sample: Sample) throws {
    let (renderer, folder) = (try renderer(), try TestFolder())
    try writePicture(
      try renderer.document(of: sample.layout(renderer), as: .pdf), to: folder.path("a.pdf"))
    _ = try Tool.pdftocairo.run(
      "-png", "-singlefile", "-r", "192", folder.path("a.pdf"), folder.path("a"))
    try expect(sample, drawn: try DecodedPNG(folder.bytes("a.png")), by: renderer)
  }

  @Test(
    "an SVG has the letters of each paragraph at the picture's places",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"),
    arguments: samples)
  func svg(_ sample: Sample) throws {
    let (renderer, folder) = (try renderer(), try TestFolder())
    try writePicture(
      try renderer.document(of: sample.layout(renderer), as: .svg), to: folder.path("a.svg"))
    _ = try Tool.rsvgConvert.run("-z", "2", "-o", folder.path("a.png"), folder.path("a.svg"))
    try expect(sample, drawn: try DecodedPNG(folder.bytes("a.png")), by: renderer)
  }

  @Test("the last word of a wrapped line of an SVG has its own width, and a soft hyphen its hyphen")
  func lineEnds() throws {
    let renderer = try renderer()
    func svg(_ string: String, width: Double, lineCount: Int = 2) throws -> String {
      let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 20)))
      let layout = try renderer.layout(text, in: TextContainer(width: width))
      #expect(layout.lines.count == lineCount)
      return String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
    }
    let wrapped = try svg("plain text wraps", width: 100)
    #expect(wrapped.contains(">text</tspan>") && !wrapped.contains(" </tspan>"))
    let word = try renderer.layout(
      AttributedText("text", attributes: TextAttributes(font: Font(size: 20))),
      in: TextContainer(width: .infinity))
    let length = try #require(wrapped.firstMatch(of: /textLength="([0-9.]+)">text</)?.1)
    #expect(abs((Double(length) ?? 0) - 2 * word.lines[0].advance) < 0.1)
    #expect(
      try svg("incom\u{AD}prehensible", width: 80, lineCount: 3).contains(">incom\u{2010}</tspan>"))
    #expect(try svg("in\u{AD}com", width: 80, lineCount: 1).contains(">incom</tspan>"))
  }

  @Test("a column of an SVG is one text, and so are slanted words beside each other")
  func oneText() throws {
    let renderer = try renderer()
    func texts(_ string: String, isVertical: Bool, isItalic: Bool) throws -> [String] {
      var container = TextContainer(size: Size(width: 400, height: 400))
      container.isVertical = isVertical
      let font = Font(family: "Noto Sans CJK JP", size: 20, isItalic: isItalic)
      let layout = try renderer.layout(
        AttributedText(string, attributes: TextAttributes(font: font, language: "ja")),
        in: container)
      let svg = String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
      return svg.matches(of: /<text[^\n]*<\/text>/).map {
        String($0.output).replacing(/<[^>]*>/, with: "")
      }
    }
    #expect(try texts("吾輩は abc 猫", isVertical: true, isItalic: false) == ["吾輩は abc 猫"])
    #expect(try texts("漢字 斜体 です", isVertical: false, isItalic: true) == ["漢字 斜体 です"])
  }

  @Test(
    "spaced words of an SVG are as long as viewers measure them, and begin where viewers draw them")
  func letterSpacing() throws {
    let renderer = try renderer()
    func layout(_ string: String, kern: Double = 3) throws -> TextLayout {
      var attributes = TextAttributes(font: Font(size: 20))
      attributes.kern = kern
      return try renderer.layout(
        AttributedText(string, attributes: attributes), in: TextContainer(width: .infinity))
    }
    func numbers(_ name: String, _ string: String) throws -> [Double] {
      let svg = String(
        decoding: try renderer.document(of: layout(string), as: .svg), as: UTF8.self)
      return try svg.matches(of: Regex(#" \#(name)="([0-9.]+)""#, as: (Substring, Substring).self))
        .compactMap { Double($0.1) }
    }
    // A viewer adds the space behind each letter, also behind the last one: half of it is at the ends of a line.
    let lengths = try numbers("textLength", "nnn nnn")
    let letter = try layout("n", kern: 0).lines[0].advance
    for length in lengths { #expect(abs(length - 2 * (3 * letter + 9)) < 0.1, "\(length)") }
    #expect(lengths.count == 2)
    // Behind is at the right of each letter, also of the first one of text from right to left.
    let line = try layout("שלום עולם").lines[0]
    let edge = try #require(numbers("x", "שלום עולם").max())
    #expect(abs(edge - 2 * (line.advance + 3)) < 2.5, "\(edge) \(line.advance)")
  }

  @Test("the text of a document has no tatweel that a kashida added")
  func textOfKashidas() throws {
    let sample = try #require(Self.samples.first { $0.name == "kashidas" })
    let renderer = try renderer()
    let layout = try sample.layout(renderer)
    let svg = String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
    #expect(svg.contains("<path") && !svg.unicodeScalars.contains("\u{640}"))
    #expect(svg.contains("أحرارا"))
    guard Tool.pdftotext.isInstalled else { return }
    let folder = try TestFolder()
    try writePicture(try renderer.document(of: layout, as: .pdf), to: folder.path("a.pdf"))
    let found = try Tool.pdftotext.run("-enc", "UTF-8", folder.path("a.pdf"), "-")
    #expect(found.words == sample.string.words)
  }

  @Test(
    "a document of a truncated row has the shown text and the token alone",
    arguments: [TextContainer.Truncation.start, .middle, .end],
    ["One two three four five six seven", "שלום עולם וברוך הבא לכולם בערב הזה"])
  func truncated(truncation: TextContainer.Truncation, string: String) throws {
    let (renderer, folder) = (try renderer(), try TestFolder())
    let attributes = TextAttributes(font: Font(size: 20))
    for token in [nil, "[more]"] {
      var container = TextContainer(width: 150, maximumRowCount: 1, truncation: truncation)
      container.truncationToken = token.map { AttributedText($0, attributes: attributes) }
      if token != nil {
        // In a font of its own, with the text of its own.
        container.truncationMessage = AttributedText(
          " all", attributes: TextAttributes(font: Font(size: 20, weight: 700)))
      }
      let layout = try renderer.layout(
        AttributedText(string, attributes: attributes), in: container)
      let hidden = try #require(layout.truncatedRange)
      let bytes = Array(string.utf8)
      func words(_ text: String) -> [String] { text.words.map(String.init) }
      let head = String(decoding: bytes[..<hidden.lowerBound], as: UTF8.self)
      let tail = String(decoding: bytes[hidden.upperBound...], as: UTF8.self)
      let shown = (head + (token.map { $0 + " all" } ?? "…") + tail)
        .filter { !$0.isWhitespace }
      let svg = String(decoding: try renderer.document(of: layout, as: .svg), as: UTF8.self)
      let texts = svg.matches(of: />([^<>]+)</).map { String($0.1) }.joined()
      #expect(
        texts.filter { !$0.isWhitespace }.sorted() == shown.sorted(), "\(token ?? "") \(texts)")
      guard Tool.pdftotext.isInstalled else { continue }
      try writePicture(
        try renderer.document(of: layout, as: .pdf), to: folder.path("a.pdf"))
      let found = try Tool.pdftotext.run("-enc", "UTF-8", folder.path("a.pdf"), "-")
      #expect(found.words.joined().sorted() == shown.sorted(), "\(found)")
    }
  }

  @Test(
    "joined letters are not spaced, and letters are mirrored one by one, in an SVG as in the picture",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"))
  func letters() throws {
    let renderer = try renderer()
    for (string, change) in [
      ("مرحبا بالعالم", { $0.kern = 4 }), ("spaced letters", { $0.kern = 4 }),
      ("mirrored", { $0.glyphTransform = GlyphTransform(a: -1, tx: 9) }),
      ("👋", { $0.stroke = TextStroke(width: 1, keepsFill: false) }),
      ("wide words", { $0.glyphTransform = GlyphTransform(a: 1.5) }),
      (
        "wide hollow",
        {
          $0.glyphTransform = GlyphTransform(a: 3)
          $0.stroke = TextStroke(width: 2, keepsFill: false)
        }
      ),
    ] as [(String, (inout TextAttributes) -> Void)] {
      var attributes = TextAttributes(font: Font(size: 20))
      change(&attributes)
      let layout = try renderer.layout(
        AttributedText(string, attributes: attributes), in: TextContainer(width: 220))
      let folder = try TestFolder()
      try writePicture(try renderer.document(of: layout, as: .svg), to: folder.path("a.svg"))
      _ = try Tool.rsvgConvert.run("-z", "2", "-o", folder.path("a.png"), folder.path("a.svg"))
      let expected = try DecodedPNG(try renderer.png(of: layout))
      let difference = try DecodedPNG(folder.bytes("a.png")).meanDifference(to: expected)
      #expect(difference < 4, "\(string)")
    }
  }

  @Test(
    "marks of emphasis and ruby are drawn in an SVG as in the picture",
    .enabled(if: Tool.rsvgConvert.isInstalled, "rsvg-convert of librsvg2-bin is not installed"),
    arguments: [false, true])
  func annotations(isVertical: Bool) throws {
    let renderer = try renderer()
    for (name, change) in [
      ("emphasis", { $0.emphasis = EmphasisMark() }),
      ("ruby", { $0.ruby = RubyAnnotation("わがはい ねこ 猫🐈") }),
      (
        "both",
        {
          $0.emphasis = EmphasisMark("﹅", position: .below)
          $0.ruby = RubyAnnotation("わがはい")
        }
      ),
    ] as [(String, (inout TextAttributes) -> Void)] {
      func layout(_ change: (inout TextAttributes) -> Void) throws -> TextLayout {
        var attributes = TextAttributes(font: Font(size: 20), language: "ja")
        change(&attributes)
        var container = TextContainer(size: Size(width: 200, height: 160))
        container.insets = EdgeInsets(all: 20)
        container.isVertical = isVertical
        // Lines of a given height, so that the letters stand at the same places without the annotations.
        let style = ParagraphStyle.fixed
        return try renderer.layout(
          AttributedText("吾輩は猫である", attributes: attributes, paragraphStyle: style), in: container)
      }
      let folder = try TestFolder()
      let document = try renderer.document(of: layout(change), as: .svg)
      try writePicture(document, to: folder.path("a.svg"))
      _ = try Tool.rsvgConvert.run("-z", "2", "-o", folder.path("a.png"), folder.path("a.svg"))
      let drawn = try DecodedPNG(folder.bytes("a.png"))
      let expected = try DecodedPNG(try renderer.png(of: layout(change)))
      let plain = try DecodedPNG(try renderer.png(of: layout { _ in }))
      #expect(expected.meanDifference(to: plain) > 0.2, "\(name)")
      #expect(
        drawn.meanDifference(to: expected) < drawn.meanDifference(to: plain) / 2, "\(name)")
      let readings = String(decoding: document, as: UTF8.self).matches(of: /わがはい/).count
      #expect(readings == (name == "emphasis" ? 0 : 1), "\(name)")
    }
  }
}

extension ParagraphStyle {
  fileprivate static let fixed: ParagraphStyle = {
    var style = ParagraphStyle()
    style.fixedLineHeight = 60
    return style
  }()
}
