import ArgumentParser
import Galley
import GalleyHandles

extension TextAttributeOptions {
  /// Checks the axes after the sizes of fonts.
  ///
  /// - Throws: `ValidationError`, which names the axes that the font has.
  func checkAxes(fonts: FontSource) throws {
    for name in [font, partFont].compactMap(\.self) where Font(description: name) == nil {
      let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
      guard parts.count == 2, let font = Font(description: parts[0]) else { continue }
      let (known, axes) = try TextRenderer(fonts: fonts).axes(of: font)
      throw ValidationError(
        """
        '\(name)': after @ stand axes with numbers, as in wght=350,wdth=80, and not '\(parts[1])'; \
        \(Self.words(axes, of: known))
        """)
    }
  }

  /// The axes that a font lacks, and places beyond their ends.
  func axisWarnings(_ renderer: TextRenderer) throws -> [String] {
    var warnings: [String] = []
    for name in [font, partFont].compactMap(\.self) {
      guard let font = Font(description: name), !font.variations.isEmpty else { continue }
      let (known, axes) = try renderer.axes(of: font)
      for part in font.variations.split(separator: ",") {
        let sides = part.split(separator: "=").map { $0.filter { !" \"'".contains($0) } }
        guard sides.count == 2, let place = Double(sides[1]) else { continue }
        if let axis = axes.first(where: { $0.tag == sides[0] }) {
          if !axis.range.contains(place) {
            warnings.append("\(known) has the axis \(axis): \(sides[1]) is beyond its end")
          }
        } else {
          warnings.append("\(known) has no axis \(sides[0]); \(Self.words(axes, of: known))")
        }
      }
    }
    return warnings
  }

  private static func words(_ axes: [FontAxis], of name: String) -> String {
    axes.isEmpty
      ? "\(name) has no axes"
      : "the axes of \(name) are " + axes.map(\.description).joined(separator: ", ")
  }
}
