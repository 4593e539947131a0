import ArgumentParser
import Galley
import GalleyCommandLine
import GalleyText

/// The attributes of the text, or of a part of it.
struct TextAttributeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The font: family, styles, size, and after @ the axes of a variable font.", valueName: "font")
  )
  var font = "Noto Sans 16"

  @Option(help: ArgumentHelp("The colour of the text.", valueName: "#RRGGBB"))
  var color = Color.black

  @Option(help: ArgumentHelp("The language, a BCP 47 tag.", valueName: "tag"))
  var lang: String?

  @Option(
    help: ArgumentHelp(
      "The part of the text for the options below, A...B or A..<B in UTF-8 offsets.",
      valueName: "range"),
    transform: TextRangeArgument.parsed)
  var range: TextRangeArgument?

  @Option(
    help: ArgumentHelp(
      "The font of the part --range: the whole text has --font.", valueName: "font"))
  var partFont: String?

  @Option(help: ArgumentHelp("The colour of the part --range.", valueName: "#RRGGBB"))
  var partColor: Color?

  @Option(parsing: .unconditional, help: "The space between letters.")
  var kern: Double?

  @Option(parsing: .unconditional, help: "The shift above the baseline.")
  var baselineOffset: Double?

  @Option(
    help: ArgumentHelp("A line below: \(LineArgument.form).", valueName: "line"))
  var underline: LineArgument?

  @Option(
    help: ArgumentHelp("A line above: \(LineArgument.form).", valueName: "line"))
  var overline: LineArgument?

  @Option(
    help: ArgumentHelp("A line through the text: \(LineArgument.form).", valueName: "line"))
  var strikethrough: LineArgument?

  @Flag(help: "Draw --underline and --overline through letters that cross them.")
  var throughInk = false

  @Option(
    help: ArgumentHelp(
      "A line along the outlines of letters: its width, a colour, and hollow for no fill.",
      valueName: "stroke"))
  var stroke: StrokeArgument?

  @Option(
    help: ArgumentHelp(
      "A mark at each letter: one character, or dot, circle, double-circle, triangle or sesame; a colour, and below.",
      valueName: "mark"))
  var emphasis: EmphasisArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("OpenType features: smcp,tnum=0.", valueName: "features"))
  var features: FeaturesArgument?

  @Option(
    help: "The orientation on vertical lines: \(names(of: VerticalForm.self)).")
  var verticalForm: VerticalForm?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A shadow; again for another one.", valueName: "x,y,blur,#RRGGBB"))
  var shadow: [ShadowArgument] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A shadow inside the letters; again for another one.", valueName: "x,y,blur,#RRGGBB"))
  var innerShadow: [ShadowArgument] = []

  @Option(
    help: ArgumentHelp("A border above the text: \(BorderArgument.form).", valueName: "border"))
  var border: BorderArgument?

  @Option(
    help: ArgumentHelp("A border below the text: \(BorderArgument.form).", valueName: "border"))
  var backgroundBorder: BorderArgument?

  @Option(
    help: ArgumentHelp("A border around whole lines: \(BorderArgument.form).", valueName: "border"))
  var blockBorder: BorderArgument?

  @Option(
    help: ArgumentHelp(
      "Make the part react to a tap, with this text as `url` of its data.", valueName: "url"))
  var highlight: String?

  @Flag(help: "Let --highlight react to a long press, and not to a tap.")
  var longPress = false

  @Flag(help: "Make the part behave as one character.")
  var binding = false

  @Flag(help: "Let the first delete select the part with --binding.")
  var confirmDelete = false

  @Option(help: ArgumentHelp("The plain text that the part stands for.", valueName: "text"))
  var backedString: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The transform of each glyph: a,b,c,d,tx,ty.", valueName: "numbers"))
  var glyphTransform: NumbersArgument?

  @Option(help: ArgumentHelp("The annotation above the text.", valueName: "text"))
  var ruby: String?

  @Flag(help: "Set --ruby below the text.")
  var rubyBelow = false

  @Option(help: "The size of --ruby, as a part of the text's.")
  var rubySize = 0.5

  @Option(
    help: ArgumentHelp(
      "The content of each U+FFFC: width,height and a colour, or a file in --assets.",
      valueName: "box"))
  var attachment: AttachmentArgument?

  @Option(
    help: "The alignment of --attachment: \(names(of: TextAttachment.VerticalAlignment.self)).")
  var attachmentAlign = TextAttachment.VerticalAlignment.center

  mutating func validate() throws {
    try checkLanguage(lang)
    for name in [font, partFont].compactMap(\.self) {
      // Axes are checked with the fonts, whose axes a message names.
      let plain = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).first
      guard Font(description: String(plain ?? "")) == nil else { continue }
      throw ValidationError(
        """
        '\(name)' is not a font: family, styles, size, as in 'Noto Sans Bold 14', and the axes of a variable \
        font after its size, as in 'Recursive 14@wght=350,slnt=-5'
        """)
    }
    try check(rubySize, of: "--ruby-size", in: 0.1...1)
    if let count = glyphTransform?.numbers.count, count != 6 {
      throw ValidationError("--glyph-transform is six numbers, not \(count)")
    }
  }

  /// The attributes of text without any of the options of a part.
  var base: TextAttributes {
    TextAttributes(
      font: Font(description: font) ?? Font(size: 16), color: color, language: lang)
  }

  /// Sets the attributes of the part, or of the whole text.
  func apply(to text: inout AttributedText) throws {
    let part = try range?.range(in: text.string, of: "--range") ?? 0..<text.utf8Count
    try text.update(in: part) { change(&$0) }
  }

  private func change(_ attributes: inout TextAttributes) {
    if let font = partFont.flatMap(Font.init(description:)) { attributes.font = font }
    if let partColor { attributes.color = partColor }
    if let kern { attributes.kern = kern }
    if let baselineOffset { attributes.baselineOffset = baselineOffset }
    if let underline { attributes.underline = underline.line }
    if let overline { attributes.overline = overline.line }
    if let strikethrough { attributes.strikethrough = strikethrough.line }
    if throughInk {
      attributes.underline?.skipsInk = false
      attributes.overline?.skipsInk = false
    }
    if let stroke { attributes.stroke = stroke.stroke }
    if let emphasis { attributes.emphasis = emphasis.mark }
    if let features { attributes.fontFeatures = features.features }
    if let verticalForm { attributes.verticalForm = verticalForm }
    if !shadow.isEmpty { attributes.shadows = shadow.map(\.shadow) }
    if !innerShadow.isEmpty { attributes.innerShadows = innerShadow.map(\.shadow) }
    if let border { attributes.border = border.border }
    if let backgroundBorder { attributes.backgroundBorder = backgroundBorder.border }
    if let blockBorder { attributes.blockBorder = blockBorder.border }
    if let highlight {
      attributes.highlight = TextHighlight(userInfo: ["url": highlight])
      if longPress { attributes.highlight?.gestures = .longPress }
    }
    if binding { attributes.binding = TextBinding(confirmsDelete: confirmDelete) }
    if let backedString { attributes.backedString = TextBackedString(backedString) }
    if let numbers = glyphTransform?.numbers {
      attributes.glyphTransform = GlyphTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
    if let ruby {
      attributes.ruby = RubyAnnotation(
        ruby, sizeFactor: rubySize, position: rubyBelow ? .below : .above)
    }
    if let attachment {
      attributes.attachment = TextAttachment(
        attachment.content, size: attachment.size, alignment: attachmentAlign)
    }
  }
}
