import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyPNG
import GalleyPrimitives
import GalleyRendering
import GalleyTemplates

/// `galley templates`: lists and prints templates, and draws cells with them.
struct TemplatesCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "List and print templates of cells, or draw a cell with one.",
    discussion: """
      A template is a YAML file: rows, columns and overlays of texts, images and shapes, with the fields \
      of an item in braces. Without a name, the built-in templates are listed; with a name alone, the \
      file is printed, so that it can be the beginning of one of your own. With --data, a JSON file with \
      the fields of one item, the cell is drawn.

      Examples:
        galley templates
        galley templates social > mine.yaml
        galley templates mine.yaml --data post.json --assets Images -o card.png
        galley templates --schema > template.schema.json

      Exit status: 0, or with --strict 1 if there is a warning: a missing image, a font family that is \
      not found, a character without a glyph. 65 if the template or the data cannot be used.
      """)

  @Argument(help: "A built-in template, or a YAML file.")
  var template: String?

  @Option(help: ArgumentHelp("The item's fields, as a JSON file.", valueName: "file"))
  var data: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Draw the cell to this PNG file, or - for standard output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The folder of the images.", valueName: "dir"))
  var assets: String?

  @OptionGroup var images: ImageLimitOptions

  @OptionGroup var metadata: MetadataOption

  @Flag(help: "Print the JSON Schema of templates, by which editors complete and check them.")
  var schema = false

  @Flag(help: "Exit with 1 if there is a warning.")
  var strict = false

  @OptionGroup var look: LookOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var runLimits: LimitOptions

  mutating func validate() throws {
    guard (data == nil) == (output == nil) else {
      throw ValidationError("--data and -o go together")
    }
    guard data == nil || template != nil else {
      throw ValidationError("--data needs a template")
    }
    guard !schema || template == nil else {
      throw ValidationError("--schema is that of all templates: it goes without one")
    }
    if let output { try checkExtension(of: output, "-o", is: ["png"]) }
    try metadata.check(output: output, of: "-o")
  }

  var limits: LimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles(feed: nil, look)
    files.read(template: template, as: "the template")
    files.read(data, as: "--data")
    files.read(assets: assets)
    files.write(output ?? "-", as: "-o")
    files.write(metadata.path, as: "--metadata")
    return files
  }

  func perform() async throws -> ExitStatus {
    if schema {
      try write([TemplateSchema.json])
      return .done
    }
    guard let name = template else {
      try write(BuiltInTemplate.all.map { "\($0.name)\t\($0.about)" })
      return .done
    }
    let appearance = try look.template
    let template = try Template(argument: name, theme: appearance.theme)
    guard let data, let output else {
      if let builtIn = BuiltInTemplate.all.first(where: { $0.name == name }) {
        try write([builtIn.yaml.trimmingCharacters(in: .newlines)])
      } else {
        try write(["\(template.name): no errors"])
      }
      return .done
    }
    let warnings = try draw(template, with: try value(of: data), appearance, to: output)
    return strict && warnings > 0 ? .someFailed : .done
  }

  private func value(of path: String) throws -> TemplateValue {
    let bytes = try readInput(path, as: "the data")
    do { return try TemplateValue(json: Data(bytes)) } catch {
      throw TemplateError.unusableData(path: path, reason: "it is not JSON")
    }
  }

  /// Draws the cell of an item; returns the number of warnings.
  private func draw(
    _ template: Template, with item: TemplateValue, _ appearance: CellTemplate, to output: String
  ) throws -> Int {
    let cell = try template.cell(item, now: look.now?.date)
    if let failure = template.nothingShown(in: cell) { throw failure }
    var options = RenderOptions()
    options.template = appearance
    options.template.width = look.width ?? template.width ?? appearance.width
    options.fonts = look.fonts
    options.textRules = look.ruleOptions.rules
    // The cell's families are looked up with those of the theme.
    options.cell = FeedCell(template)
    options.assets = assets
    options.imageLimits = images.limits
    let renderer = try PictureRenderer(options)
    try writePicture(try renderer.png(of: cell), to: output)
    let warnings = renderer.takeWarnings()
    if let path = metadata.path {
      var record = try FeedRenderer(options).makeRecord()
      record.add(output, with: try renderer.layout(of: cell).parts.compactMap(\.text))
      try record.write(to: path)
    }
    messages.tell(renderer.fontWarnings)
    for warning in warnings { messages.tell("warning: \(warning.message)") }
    return warnings.count + renderer.fontWarnings.count
  }

  private func write(_ lines: [String]) throws {
    let writer = try RecordWriter()
    for line in lines { try writer.write(line: line) }
    try writer.finish()
  }
}
