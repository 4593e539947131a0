import Foundation
import Galley
import GalleyMarkup
import GalleyText

extension AttributeSample {
  static let all =
    glyphSamples + styleSamples + lineSamples + boxSamples + objectSamples + parserSamples

  private static let glyphSamples = [
    AttributeSample(name: "attribute-kern") { text in
      for (kern, name) in [(-0.6, "tight"), (0, "plain"), (1.5, "spaced"), (6, "wide")] {
        text.write("Office fjord, \(name)\n") { $0.kern = kern }
      }
      text.write("शब्द 中文 שלום") { $0.kern = 3 }
    },
    AttributeSample(name: "attribute-baseline-offset") { text in
      text.write("E = mc")
      text.write("2") {
        $0.baselineOffset = 7
        $0.font.size = 11
      }
      text.write(" and H")
      text.write("2") {
        $0.baselineOffset = -3
        $0.font.size = 11
      }
      text.write("O on one baseline; ")
      text.write("up") { $0.baselineOffset = 12 }
      text.write(" makes room.")
    },
    AttributeSample(name: "attribute-glyph-transform") { text in
      func write(_ string: String, _ transform: GlyphTransform) {
        text.write(string) {
          $0.glyphTransform = transform
          $0.font.size = 24
        }
      }
      write("slant   ", GlyphTransform(c: -0.4))
      write("back   ", GlyphTransform(c: 0.3))
      write("tall\n", GlyphTransform(d: 1.25))
      write("turn", GlyphTransform(a: 0.966, b: 0.259, c: -0.259, d: 0.966))
      write("  😀🚲  ", GlyphTransform(a: 0.966, b: -0.259, c: 0.259, d: 0.966))
      write("flip", GlyphTransform(d: -1, ty: -17))
    },
    AttributeSample(name: "attribute-ruby") { text in
      text.paragraphStyle.lineSpacing = 10
      func write(_ string: String, _ ruby: String?, language: String = "ja") {
        text.write(string) {
          $0.font = Font(family: "Noto Sans CJK JP", size: 24)
          $0.language = language
          $0.ruby = ruby.map { RubyAnnotation($0) }
        }
      }
      write("東京", "とうきょう")
      write("に", nil)
      write("行", "い")
      write("き、", nil)
      write("駅", "えき")
      write("で", nil)
      write("待", "ま")
      write("つ。", nil)
      write("北", "běi", language: "zh")
      write("京", "jīng", language: "zh")
      text.write("   ")
      text.write("below") { $0.ruby = RubyAnnotation("not above", position: .below) }
    },
  ]

  private static let lineSamples = [
    AttributeSample(name: "attribute-underline") { text in
      for weight in LineWeight.allCases {
        text.write("\(weight)") { $0.underline = TextDecoration(weight) }
        text.write("  ")
      }
      text.write("\n")
      for pattern in LinePattern.allCases {
        text.write("\(pattern)") {
          $0.underline = TextDecoration(pattern: pattern, width: 1.5, color: SampleWriter.blue)
        }
        text.write(pattern == .dash ? "\n" : "  ")
      }
      text.write("\nsmall and ") { $0.underline = TextDecoration(color: SampleWriter.red) }
      text.write("large") {
        $0.underline = TextDecoration(color: SampleWriter.red)
        $0.font.size = 28
      }
      text.write(" on one line") { $0.underline = TextDecoration(color: SampleWriter.red) }
    },
    AttributeSample(name: "attribute-strikethrough") { text in
      text.write("was 49.90") { $0.strikethrough = TextDecoration() }
      text.write("  ")
      text.write("thick red") {
        $0.strikethrough = TextDecoration(.thick, color: SampleWriter.red)
      }
      text.write("  ")
      text.write("double") { $0.strikethrough = TextDecoration(.double, width: 1) }
      text.write("\n")
      let shadow = TextShadow(
        color: Color(red: 214, green: 58, blue: 47, alpha: 160), offset: Point(x: 0, y: 4),
        radius: 2)
      text.write("its own shadow, not the underline's") {
        $0.strikethrough = TextDecoration(width: 2, color: SampleWriter.blue, shadow: shadow)
        $0.underline = TextDecoration(width: 1)
      }
    },
    AttributeSample(name: "attribute-shadow") { text in
      func write(_ string: String, _ shadows: [TextShadow], color: Color = SampleWriter.ink) {
        text.write(string) {
          $0.font = Font(size: 30, weight: 700)
          $0.shadows = shadows
          $0.color = color
        }
      }
      let soft = TextShadow(
        color: Color(red: 0, green: 0, blue: 0, alpha: 120), offset: Point(x: 0, y: 2), radius: 4)
      write("Soft ", [soft])
      write("hard\n", [TextShadow(color: SampleWriter.red, offset: Point(x: 2, y: 2))])
      write(
        "chained 😀",
        [
          TextShadow(color: SampleWriter.blue, offset: Point(x: 4, y: 4), radius: 3),
          TextShadow(color: SampleWriter.red, offset: Point(x: -3, y: -3), radius: 3),
        ], color: .white)
    },
    AttributeSample(name: "attribute-inner-shadow") { text in
      func write(_ string: String, _ shadows: [TextShadow], _ color: Color) {
        text.write(string) {
          $0.font = Font(size: 44, weight: 800)
          $0.innerShadows = shadows
          $0.color = color
        }
      }
      let dark = TextShadow(
        color: Color(red: 0, green: 0, blue: 0, alpha: 200), offset: Point(x: 0, y: 2), radius: 3)
      write("Letter", [dark], Color(rgb: 0xE8_C4_68))
      write("press\n", [dark], Color(rgb: 0x7F_B8_F0))
      write(
        "Glow", [TextShadow(color: .white, radius: 6, blendMode: .screen)], SampleWriter.red)
    },
    AttributeSample(name: "attribute-blend-mode") { text in
      text.paragraphStyle.tabStops = [.init(150)]
      text.paragraphStyle.lineSpacing = 2
      // Below the letters something dark, on which the bright results are seen too.
      var ground = TextBorder(fillColor: Color(rgb: 0x10_1C_2B), cornerRadius: 6)
      ground.insets = EdgeInsets(top: -4, left: -8, bottom: -4, right: -8)
      var sample = SampleWriter()
      for (number, mode) in BlendMode.allCases.enumerated() {
        sample.write(mode.rawValue) {
          $0.font = Font(size: 22, weight: 800)
          $0.color = Color(rgb: 0x2E_7D_D1)
          $0.innerShadows = [
            TextShadow(
              color: Color(rgb: 0xF2_A5_41), offset: Point(x: 0, y: 7), blendMode: mode)
          ]
        }
        if number + 1 < BlendMode.allCases.count { sample.write(number % 2 == 1 ? "\n" : "\t") }
      }
      var block = sample.text
      try block.update(in: 0..<block.utf8Count) { $0.blockBorder = ground }
      text.append(block)
    },
    AttributeSample(name: "attribute-paragraph-style") { text in
      func write(_ string: String, _ change: (inout ParagraphStyle) -> Void) {
        var style = ParagraphStyle()
        change(&style)
        text.write(string) {
          $0.paragraphStyle = style
          $0.font.size = 14
        }
      }
      write("Indented by 24 in its first line, and set to both sides so that its edges are even.\n")
      {
        $0.firstLineHeadIndent = 24
        $0.alignment = .justify
        $0.paragraphSpacing = 8
      }
      write("A quotation stands in from both sides, half as high again between its lines.\n") {
        $0.headIndent = 28
        $0.firstLineHeadIndent = 28
        $0.tailIndent = -28
        $0.lineHeightMultiple = 1.5
        $0.paragraphSpacing = 8
      }
      for row in ["Apples\tPlace\t3.50\n", "Tangerines\tWest\t12.25\n", "Figs\tSouth\t108.\n"] {
        write(row) {
          $0.tabStops = [.init(140, alignment: .center), .init(230, alignment: .decimal)]
        }
      }
      write("Fixed lines: emoji 😀 and\n中文 do not move their\nneighbours.") {
        $0.fixedLineHeight = 20
        $0.paragraphSpacingBefore = 2
      }
    },
  ]

  private static let boxSamples = [
    AttributeSample(name: "attribute-border") { text in
      text.paragraphStyle.lineSpacing = 10
      func write(_ string: String, _ border: TextBorder) {
        text.write(string) {
          $0.border = border
          $0.border?.insets = EdgeInsets(top: 0, left: -3, bottom: 0, right: -3)
        }
      }
      text.write("A  ")
      write(
        "boxed",
        TextBorder(strokeWidth: 1, strokeColor: SampleWriter.red, cornerRadii: CornerRadii(all: 3)))
      text.write("  word, a  ")
      write(
        "double one",
        TextBorder(strokeWidth: 1, strokeColor: SampleWriter.blue, lineWeight: .double))
      text.write("  and a  ")
      write(
        "dashed border that goes on in the next line",
        TextBorder(
          strokeWidth: 1, strokeColor: SampleWriter.green, linePattern: .dash,
          cornerRadii: CornerRadii(all: 4)))
      text.write(" .")
    },
    AttributeSample(name: "attribute-background-border") { text in
      func pill(_ string: String, _ color: UInt32) {
        text.write(string) {
          var border = TextBorder(fillColor: Color(rgb: color), cornerRadius: 6)
          border.insets = EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
          $0.backgroundBorder = border
        }
      }
      // Equal borders side by side, which stay two; the spaces within are no-break spaces.
      pill("\u{A0}@amy\u{A0}", 0xDC_EA_FB)
      pill("\u{A0}@bob\u{A0}", 0xDC_EA_FB)
      text.write(" stay apart, and ")
      text.write("\u{A0}code\u{A0}") {
        $0.font = Font(family: "Noto Sans Mono CJK SC", size: 15)
        var border = TextBorder(fillColor: Color(rgb: 0xEE_F0_F3))
        border.strokeWidth = 1
        border.strokeColor = Color(rgb: 0xC8_CE_D8)
        border.cornerRadii = CornerRadii(topLeft: 8, topRight: 0, bottomRight: 8, bottomLeft: 0)
        border.insets = EdgeInsets(top: 2, left: 0, bottom: 2, right: 0)
        border.shadow = TextShadow(
          color: Color(red: 0, green: 0, blue: 0, alpha: 90), offset: Point(x: 0, y: 2), radius: 3)
        $0.backgroundBorder = border
      }
      text.write(" has a shadow.")
    },
    AttributeSample(name: "attribute-block-border") { text in
      var apart = ParagraphStyle()
      (apart.paragraphSpacing, apart.paragraphSpacingBefore) = (12, 12)
      text.write("Before it.\n") { $0.paragraphStyle = apart }
      var border = TextBorder(fillColor: Color(rgb: 0xF3_F6_FA), cornerRadius: 8)
      border.insets = EdgeInsets(top: -4, left: 1, bottom: -6, right: 1)
      border.strokeWidth = 1
      border.strokeColor = Color(rgb: 0xB9_C6_D8)
      var style = ParagraphStyle()
      (style.headIndent, style.firstLineHeadIndent, style.tailIndent) = (12, 12, -12)
      var block = AttributedText(
        "let row = 5\n\nprint(row)",
        attributes: TextAttributes(
          font: Font(family: "Noto Sans Mono CJK SC", size: 14), color: SampleWriter.ink))
      try block.update(in: 0..<block.utf8Count) {
        $0.blockBorder = border
        $0.paragraphStyle = style
      }
      text.append(block)
      text.write("\n")
      text.write("After it.") { $0.paragraphStyle = apart }
    },
  ]

  private static let objectSamples = [
    AttributeSample(name: "attribute-stages") { text in
      text.paragraphStyle.lineSpacing = 4
      text.write("All  ") { $0.font.size = 34 }
      var shadow = TextShadow(color: Color(rgb: 0x7A_4B_C8), offset: Point(x: 2, y: 2))
      text.write("Stages") {
        $0.font = Font(size: 44, weight: 800)
        $0.color = Color(rgb: 0x2E_7D_D1)
        $0.blockBorder = TextBorder(fillColor: Color(rgb: 0xF3_F0_E6))
        $0.backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFB_DF_9D), cornerRadius: 8)
        $0.shadows = [shadow]
        $0.underline = TextDecoration(width: 5, color: SampleWriter.green)
        shadow.color = Color(red: 255, green: 255, blue: 255, alpha: 170)
        $0.innerShadows = [shadow]
        $0.strikethrough = TextDecoration(width: 3, color: SampleWriter.red)
        $0.border = TextBorder(
          strokeWidth: 2, strokeColor: SampleWriter.ink, cornerRadii: CornerRadii(all: 8))
        let insets = EdgeInsets(top: 0, left: -6, bottom: 0, right: -6)
        $0.border?.insets = insets
        $0.backgroundBorder?.insets = insets
      }
    },
    AttributeSample(name: "attribute-attachment") { text in
      text.paragraphStyle.lineSpacing = 8
      func attach(_ size: Double, _ alignment: TextAttachment.VerticalAlignment) {
        text.write("\u{FFFC}") {
          $0.attachment = TextAttachment(
            .image(name: "mara"), size: Size(width: size, height: size), alignment: alignment)
        }
      }
      for alignment in TextAttachment.VerticalAlignment.allCases {
        text.write("\(alignment) ")
        attach(12, alignment)
        attach(40, alignment)
        text.write(alignment == .center ? "\n" : "  ")
      }
      text.write("\n")
      for mode in [TextAttachment.ContentMode.scaleToFill, .scaleAspectFit, .scaleAspectFill] {
        text.write("\u{FFFC}") {
          $0.attachment = TextAttachment(
            .image(name: "harbour"), size: Size(width: 80, height: 40), contentMode: mode)
          $0.backgroundBorder = TextBorder(strokeWidth: 1, strokeColor: SampleWriter.red)
        }
        text.write("  ")
      }
    },
    AttributeSample(name: "attribute-highlight") { text in
      text.paragraphStyle.lineSpacing = 8
      var sample = AttributedText("Released, see the notes", attributes: SampleWriter.plain)
      var highlight = TextHighlight(
        backgroundColor: Color(rgb: 0x1D_6F_E0), userInfo: ["url": "https://example.org"])
      highlight.color = .white
      highlight.underline = .removed
      try sample.update(in: 10..<23) {
        $0.color = SampleWriter.blue
        $0.underline = TextDecoration()
        $0.highlight = highlight
      }
      text.append(sample)
      guard let pressed = sample.pressingHighlight(at: 12) else { return }
      text.write("\n")
      text.append(pressed.text)
    },
    AttributeSample(name: "attribute-binding") { text in
      text.write("This line would end in the middle of ")
      text.write("twenty two bound words") {
        $0.binding = TextBinding()
        $0.backgroundBorder = TextBorder(fillColor: Color(rgb: 0xDC_EA_FB), cornerRadius: 4)
      }
      text.write(" if they were not one.")
    },
    AttributeSample(name: "attribute-backed-string") { text in
      var sample = AttributedText("Well done \u{FFFC}\u{FFFC}", attributes: SampleWriter.plain)
      for start in [10, 13] {
        try sample.update(in: start..<start + 3) {
          $0.attachment = TextAttachment(
            .image(name: "mara"), size: Size(width: 22, height: 22), alignment: .center)
          $0.backedString = TextBackedString("[mara]")
        }
      }
      text.append(sample)
      text.write("\n" + (try sample.plainText())) {
        $0.font = Font(family: "Noto Sans Mono CJK SC", size: 14)
      }
    },
  ]

  private static let parserSamples = [
    AttributeSample(name: "parser-emoticon") { text in
      let parser = EmoticonParser([
        "[mara]": .image(name: "mara"), ":sea:": .image(name: "harbour"),
      ])
      text.append(
        try parser.parsed(
          AttributedText(
            "[mara] says hello from the :sea:, and [mara][mara] wave.",
            attributes: SampleWriter.plain)))
    },
    AttributeSample(name: "parser-markdown") { text in
      text.append(
        try MarkdownParser().parsed(
          markdown: """
            # The ferry runs

            After *eleven* weeks she is **back**; ~~no bicycles~~ `bring a bicycle`, and see
            [the timetable](https://example.org).

            > The sea is calm, and so is the captain, who has had his coffee.

            1. Go to the pier
            2. Wait
               - [x] coffee
               - [ ] newspaper

            ```
            for wave in sea {
              count(wave)
            }
            ```

            | From | To |
            |------|----|
            | Pier | 9:30 |

            ---
            """))
    },
  ]
}
