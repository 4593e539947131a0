import GalleyCells
package import GalleyPrimitives
import GalleyRaster

/// Round discs that a bench puts on cells, as many on a screen as it asks for.
package struct RoundParts: Hashable, Sendable {
  /// How many there are for each layout unit of height, on average.
  package var perUnit: Double
  /// How they come to be round.
  package var rounding: CornerRounding

  /// As many parts on a screen of `height` layout units.
  package init(onScreen count: Double, height: Double, rounding: CornerRounding) {
    perUnit = count / height
    self.rounding = rounding
  }

  /// A disc's diameter: that of an avatar.
  private static let side = 36.0

  /// Where the discs of a cell are: along the card's lower edge, from the right, in lines.
  func rects(on layout: CellLayout) -> [Rect] {
    let wanted = perUnit * layout.size.height
    // What is less than a disc goes to some cells and not to others, by what they say.
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

  /// The discs of a cell, each on a plate of the card's colour.
  func items(on layout: CellLayout, theme: Theme) -> [DisplayItem] {
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

extension CellShop {
  /// What a painter draws for a cell.
  func displayList(of layout: CellLayout) -> DisplayList {
    var list = layout.displayList(theme: template.theme, page: background)
    list.items += roundParts?.items(on: layout, theme: template.theme) ?? []
    return list
  }

  /// The device pixels that are composited in each frame that shows all of a cell: what masks cut, and
  /// the pixel rows below it.
  func maskedPixelCount(of layout: CellLayout) -> Int {
    var rects = roundParts.map { $0.rounding == .masked ? $0.rects(on: layout) : [] } ?? []
    if template.theme.cornerRounding == .masked { rects += layout.roundRects }
    func pixels(_ length: Double) -> Int { Int(max(0, length) * layout.scale) }
    var rows: Range<Double>?
    for rect in rects where rect.height > 0 {
      rows = min(rows?.lowerBound ?? rect.minY, rect.minY)..<max(rows?.upperBound ?? 0, rect.maxY)
    }
    let ground = pixels((rows?.upperBound ?? 0) - (rows?.lowerBound ?? 0))
    return rects.reduce(ground * layout.pixelSize.width) {
      $0 + pixels($1.width) * pixels($1.height)
    }
  }
}
