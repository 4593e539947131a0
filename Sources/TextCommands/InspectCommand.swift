package import ArgumentParser
import Foundation
import Galley
import GalleyCellRendering
package import GalleyCommandLine
import GalleyPNG
import GalleyRendering

/// `galley inspect`: prints one row's layout as JSON, and draws its boxes.
package struct InspectCommand: RunnableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print one row's layout as JSON, and draw its boxes.",
    discussion: """
      The JSON has the cell's parts with their rectangles. Of a text it also has lines, glyph runs, \
      clusters, glyphs and fonts, attachments and highlights with their rectangles, and the truncated \
      range. Lengths are layout units, y down, from the cell's top-left corner; the position of a \
      glyph is its pen's. Ranges and offsets are UTF-8 offsets into the part's repaired text. Equal \
      rows print equal bytes.

      With --overlay, the row is drawn with baselines (red), lines and their numbers (blue), glyph \
      runs and their numbers (green) and glyph boxes (orange). --show selects some of them, and also \
      areas (parts that react to a tap) and scale (pictures that are drawn at another size than their \
      files have, with the ratio).

      Examples:
        galley inspect feed.json --row 3
        galley inspect feed.json --row 3 --overlay row.png --scale 4
        galley inspect feed.json --row 3 --overlay row.png --show lines
        galley inspect feed.json --row 3 | jq '.parts[].text.lines[].range'
      """)

  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String

  @Option(help: ArgumentHelp("The row, from 0.", valueName: "n"))
  var row: Int

  @Option(help: ArgumentHelp("Draw the row and its boxes to this PNG file.", valueName: "file"))
  var overlay: String?

  @Option(
    help: ArgumentHelp(
      "The parts of --overlay: bounds, baselines, lines, runs, glyphs, areas, scale, with commas.",
      valueName: "parts"))
  var show: String?

  @OptionGroup var metadata: MetadataOption

  @OptionGroup var source: FeedSourceOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var runLimits: LimitOptions

  package mutating func validate() throws {
    guard row >= 0 else { throw ValidationError("--row is 0 or more") }
    guard show == nil || overlay != nil else { throw ValidationError("--show goes with --overlay") }
    if let overlay { try checkExtension(of: overlay, "--overlay", is: ["png"]) }
    try metadata.check(output: overlay, of: "--overlay")
    _ = try shown()
  }

  package var limits: LimitOptions? { runLimits }

  package var files: CommandFiles {
    var files = CommandFiles(feed: feed, look)
    files.read(template: source.template)
    files.read(assets: source.assets)
    files.write("-", as: "")
    files.write(overlay, as: "--overlay")
    files.write(metadata.path, as: "--metadata")
    return files
  }

  package func perform() async throws -> ExitStatus {
    let options = try source.rendering(look)
    let inspector = try FeedInspector(options)
    for warning in inspector.fontWarnings { printToStandardError("galley: \(warning)") }
    let row = try inspector.inspect(FeedInput(argument: feed), row: row)
    if let overlay {
      try inspector.check(overlay, replacesNoImageOf: row)
      let (lines, cell) = try shown()
      try writePicture(try inspector.picture(of: row, overlay: lines, cell: cell), to: overlay)
      if let path = metadata.path {
        var record = try FeedRenderer(options).makeRecord()
        record.add(overlay, with: row.layout.parts.compactMap(\.text))
        try record.write(to: path)
      }
    }
    let records = try RecordWriter()
    try records.write(InspectRecord(row))
    try records.finish()
    return .done
  }

  /// The selected overlays.
  private func shown() throws -> (LayoutOverlay, Set<CellOverlay>) {
    let all = LayoutOverlay.all
    guard let show else { return (all, []) }
    let found = try LayoutOverlay.parts(
      show, of: "--show", others: CellOverlay.allCases.map(\.rawValue))
    return (found.overlay, Set(found.others.compactMap(CellOverlay.init(rawValue:))))
  }

  package init() {}
}
