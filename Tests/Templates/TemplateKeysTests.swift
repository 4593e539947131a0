import Foundation
import GalleyBoxes
import GalleyCells
import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyTemplates
import GalleyText
import Testing

@Suite("Keys of templates", .timeLimit(.minutes(15)))
struct TemplateKeysTests {
  private func cell(
    _ yaml: String, _ json: String = "{}", theme: Theme = .light
  ) throws -> ElementTree {
    try Template(yaml: "body:\n  " + yaml.replacing("\n", with: "\n  "), theme: theme)
      .cell(TemplateValue(json: Data(json.utf8)))
  }

  private func text(
    _ yaml: String, _ json: String = "{}", theme: Theme = .light
  ) throws -> ElementText {
    let cell = try cell(yaml, json, theme: theme)
    guard case .text(let text) = cell.content else {
      throw TemplateError.unreadable(path: "", reason: "no text")
    }
    return text
  }

  @Test("boxes have shadows, radii, dashes, gaps and a direction of their own")
  func looks() throws {
    let tree = try cell(
      """
      row: []
      shadow: {x: 1, y: 2, blur: 8, color: "#00000080"}
      radius: [1, 2, 3, 4]
      borderColor: line
      borderWidth: 2
      borderDashes: [4, 2]
      borderPhase: 1
      rtl: true
      wrap: reverse
      rowGap: 3
      columnGap: 5%
      """)
    let shadow = TextShadow(
      color: Color(red: 0, green: 0, blue: 0, alpha: 128), offset: Point(x: 1, y: 2), radius: 8)
    #expect(tree.look.shadow == shadow)
    #expect(
      tree.look.radii == CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4))
    #expect(
      tree.look.border
        == Border(width: 2, color: Theme.light.borderColor, dashes: [4, 2], phase: 1))
    #expect(tree.box.isRightToLeft == true && tree.box.wrap == .reverse)
    #expect(tree.box.rowGap == .units(3) && tree.box.columnGap == .percent(5))
  }

  @Test("spacings and radii have names of the theme")
  func names() throws {
    var theme = Theme.dark
    theme.gap = 7
    theme.cornerRadii = CornerRadii(all: 13)
    theme.padding = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let tree = try cell(
      "column: []\ngap: gap\nradius: card\npadding: card\nmargin: [small, large]", theme: theme)
    #expect(tree.box.rowGap == .units(7) && tree.look.radii == CornerRadii(all: 13))
    #expect(
      tree.box.padding
        == BoxEdges(top: .units(1), leading: .units(2), bottom: .units(3), trailing: .units(4)))
    #expect(tree.box.margin.top == .units(3.5) && tree.box.margin.leading == .units(14))
  }

  @Test("texts have decorations, shadows, features, and heights of lines as in CSS")
  func texts() throws {
    let text = try text(
      """
      text: a
      size: 20
      underline: true
      strikethrough: {pattern: dash, color: accent}
      tracking: 0.5
      textShadow: {y: 1, color: "#000"}
      features: [smcp, ss01=2]
      lineHeight: 1.2
      paragraphSpacing: 6
      firstLineIndent: 8
      indent: 4
      endIndent: 2
      wrap: balance
      token: more
      """)
    let attributes = text.text.attributes(at: 0)
    #expect(attributes.underline == TextDecoration())
    #expect(attributes.strikethrough?.pattern == .dash)
    #expect(attributes.strikethrough?.color == Theme.light.initialsColors[0])
    #expect(attributes.kern == 0.5)
    #expect(attributes.shadows == [TextShadow(color: .black, offset: Point(x: 0, y: 1))])
    #expect(attributes.fontFeatures == [FontFeature("smcp"), FontFeature("ss01", value: 2)])
    let style = text.text.paragraphStyle
    #expect(style.fixedLineHeight == 24 && style.paragraphSpacing == 6)
    #expect(style.firstLineHeadIndent == 8 && style.headIndent == 4 && style.tailIndent == -2)
    #expect(style.wrap == .balance)
    #expect(text.container.truncationToken?.string == "more")
  }

  @Test("parts of a text have attributes of their own, and are left out with their fields")
  func parts() throws {
    let yaml = """
      text:
        - "by "
        - text: "{author}"
          weight: 700
          link: "https://a.example/{id}"
        - text: " #{tag}"
          for: tags
          as: tag
          color: quiet
        - text: " {missing}"
        - text: "!"
          if: loud
      size: 20
      """
    let text = try text(yaml, #"{"author": "Ada", "id": 7, "tags": ["x", "y"]}"#).text
    #expect(text.string == "by Ada #x #y")
    #expect(text.attributes(at: 0).font.size == 20 && text.attributes(at: 0).highlight == nil)
    let name = text.attributes(at: 3)
    #expect(name.font.weight == 700 && name.font.size == 20)
    #expect(name.highlight?.userInfo == ["url": "https://a.example/7"])
    #expect(text.attributes(at: 7).color == Theme.light.time.color)
    // With all fields missing, the text is left out.
    #expect(throws: TemplateError.self) { try self.text(yaml) }
  }

  @Test(
    "addresses in a text become links",
    arguments: [
      ("see https://a.example/b_(c), ok", ["https://a.example/b_(c)"]),
      ("(http://a.b/c).", ["http://a.b/c"]), ("www.a.example!", ["https://www.a.example"]),
      ("見てhttps://a.b/c。次", ["https://a.b/c"]), ("xhttps://a.b www. http://", []),
      ("HTTPS://A.B/c?d=e#f 😀", ["HTTPS://A.B/c?d=e#f"]),
    ])
  func links(string: String, addresses: [String]) throws {
    let text = try text("text: \"{t}\"\nlinks: true", "{\"t\": \"\(string)\"}").text
    #expect(text.runs.compactMap { $0.attributes.highlight?.userInfo["url"] } == addresses)
    #expect(text.string == string)
  }

  @Test("Markdown has the colours and sizes of the theme, light or dark")
  func markdown() throws {
    for theme in [Theme.light, .dark] {
      let text = try text(
        "text: \"{t}\"\nformat: markdown\nsize: 21", ##"{"t": "# A\n`b` [c](d)"}"##, theme: theme
      ).text
      let code = try #require(
        text.runs.first {
          $0.attributes.backgroundBorder != nil || $0.attributes.font.family.contains("Mono")
        })
      #expect(text.attributes(at: 0).font.size == 30)
      #expect(text.attributes(at: 0).color == theme.title.color)
      let fill = code.attributes.backgroundBorder?.fillColor
      let isDark = theme == .dark
      #expect(fill.map { ($0.red < 128) == isDark } == true, "\(String(describing: fill))")
    }
  }

  @Test("keys of paragraphs apply to Markdown and HTML too", arguments: ["markdown", "html"])
  func paragraphsOfMarkup(format: String) throws {
    let keys =
      "textAlign: center\nlineSpacing: 3\nindent: 5\nfirstLineIndent: 5\nkashida: 1\nrtl: true"
    let source = format == "markdown" ? "a\\n\\n> b" : "<p>a<blockquote>b</blockquote>"
    let text = try text("text: \"{t}\"\nformat: \(format)\n\(keys)", "{\"t\": \"\(source)\"}").text
    #expect(text.string == "a\nb")
    let styles = [0, 2].map { text.attributes(at: $0).paragraphStyle }
    for style in styles {
      #expect(style?.alignment == .center && style?.lineSpacing == 3 && style?.kashida == 1)
      #expect(style?.direction == .rightToLeft)
    }
    let own = try #require(styles[0]).headIndent
    #expect(own == 5 && (styles[1]?.headIndent ?? 0) > own)
  }

  @Test(
    "lines of Markdown and HTML are as high as their paragraph's size says",
    arguments: ["markdown", "html"])
  func lineHeightOfMarkup(format: String) throws {
    let source =
      format == "markdown" ? "# A\\n\\nb `c`\\n\\n- d" : "<h1>A</h1><p>b <code>c</code><ul><li>d"
    let text = try text(
      "text: \"{t}\"\nformat: \(format)\nsize: 20\nlineHeight: 1.5", "{\"t\": \"\(source)\"}"
    ).text
    #expect(text.string == "A\nb c\n•\td")
    let runs = text.runs
    let heading = try #require(runs.first?.attributes)
    #expect(heading.font.size > 20)
    #expect(heading.paragraphStyle?.fixedLineHeight == 1.5 * heading.font.size)
    for run in runs.dropFirst() where run.range.lowerBound > 1 {
      #expect(run.attributes.paragraphStyle?.fixedLineHeight == 30, "\(run.range)")
    }
    let plain = try self.text(
      "text: \"{t}\"\nformat: \(format)\nsize: 20", "{\"t\": \"\(source)\"}"
    ).text
    #expect(plain.runs.allSatisfy { $0.attributes.paragraphStyle?.fixedLineHeight == 0 })
  }

  @Test("an image that has no name is replaced by another element in its box")
  func fallback() throws {
    let yaml = """
      image: "{avatar}"
      width: 36
      height: 36
      else:
        overlay: [{text: "{author|initials}"}]
        backgroundBy: author
      """
    let tree = try cell(yaml, #"{"author": "Ada"}"#)
    #expect(tree.content == .none && tree.box.size.width == .units(36))
    #expect(tree.children.count == 1)
    let color = try #require(tree.children[0].look.background)
    #expect(Theme.light.initialsColors.contains(color))
    let image = try cell(yaml, #"{"author": "Ada", "avatar": "a.png"}"#)
    guard case .image(let own) = image.content else { throw CancellationError() }
    #expect(own.name == "a.png" && image.children.count == 1)
  }

  @Test("names the fields and families that it needs, and says when a cell shows nothing")
  func needs() throws {
    let template = try Template(
      yaml: """
        body:
          column:
            - text: "{title} {author.name|upper}"
              family: Nowhere Sans
              if: likes > 3
            - text: "{tag}"
              for: tags
              as: tag
        """, path: "a.yaml", theme: .light)
    #expect(template.fields == ["likes", "title", "author.name", "tags"])
    #expect(template.families.map(\.family) == ["Nowhere Sans"])
    #expect(template.families.map(\.name) == ["a.yaml:3"])
    let empty = try template.cell(.fields([:]))
    #expect(
      template.nothingShown(in: empty)
        == .nothingToShow(path: "a.yaml", fields: ["likes", "title", "author.name", "tags"]))
    let full = try template.cell(.fields(["tags": .text("x")]))
    #expect(template.nothingShown(in: full) == nil)
  }
}
