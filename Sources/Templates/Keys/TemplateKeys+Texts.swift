import GalleyCells
import GalleyLayout
import GalleyText

extension TemplateKey {
  /// The keys of texts, and of parts of texts.
  static let texts: [TemplateKey] =
    [
      // The style is first, since the others change it.
      TemplateKey("style", .texts, .style, "The theme's style with which the text begins.") {
        $0.text.attributes = $1.attributes(language: nil)
        $0.text.paragraph = $1.paragraphStyle
        $0.text.container.maximumRowCount = $1.maximumRowCount
      },
      TemplateKey("size", .texts, .number(1...512), "The size of the font.") {
        $0.text.attributes.font.size = $1
      },
      TemplateKey("weight", .texts, .whole(1...1000), "The weight: 400 is regular, 700 bold.") {
        $0.text.attributes.font.weight = $1
      },
      TemplateKey("family", .texts, .words, "The family of the font.") {
        $0.text.attributes.font.family = $1
        $0.text.family = $1
      },
      TemplateKey("italic", .texts, .flag, "Whether the text is slanted.") {
        $0.text.attributes.font.isItalic = $1
      },
      TemplateKey("color", .texts, .color, "The colour.") {
        $0.text.attributes.color = $1
        $0.text.hasColor = true
      },
      TemplateKey("underline", .texts, .decoration, "A line below the text.") {
        $0.text.attributes.underline = $1
      },
      TemplateKey("strikethrough", .texts, .decoration, "A line through the text.") {
        $0.text.attributes.strikethrough = $1
      },
      TemplateKey("tracking", .texts, .number(-256...256), "The space between letters.") {
        $0.text.attributes.kern = $1
      },
      TemplateKey("raise", .texts, .number(-1024...1024), "The shift above the baseline.") {
        $0.text.attributes.baselineOffset = $1
      },
      TemplateKey("textShadow", .texts, .shadows, "Shadows of the letters.") {
        $0.text.attributes.shadows = $1
      },
      TemplateKey("features", .texts, .features, "OpenType features, such as smcp or ss01=2.") {
        $0.text.attributes.fontFeatures = $1
      },
      TemplateKey(
        "variations", .texts, .words, "The axes of a variable font, such as wght=350, wdth=80."
      ) { $0.text.attributes.font.variations = $1 },
      TemplateKey("language", .texts, .text, "The language as a BCP 47 tag, with bindings.") {
        $0.text.language = $1
      },
      TemplateKey(
        "link", .texts, .text, "The address that a tap on the text opens, with bindings."
      ) { $0.text.link = $1 },
    ] + paragraphs

  /// The keys of texts as a whole.
  private static let paragraphs: [TemplateKey] = [
    TemplateKey(
      "mark", .text, .flag,
      "Whether it is a mark in a box with a size, such as initials: centred by its ink, and never too wide."
    ) { $0.text.isMark = $1 },
    TemplateKey(
      "followBox", .text, .flag,
      "Whether lines begin at the start side of the box, also of a text in another direction."
    ) { $0.text.followsBox = $1 },
    TemplateKey("lines", .text, .whole(0...1000), "The greatest number of lines; 0 for all.") {
      $0.text.container.maximumRowCount = $1
    },
    TemplateKey(
      "format", .text, TemplateForm<TemplateElement.Format>.choice, "The notation of the text."
    ) { $0.text.format = $1 },
    TemplateKey(
      "html", .text, .text,
      "HTML that is shown in place of the text, in the look of the theme's body, with bindings."
    ) { $0.text.html = $1 },
    TemplateKey("links", .text, .flag, "Whether addresses within the text are links.") {
      $0.text.findsLinks = $1
    },
    TemplateKey(
      "textAlign", .text, TemplateForm<ParagraphStyle.Alignment>.choice, "The alignment of lines."
    ) { $0.text.paragraph.alignment = $1 },
    TemplateKey(
      "lineHeight", .text, .number(0.1...10),
      "The height of each line, in multiples of the largest size, as in CSS."
    ) { $0.text.lineHeight = $1 },
    TemplateKey("lineSpacing", .text, .number(-512...512), "The space between two lines.") {
      $0.text.paragraph.lineSpacing = $1
    },
    TemplateKey("paragraphSpacing", .text, .number(), "The space between two paragraphs.") {
      $0.text.paragraph.paragraphSpacing = $1
      $0.text.hasParagraphSpacing = true
    },
    TemplateKey("firstLineIndent", .text, .number(), "The indent of a paragraph's first line.") {
      $0.text.paragraph.firstLineHeadIndent = $1
    },
    TemplateKey("indent", .text, .number(), "The indent of the other lines.") {
      $0.text.paragraph.headIndent = $1
    },
    TemplateKey("endIndent", .text, .number(), "The indent of lines at the end side.") {
      $0.text.paragraph.tailIndent = -$1
    },
    TemplateKey(
      "wrap", .text, TemplateForm<ParagraphStyle.Wrap>.choice,
      "The way in which lines share the words."
    ) { $0.text.paragraph.wrap = $1 },
    TemplateKey(
      "wordBreak", .text, TemplateForm<ParagraphStyle.WordBreak>.choice,
      "The places within words at which lines may end."
    ) { $0.text.paragraph.wordBreak = $1 },
    TemplateKey(
      "strictness", .text, TemplateForm<ParagraphStyle.Strictness>.choice,
      "The strictness of Japanese and Chinese line starts."
    ) { $0.text.paragraph.strictness = $1 },
    TemplateKey(
      "autospace", .text, TemplateForm<ParagraphStyle.Autospace>.choice,
      "The space between Han or kana and letters of other scripts."
    ) { $0.text.paragraph.autospace = $1 },
    TemplateKey(
      "hangsOpening", .text, .flag,
      "Whether a quotation mark hangs before a paragraph's first line."
    ) { $0.text.paragraph.hangsOpening = $1 },
    TemplateKey(
      "hangsClosing", .text, .flag,
      "Whether a quotation mark hangs behind a paragraph's last line."
    ) { $0.text.paragraph.hangsClosing = $1 },
    TemplateKey(
      "hangsStops", .text, .flag, "Whether a stop hangs at the end of a line too long otherwise."
    ) { $0.text.paragraph.hangsStops = $1 },
    TemplateKey(
      "kashida", .text, .number(0...16), "The longest kashida of a justified word, in ems."
    ) { $0.text.paragraph.kashida = $1 },
    TemplateKey(
      "truncation", .text, TemplateForm<TextContainer.Truncation>.choice,
      "The place of the mark for hidden text."
    ) { $0.text.container.truncation = $1 },
    TemplateKey("token", .text, .words, "The mark for hidden text, in place of an ellipsis.") {
      $0.text.token = $1
    },
    TemplateKey(
      "minScale", .text, .number(0.1...1), "The factor to which fonts shrink before text is hidden."
    ) { $0.text.minimumScale = $1 },
  ]

  /// The keys that decide whether an element appears, and how often.
  static let flow: [TemplateKey] = [
    TemplateKey("role", .elements, .words, "The name of the part among the hit areas.") {
      $0.role = $1
    },
    TemplateKey("if", .all, .condition, "The condition under which the element appears.") {
      $0.conditions.append(($1, true))
    },
    TemplateKey("unless", .all, .condition, "The condition under which it does not appear.") {
      $0.conditions.append(($1, false))
    },
    TemplateKey("for", .all, .path, "A list; the element appears for each of its values.") {
      $0.repetition.path = $1
    },
    TemplateKey("as", .all, .words, "The name of the value in this element.") {
      $0.repetition.name = $1
    },
    TemplateKey("from", .all, .whole(0...16_384), "The place of the first value, from 0 on.") {
      $0.repetition.first = $1
    },
    TemplateKey("limit", .all, .whole(1...16_384), "The greatest number of values.") {
      $0.repetition.limit = $1
    },
  ]
}
