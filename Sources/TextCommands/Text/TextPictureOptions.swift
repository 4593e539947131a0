import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyPrimitives

/// The picture of the text.
struct TextPictureOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PNG, PDF or SVG file, by its extension, or - for a PNG on standard output.",
      valueName: "file"))
  var output: String?

  @Option(help: "Device pixels per layout unit, 0.25 to 8.")
  var scale = 2.0

  @Option(help: "The colour below the text; #00000000 for none.")
  var background = Color.white

  @Option(
    help: ArgumentHelp(
      "The boxes to outline: bounds, baselines, lines, runs, glyphs or all, with commas.",
      valueName: "parts"))
  var overlay: String?

  @Option(
    help: ArgumentHelp(
      "The way in which letters meet the grid of pixels at scales up to 1.5: \(names(of: GlyphHinting.self)).",
      valueName: "way"))
  var hinting = GlyphHinting.none

  @Option(help: ArgumentHelp("The folder of images.", valueName: "dir"))
  var assets: String?

  @OptionGroup var images: ImageLimitOptions

  @OptionGroup var metadata: MetadataOption

  mutating func validate() throws {
    try check(scale, of: "--scale", in: 0.25...8)
    guard overlay == nil || output != nil else { throw ValidationError("--overlay goes with -o") }
    if let output, output != "-" {
      try checkExtension(of: output, "-o", is: ["png", "pdf", "svg"])
    }
    try checkNoTerminal(output)
    try checkNotEmpty(("-o", output), ("--assets", assets))
    try metadata.check(output: output, of: "-o")
    _ = try appearance
  }

  /// The format of a document; `nil` for a picture.
  var document: PictureRenderer.DocumentFormat? {
    guard let output else { return nil }
    return PictureRenderer.DocumentFormat(
      rawValue: (output as NSString).pathExtension.lowercased())
  }

  var appearance: TextRenderer.Appearance {
    get throws {
      var appearance = TextRenderer.Appearance()
      appearance.scale = scale
      appearance.background = background
      if let overlay {
        appearance.overlay = try LayoutOverlay.parts(overlay, of: "--overlay").overlay
      }
      return appearance
    }
  }
}

extension LayoutOverlay {
  /// The overlay of parts with commas, and those of its names that `others` has.
  ///
  /// - Throws: `ValidationError` for an unknown name.
  static func parts(
    _ list: String, of option: String, others: [String] = []
  ) throws -> (overlay: LayoutOverlay, others: [String]) {
    let all = LayoutOverlay.all
    var overlay = LayoutOverlay()
    var found: [String] = []
    for name in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      switch name {
      case "all": overlay = all
      case "bounds": overlay.boundsBorder = all.boundsBorder
      case "baselines": overlay.baseline = all.baseline
      case "lines":
        (overlay.lineBorder, overlay.lineFill) = (all.lineBorder, all.lineFill)
        overlay.lineNumber = all.lineNumber
      case "runs": (overlay.runBorder, overlay.runNumber) = (all.runBorder, all.runNumber)
      case "glyphs": overlay.glyphBorder = all.glyphBorder
      default:
        guard others.contains(name) else {
          let names = ["bounds", "baselines", "lines", "runs", "glyphs"] + others
          throw ValidationError("\(option) has no '\(name)': \(names.joined(separator: ", "))")
        }
        found.append(name)
      }
    }
    return (overlay, found)
  }
}
