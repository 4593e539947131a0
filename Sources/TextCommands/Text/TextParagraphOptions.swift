import ArgumentParser
import Galley
import GalleyCommandLine

/// The style of the paragraphs, to which those of Markdown and HTML add their indents.
struct ParagraphOptions: ParsableArguments {
  @Option(help: "The alignment: \(names(of: ParagraphStyle.Alignment.self)).")
  var align = ParagraphStyle.Alignment.start

  @Option(
    help: "The direction, instead of the text's own: \(names(of: ParagraphStyle.Direction.self)).")
  var direction: ParagraphStyle.Direction?

  @Option(help: "The height of each line.")
  var lineHeight = 0.0

  @Option(help: "The least height of a line.")
  var minLineHeight = 0.0

  @Option(help: "The greatest height of a line.")
  var maxLineHeight = 0.0

  @Option(help: "The factor of lines' heights.")
  var lineHeightMultiple = 0.0

  @Option(parsing: .unconditional, help: "The space between lines.")
  var lineSpacing = 0.0

  @Option(help: "The space above a paragraph.")
  var spaceBefore = 0.0

  @Option(
    help: "The space below a paragraph; instead of the space between those of Markdown and HTML.")
  var spaceAfter: Double?

  @Option(help: "The indent of the first line.")
  var firstIndent = 0.0

  @Option(help: "The indent of the other lines.")
  var headIndent = 0.0

  @Option(
    parsing: .unconditional,
    help: "The end of lines: above 0 from the start side, else from the end side.")
  var tailIndent = 0.0

  @Option(
    help: ArgumentHelp(
      "Tab stops, with commas: 40, 80:end, 120:center, 160:decimal.", valueName: "stops"))
  var tabs: TabStopsArgument?

  @Option(help: "The interval of further tab stops.")
  var tabInterval = 0.0

  @Option(help: "The way in which lines share words: \(names(of: ParagraphStyle.Wrap.self)).")
  var wrap = ParagraphStyle.Wrap.normal

  @Option(help: "The breaks within words: \(names(of: ParagraphStyle.WordBreak.self)).")
  var wordBreak = ParagraphStyle.WordBreak.normal

  @Option(
    help: "The strictness of Japanese breaks: \(names(of: ParagraphStyle.Strictness.self)).")
  var strictness = ParagraphStyle.Strictness.automatic

  @Option(
    help: "The space between Han or kana and letters: \(names(of: ParagraphStyle.Autospace.self)).")
  var autospace = ParagraphStyle.Autospace.none

  @Flag(help: "Let a quotation mark hang before a paragraph's first line.")
  var hangOpening = false

  @Flag(help: "Let a quotation mark hang behind a paragraph's last line.")
  var hangClosing = false

  @Flag(help: "Let a stop hang at the end of a line that is too long otherwise.")
  var hangStops = false

  @Option(help: "The longest kashida of an Arabic word in a justified line, in ems.")
  var kashida = 0.0

  mutating func validate() throws {
    let extent = 0.0...16_384
    for (name, number, bounds) in [
      ("line-height", lineHeight, extent), ("min-line-height", minLineHeight, extent),
      ("max-line-height", maxLineHeight, extent),
      ("line-height-multiple", lineHeightMultiple, 0...100),
      ("line-spacing", lineSpacing, -16_384...16_384), ("space-before", spaceBefore, extent),
      ("space-after", spaceAfter ?? 0, extent), ("first-indent", firstIndent, extent),
      ("head-indent", headIndent, extent), ("tail-indent", tailIndent, -16_384...16_384),
      ("tab-interval", tabInterval, extent), ("kashida", kashida, 0...16),
    ] {
      try check(number, of: "--" + name, in: bounds)
    }
    for stop in tabs?.stops ?? [] { try check(stop.location, of: "a stop of --tabs", in: extent) }
  }

  var style: ParagraphStyle {
    var style = ParagraphStyle(alignment: align, direction: direction)
    style.fixedLineHeight = lineHeight
    style.minimumLineHeight = minLineHeight
    style.maximumLineHeight = maxLineHeight
    style.lineHeightMultiple = lineHeightMultiple
    style.lineSpacing = lineSpacing
    style.paragraphSpacingBefore = spaceBefore
    style.paragraphSpacing = spaceAfter ?? 0
    style.firstLineHeadIndent = firstIndent
    style.headIndent = headIndent
    style.tailIndent = tailIndent
    style.tabStops = tabs?.stops ?? []
    style.defaultTabInterval = tabInterval
    style.wrap = wrap
    style.wordBreak = wordBreak
    style.strictness = strictness
    style.autospace = autospace
    (style.hangsOpening, style.hangsClosing) = (hangOpening, hangClosing)
    style.hangsStops = hangStops
    style.kashida = kashida
    return style
  }
}
