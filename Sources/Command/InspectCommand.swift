import ArgumentParser
import Foundation
import Galley

/// `galley inspect`: one row's layout, whole, as JSON and as a picture.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print one row's layout as JSON, and draw its boxes.",
    discussion: """
      The JSON has the cell's parts with their rectangles; of a text also its lines, glyph runs, \
      clusters, glyphs and fonts, attachments and highlights with their rectangles, and what was \
      truncated. Lengths are layout units, y down, from the cell's top-left corner; glyphs stand at \
      their pens. Ranges and offsets are UTF-8 offsets into the part's repaired text. Equal rows print \
      equal bytes.

      With --overlay, the row is drawn with baselines (red), lines and their numbers (blue), glyph \
      runs and their numbers (green) and glyph boxes (orange); choose some of them with --show, which \
      also has areas (what may be tapped) and scale (pictures drawn at another size than their files \
      have, with the ratio).

      Examples:
        galley inspect feed.json --row 3
        galley inspect feed.json --row 3 --overlay row.png --scale 4
        galley inspect feed.json --row 3 --overlay row.png --show baselines,lines
        galley inspect feed.json --row 3 | jq '.parts[].text.lines[].range'
      """)

  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String

  @Option(help: ArgumentHelp("The row, counted from 0.", valueName: "n"))
  var row: Int

  @Option(help: ArgumentHelp("Draw the row and its boxes to this PNG file.", valueName: "file"))
  var overlay: String?

  @Option(
    help: ArgumentHelp(
      "What --overlay draws, parted by commas: bounds, baselines, lines, runs, glyphs, areas, scale.",
      valueName: "parts"))
  var show: String?

  @Option(help: "The feed's format, as of galley render.")
  var from = "auto"

  @Option(help: ArgumentHelp("The only folder that images come from.", valueName: "dir"))
  var assets: String?

  @OptionGroup var look: LookOptions

  private var format: FeedFormat? { FeedFormat(rawValue: from) }

  mutating func validate() throws {
    guard row >= 0 else { throw ValidationError("--row is 0 or more") }
    guard from == "auto" || format != nil else { throw ValidationError("unknown format '\(from)'") }
    guard show == nil || overlay != nil else { throw ValidationError("--show goes with --overlay") }
    if let overlay { try checkExtension(of: overlay, "--overlay", is: ["png"]) }
    _ = try shown()
  }

  func run() throws {
    let command = self
    runProcess(workerCount: 1) { try await command.inspect() }
  }

  private func inspect() async throws -> ExitStatus {
    var files = CommandFiles()
    files.read(feed, as: "the feed")
    files.read(look)
    files.write("-", as: "")
    files.write(overlay, as: "--overlay")
    try files.check()
    let inspector = try FeedInspector(
      RenderOptions(
        template: look.template, fonts: look.fonts, assets: assets, mode: .sync, format: format))
    for warning in inspector.fontWarnings { printToStandardError("galley: \(warning)") }
    let row = try inspector.inspect(FeedInput(argument: feed), row: row)
    if let overlay {
      try inspector.check(overlay, replacesNoImageOf: row)
      let (lines, cell) = try shown()
      try writePNG(try inspector.picture(of: row, overlay: lines, cell: cell), to: overlay)
    }
    let records = try RecordWriter(path: "-", isOutputTaken: false)
    try records.write(InspectRecord(row))
    try records.flush()
    return .done
  }

  /// The overlays that were asked for.
  private func shown() throws -> (LayoutOverlay, Set<CellOverlay>) {
    let all = LayoutOverlay.all
    guard let show else { return (all, []) }
    var overlay = LayoutOverlay()
    var cell: Set<CellOverlay> = []
    for name in show.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      switch name {
      case "bounds": overlay.boundsBorder = all.boundsBorder
      case "baselines": overlay.baseline = all.baseline
      case "lines":
        (overlay.lineBorder, overlay.lineFill) = (all.lineBorder, all.lineFill)
        overlay.lineNumber = all.lineNumber
      case "runs": (overlay.runBorder, overlay.runNumber) = (all.runBorder, all.runNumber)
      case "glyphs": overlay.glyphBorder = all.glyphBorder
      default:
        guard let kind = CellOverlay(rawValue: name) else {
          throw ValidationError(
            "--show has no '\(name)': bounds, baselines, lines, runs, glyphs, areas, scale")
        }
        cell.insert(kind)
      }
    }
    return (overlay, cell)
  }
}
