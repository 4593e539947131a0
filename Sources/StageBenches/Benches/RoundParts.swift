import Galley
package import GalleyCellRendering
import GalleyCells
package import GalleyPrimitives
import GalleyRaster

/// Round discs that are drawn over cells: a given number on a screen, on average.
package struct RoundParts {
  /// The number of discs for each layout unit of height, on average.
  private let perUnit: Double
  /// The way in which discs become round.
  private let rounding: CornerRounding

  /// Makes `count` discs on a screen of `height` layout units.
  package init(onScreen count: Double, height: Double, rounding: CornerRounding) {
    perUnit = count / height
    self.rounding = rounding
  }

  /// The discs as a decoration of cells.
  package var decoration: CellDecoration {
    CellDecoration(
      items: { items(on: $0, theme: $1) },
      maskedRects: { rounding == .masked ? rects(on: $0) : [] })
  }

  /// The diameter of a disc, which is that of an avatar.
  private static let side = 36.0

  /// The rectangles of a cell's discs: along the card's lower edge, from the right, in lines.
  private func rects(on layout: CellLayout) -> [Rect] {
    let wanted = perUnit * layout.size.height
    // The fraction of a disc becomes a disc on some cells; the cell's glyph count decides on which.
    let glyphCount = layout.parts.reduce(0) { $0 + ($1.text?.glyphs.count ?? 0) }
    let share = (Double(glyphCount % 89) + 0.5) / 89
    let count = Int(wanted + share)
    let step = Self.side + 6
    let perLine = max(1, Int((layout.card.width - 12) / step))
    return (0..<count).map { number in
      let (line, column) = number.quotientAndRemainder(dividingBy: perLine)
      return Rect(
        x: layout.card.maxX - 12 - Self.side - step * Double(column),
        y: layout.card.maxY - 12 - Self.side - step * Double(line), width: Self.side,
        height: Self.side)
    }
  }

  /// The items of a cell's discs, each on a plate of the card's colour.
  private func items(on layout: CellLayout, theme: Theme) -> [DisplayItem] {
    let radii = CornerRadii(all: Self.side / 2)
    return rects(on: layout).flatMap { rect -> [DisplayItem] in
      let plate = DisplayItem.fill(rect, theme.cardColor)
      func disc(_ radii: CornerRadii) -> DisplayItem {
        .roundedRect(rect, radii: radii, fill: theme.initialsColors.first ?? theme.title.color)
      }
      switch rounding {
      case .none: return [plate, disc(.zero)]
      case .drawn: return [plate, disc(radii)]
      case .covered:
        return [plate, disc(.zero), .cornerPieces(rect, radii: radii, color: theme.cardColor)]
      case .masked:
        return [plate, .group(DisplayGroup([disc(.zero)], in: rect, radii: radii, isMasked: true))]
      }
    }
  }
}
