package import ArgumentParser
import Foundation
import Galley
package import GalleyCommandLine
import GalleyPNG
import GalleyRendering
import GalleyText

/// `galley text`: lays out one text, draws it, and answers questions about positions in it.
package struct TextCommand: RunnableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Lay out one text: draw it, print its layout, or query it.",
    discussion: """
      The text is an argument or, with --file, a file, and plain unless --markdown, --html or \
      --pango-markup says otherwise. Lengths are layout units, y down, from the text's top-left \
      corner; offsets are UTF-8 offsets into the repaired text.

      Attributes apply to the whole text, or to the part --range; those of markup stay where they \
      are not set. A line is written as words, a width and a colour with commas: double,dash,2,#f00. \
      A shadow is x,y,blur,colour. A border has a stroke (2,#888), fill:colour, radius:length and \
      inset:length. Without -o and a query, the layout is printed.

      Examples:
        galley text 'Ahoy, **مرحبا** 👋' --markdown -o a.png --width 320
        galley text --file poem.txt --font 'Noto Serif 18' -o poem.png
        galley text 'one two three' --width 60 --max-rows 2 --json
        galley text 'שלום world' --caret 4 --hit 30,10 -o marked.png
        galley text '吾輩は猫である' --vertical --height 120 -o column.png
      """)

  @OptionGroup var input: TextInputOptions
  @OptionGroup(title: "Text attributes") var attributes: TextAttributeOptions
  @OptionGroup(title: "Paragraphs") var paragraphs: ParagraphOptions
  @OptionGroup(title: "Container") var area: TextContainerOptions
  @OptionGroup(title: "Picture") var picture: TextPictureOptions
  @OptionGroup(title: "Queries") var queries: TextQueryOptions
  @OptionGroup var fontOptions: FontOptions
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var records: RecordOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: LimitOptions

  package mutating func validate() throws {
    guard !(area.columns > 1 && area.shrink != nil) else {
      throw ValidationError("--columns and --shrink exclude each other")
    }
    try attributes.checkAxes(fonts: fontOptions.source)
  }

  package var limits: LimitOptions? { runLimits }

  package var files: CommandFiles {
    var files = CommandFiles()
    files.read(input.file, as: "--file")
    files.read(fontOptions)
    files.read(assets: picture.assets)
    files.write(picture.output, as: "-o")
    files.write(picture.metadata.path, as: "--metadata")
    files.write(recordPath, as: "--json")
    return files
  }

  /// The path of records; `nil` if only a picture is wanted.
  private var recordPath: String? {
    records.json ?? (picture.output == nil || queries.isAsked ? "-" : nil)
  }

  package func perform() async throws -> ExitStatus {
    do {
      return try draw()
    } catch let error as LayoutError {
      throw TextRefusal(error)
    } catch let error as TextError {
      throw TextRefusal(option: "--range", reason: "\(error)")
    } catch let error as RasterError {
      throw TextRefusal(error, width: area.width, scale: picture.scale) ?? error
    }
  }

  private func draw() throws -> ExitStatus {
    let plain = attributes.base
    let container = area.container(token: plain)
    var text = try input.text(plain, paragraphs, room: container.lineLength)
    try attributes.apply(to: &text)
    let renderer = try TextRenderer(
      fonts: fontOptions.source, rules: ruleOptions.rules, assets: picture.assets,
      imageLimits: picture.images.limits,
      families: Set(text.runs.map(\.attributes.font.family)).sorted(), hinting: picture.hinting)
    messages.tell(renderer.fontWarnings)
    for warning in try attributes.axisWarnings(renderer) { messages.tell("warning: \(warning)") }
    let result = try layouts(of: text, in: container, by: renderer.typesetter)
    let answers = try answers(about: result.layouts, of: result.text, by: renderer.typesetter)
    var pictureRect: Rect?
    if let output = picture.output {
      var appearance = try picture.appearance
      appearance.gap = area.columns > 1 ? area.columnGap : 0
      appearance.firstSide = area.columnsFrom
      for answer in answers { answer.mark(&appearance) }
      pictureRect = try renderer.pictureRect(of: result.layouts, appearance)
      let bytes =
        if let format = picture.document {
          try renderer.document(of: result.layouts, as: format, appearance)
        } else {
          try renderer.picture(of: result.layouts, appearance)
        }
      if output == "-" {
        try writePicture(bytes, spoolingTo: 1, named: "standard output")
      } else {
        try writePicture(bytes, to: output)
      }
      if let metadata = picture.metadata.path {
        var record = RenderRecord(
          of: try FontLibrary(fontOptions.source, rules: ruleOptions.rules),
          options: ["scale": "\(picture.scale)", "background": "\(picture.background)"])
        record.add(output, with: result.layouts)
        try record.write(to: metadata)
      }
      for failure in renderer.takeImageFailures() { messages.tell("warning: \(failure)") }
    }
    if let recordPath {
      let writer = try RecordWriter(path: recordPath, isOutputTaken: picture.output == "-")
      for answer in answers { try writer.write(answer) }
      if answers.isEmpty || records.json != nil {
        let origins = TextRenderer.origins(
          of: result.layouts, gap: area.columnGap, from: area.columnsFrom)
        for (layout, origin) in zip(result.layouts, origins) {
          var record = TextRecord(
            layout, origin: origin, repaired: text.repairs.count, factor: result.factor)
          record.picture = pictureRect.map { InspectedRect($0) }
          try writer.write(
            record, filling: "lines", with: InspectedText.lines(of: layout, origin: origin))
        }
      }
      try writer.finish()
    }
    return .done
  }

  /// The layouts of the text, one for each column that it reaches, and the text in the size that fits.
  private func layouts(
    of text: AttributedText, in container: TextContainer, by typesetter: Typesetter
  ) throws -> (layouts: [TextLayout], text: AttributedText, factor: Double?) {
    if area.columns > 1 {
      let containers = Array(repeating: container, count: area.columns)
      return (try typesetter.flow(text, through: containers).layouts, text, nil)
    }
    guard let factors = area.shrink?.numbers else {
      return ([try typesetter.layout(text, in: container)], text, nil)
    }
    let shrunk = try typesetter.layout(text, in: container, shrinkingBy: factors)
    return ([shrunk.layout], text.scaled(by: shrunk.factor), shrunk.factor)
  }

  /// The answers to the queries about a text, whose layouts stand side by side.
  private func answers(
    about layouts: [TextLayout], of text: AttributedText, by typesetter: Typesetter
  ) throws -> [TextAnswer] {
    guard queries.isAsked, let first = layouts.first else { return [] }
    guard area.columns > 1 else {
      return queries.answers(from: try typesetter.map(text, in: first.container))
    }
    let containers = Array(repeating: first.container, count: area.columns)
    let origins = TextRenderer.origins(of: layouts, gap: area.columnGap, from: area.columnsFrom)
    return queries.answers(from: try typesetter.map(text, through: containers, at: origins))
  }

  package init() {}
}

extension TextContainer {
  /// The length that lines may have; `nil` if it is not limited.
  fileprivate var lineLength: Double? {
    let length =
      isVertical
      ? size.height - insets.top - insets.bottom : size.width - insets.left - insets.right
    return length.isFinite ? max(0, length) : nil
  }
}
