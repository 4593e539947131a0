package import Galley
package import GalleyCells
import GalleyPrimitives
import GalleyStageBenches
import GalleyText

/// A source of row heights.
package protocol RowHeightSource {
  /// The height of a row in device pixels.
  mutating func height(of content: RowContent, width: Double, fontFactor: Double) throws -> Int
}

/// Heights of rows without texts, at a scale.
package struct BlankHeights: RowHeightSource {
  private let scale: Double

  package init(scale: Double) { self.scale = scale }

  package func height(of content: RowContent, width: Double, fontFactor: Double) -> Int {
    guard case .blank(let height) = content else { return 0 }
    // As with text, a narrower row is higher.
    return Int((height * fontFactor * fontFactor * 375 / max(1, width) * scale).rounded())
  }
}

/// Heights of cells, laid out as for a picture.
package struct CellHeights: RowHeightSource {
  private let options: RenderOptions
  private var probes: [Look: StageProbe] = [:]

  private struct Look: Hashable {
    var width: Double
    var fontFactor: Double
  }

  package init(_ options: RenderOptions) { self.options = options }

  package mutating func height(
    of content: RowContent, width: Double, fontFactor: Double
  ) throws -> Int {
    guard case .item(let item) = content else {
      return BlankHeights(scale: options.template.scale)
        .height(of: content, width: width, fontFactor: fontFactor)
    }
    return try probe(Look(width: width, fontFactor: fontFactor)).set(item.feedItem).pixelHeight
  }

  private mutating func probe(_ look: Look) throws -> StageProbe {
    if let known = probes[look] { return known }
    var options = options
    options.template.width = look.width
    options.template.theme.scaleFonts(by: look.fontFactor)
    let probe = try StageProbe(options)
    probes[look] = probe
    return probe
  }
}

extension Theme {
  /// Multiplies the sizes of all fonts.
  package mutating func scaleFonts(by factor: Double) {
    for style in [\Theme.title, \.body, \.author, \.time, \.initials] {
      self[keyPath: style].font.size *= factor
    }
  }
}
