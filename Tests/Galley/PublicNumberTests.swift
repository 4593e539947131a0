import Foundation
import Galley
import GalleyLayout
import GalleyMarkup
import TestSupport
import Testing

/// Numbers that a program may assign to any public property, one property at a time: each is refused with an error or
/// drawn, and none ends the process.
@Suite("Public numbers", .timeLimit(.minutes(10)))
struct PublicNumberTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, .leastNonzeroMagnitude, 0.3, 1e9, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude,
  ]
  private static let counts = [Int.min, -1, 0, 1, 1 << 31, .max]
  private static let feed = Array(
    """
    {"title":"A title שלום","body":"Some *words* of a body 👋 that wrap","author":"Ada","time":"2026-01-01T00:00:00Z",\
    "image":"harbour.jpg"}
    """.utf8)

  /// The numbers of a theme, a template and the options of a run.
  private nonisolated(unsafe) static let themeNumbers: [WritableKeyPath<RenderOptions, Double>] =
    [
      \.template.width, \.template.scale, \.template.theme.borderWidth,
      \.template.theme.borderPhase, \.template.theme.gap, \.template.theme.pictureGap,
      \.template.theme.avatarSize, \.template.theme.avatarGap,
      \.template.theme.maximumImageHeight, \.template.theme.imageAspect,
      \.template.theme.cornerRadii.topLeft, \.template.theme.imageRadii.bottomRight,
      \.template.theme.cardInsets.left, \.template.theme.cardInsets.top,
      \.template.theme.padding.right, \.template.theme.padding.bottom,
    ]
    + styles.flatMap { style in
      styleNumbers.map { style.appending(path: $0) }
    }

  private nonisolated(unsafe) static let styles: [WritableKeyPath<RenderOptions, Theme.TextStyle>] =
    [\.template.theme.title, \.template.theme.body, \.template.theme.initials]

  private nonisolated(unsafe) static let styleNumbers: [WritableKeyPath<Theme.TextStyle, Double>] =
    [
      \.font.size, \.lineHeight, \.lineHeightMultiple, \.paragraphSpacing, \.tracking, \.kashida,
      \.shadow.x, \.shadow.y, \.shadow.radius,
    ]

  private func render(_ options: RenderOptions) async throws -> Int {
    let folder = try TestFolder()
    return try await FeedRenderer(options).render(
      .bytes(Self.feed), to: .tall(path: folder.path("a.png"))
    ).fileCount
  }

  private func options() -> RenderOptions {
    var options = RenderOptions()
    options.mode = .sync
    // The usual limit allows pictures of gigabytes.
    options.maximumRowPixels = 1 << 21
    options.assets = Repository.assets
    options.template.theme.title.shadow.color = .black
    options.template.theme.body.shadow.color = .black
    return options
  }

  @Test("of themes and templates", arguments: themeNumbers.indices)
  func themes(index: Int) async throws {
    for number in Self.numbers {
      var options = options()
      options[keyPath: Self.themeNumbers[index]] = number
      if let count = try? await render(options) { #expect(count <= 1) }
    }
  }

  @Test("of the options of a run, and of its limits")
  func limits() async throws {
    let paths: [WritableKeyPath<RenderOptions, Int>] = [
      \.workerCount, \.maximumRowPixels, \.limits.maximumBytes, \.limits.maximumDepth,
      \.limits.maximumDecompressedBytes, \.limits.maximumMarks, \.limits.maximumRows,
      \.limits.maximumTextBytes, \.limits.keptMemberBytes, \.imageLimits.maximumBytes,
      \.imageLimits.maximumEdge, \.imageLimits.maximumPixels,
      \.template.theme.title.maximumRowCount, \.template.theme.body.font.weight,
    ]
    for path in paths {
      for count in Self.counts {
        var options = options()
        options.mode = path == \.workerCount ? .async : .sync
        options[keyPath: path] = count
        if let count = try? await render(options) { #expect(count <= 1) }
      }
    }
  }

  /// Draws a layout that is no larger than some megapixels, which take long without optimization.
  private func draw(_ layout: TextLayout, by renderer: PictureRenderer) {
    let size = layout.boundingSize
    #expect(size.width.isFinite && size.height.isFinite)
    guard size.width * size.height < 1_000_000 else { return }
    _ = try? renderer.png(of: layout)
    _ = try? renderer.document(of: layout, as: .pdf)
    _ = try? renderer.document(of: layout, as: .svg)
  }

  @Test("of attributes and paragraphs")
  func attributes() throws {
    typealias Change = (inout TextAttributes, Double) -> Void
    let paragraph: [WritableKeyPath<ParagraphStyle, Double>] = [
      \.lineHeightMultiple, \.fixedLineHeight, \.minimumLineHeight, \.maximumLineHeight,
      \.lineSpacing, \.paragraphSpacingBefore, \.paragraphSpacing, \.firstLineHeadIndent,
      \.headIndent, \.tailIndent, \.defaultTabInterval, \.kashida,
    ]
    var changes: [Change] = paragraph.map { path in
      { attributes, number in
        var style = ParagraphStyle()
        style[keyPath: path] = number
        attributes.paragraphStyle = style
      }
    }
    let border: [WritableKeyPath<TextBorder, Double>] = [
      \.strokeWidth, \.insets.left, \.insets.top, \.cornerRadii.topLeft,
    ]
    changes += border.map { path in
      { attributes, number in
        var border = TextBorder(fillColor: .white)
        (border.strokeWidth, border.strokeColor) = (1, .black)
        border[keyPath: path] = number
        (attributes.border, attributes.backgroundBorder, attributes.blockBorder) =
          (border, border, border)
      }
    }
    let transform: [WritableKeyPath<GlyphTransform, Double>] = [\.a, \.b, \.c, \.d, \.tx, \.ty]
    changes += transform.map { path in
      { attributes, number in
        var transform = GlyphTransform()
        transform[keyPath: path] = number
        attributes.glyphTransform = transform
      }
    }
    changes += [
      { $0.font.size = $1 }, { $0.kern = $1 }, { $0.baselineOffset = $1 },
      { $0.stroke = TextStroke(width: $1) },
      { $0.ruby = RubyAnnotation("annotation", sizeFactor: $1) },
      { $0.shadows = [TextShadow(color: .black, radius: $1)] },
      { $0.shadows = [TextShadow(color: .black, offset: Point(x: $1, y: $1), radius: 2)] },
      { $0.innerShadows = [TextShadow(color: .black, radius: $1)] },
      { attributes, number in
        var decoration = TextDecoration()
        decoration.width = number
        (attributes.underline, attributes.strikethrough) = (decoration, decoration)
        attributes.overline = decoration
      },
      { attributes, number in
        var style = ParagraphStyle()
        style.tabStops = [.init(number)]
        attributes.paragraphStyle = style
      },
    ]
    let renderer = try PictureRenderer(options())
    for change in changes {
      for number in Self.numbers {
        var attributes = TextAttributes(font: Font(size: 16))
        change(&attributes, number)
        let text = AttributedText(
          "Some words\tשלום, السلام 日本\nand a line 👋", attributes: attributes)
        for container in [
          TextContainer(width: 90), TextContainer(size: Size(width: 90, height: 60)),
        ] {
          guard let layout = try? renderer.layout(text, in: container) else { continue }
          draw(layout, by: renderer)
        }
      }
    }
  }

  @Test("of containers, attachments and parsers")
  func containers() throws {
    let renderer = try PictureRenderer(options())
    let text = AttributedText(
      "Some words of a text", attributes: TextAttributes(font: Font(size: 16)))
    let container: [WritableKeyPath<TextContainer, Double>] = [
      \.size.width, \.size.height, \.insets.left, \.insets.bottom, \.scale, \.pathLineWidth,
    ]
    let positionNumbers: [WritableKeyPath<LinePositions, Double>] = [
      \.ascent, \.descent, \.distance, \.top, \.bottom,
    ]
    for number in Self.numbers {
      for path in container {
        var container = TextContainer(size: Size(width: 100, height: 100))
        container[keyPath: path] = number
        if let layout = try? renderer.layout(text, in: container) { draw(layout, by: renderer) }
      }
      var positions = LinePositions.fixed(lineHeight: 20)
      for path in positionNumbers {
        positions[keyPath: path] = number
        var container = TextContainer(width: 100)
        container.linePositions = positions
        _ = try? renderer.layout(text, in: container)
      }
      var parser = MarkdownParser()
      (parser.width, parser.theme.indent, parser.theme.paragraphSpacing) = (number, number, number)
      parser.theme.headingSizes = [number]
      if let parsed = try? parser.parsed(
        markdown: "# A\n\n- b\n\n| c | d |\n|---|---|\n| e | f |\n")
      {
        _ = try? renderer.layout(parsed, in: TextContainer(width: 100))
      }
      var html = HTMLParser()
      (html.width, html.theme.indent) = (number, number)
      if let parsed = try? html.parsed(
        html: "<table><tr><td>a<td>b</table><ul><li>c</ul><img width=9>")
      {
        _ = try? renderer.layout(parsed, in: TextContainer(width: 100))
      }
    }
    for count in Self.counts {
      var container = TextContainer(width: 60)
      container.maximumRowCount = count
      _ = try? renderer.layout(text, in: container)
      var (markdown, html) = (MarkdownParser(), HTMLParser())
      (markdown.byteLimit, html.byteLimit) = (count, count)
      _ = try? markdown.parsed(markdown: "a *b* c")
      _ = try? html.parsed(html: "a <b>b</b> c")
      var pango = PangoMarkupParser(attributes: TextAttributes(font: Font(size: 16)))
      pango.byteLimit = count
      _ = try? pango.parsed(markup: "a <b>b</b> c")
    }
  }

  @Test("of measured texts")
  func measuring() async throws {
    let text = FeedInput.bytes(Array("some words\nand more".utf8))
    for number in Self.numbers {
      for path in [\TextMeasureOptions.width, \.font.size] {
        var options = TextMeasureOptions()
        options[keyPath: path] = number
        if let summary = try? await TextMeasurer(options).measure(text) {
          #expect(summary.height.isFinite)
        }
      }
    }
    for count in Self.counts {
      for path in [\TextMeasureOptions.maximumRowCount, \.workerCount] {
        var options = TextMeasureOptions()
        options[keyPath: path] = count
        _ = try? await TextMeasurer(options).measure(text)
      }
    }
  }
}
