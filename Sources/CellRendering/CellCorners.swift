import GalleyCells
import GalleyPrimitives
import GalleyRaster

extension CellLayout {
  /// The rectangles of the card and of all parts with corners.
  var roundRects: [Rect] {
    [card] + parts.filter { $0.image != nil || $0.ground != nil }.map(\.rect)
  }
}

/// Rounds the corners of the card and its parts by the theme's method.
struct CellCorners {
  private let theme: Theme
  private let cardRect: Rect
  private let page: Color
  /// The card without its border.
  private let inside: Rect

  init(theme: Theme, card: Rect, page: Color, scale: Double) {
    self.theme = theme
    self.page = page
    cardRect = card
    inside = card.inset(by: EdgeInsets(all: max(theme.borderWidth, 1 / scale)))
  }

  /// Appends the items that `draw` makes within `rect`, with round corners.
  ///
  /// `isRound` is true if `draw` itself has to make the corners.
  func append(
    _ rect: Rect, radii: CornerRadii, to list: inout DisplayList,
    draw: (_ list: inout DisplayList, _ isRound: Bool) -> Void
  ) {
    let beneath = theme.cornerRounding == .covered ? color(beneath: rect) : nil
    switch theme.cornerRounding {
    case .none: draw(&list, false)
    case .masked:
      var own = DisplayList()
      draw(&own, false)
      list.append(.group(DisplayGroup(own.items, in: rect, radii: radii, isMasked: true)))
    case .covered where beneath != nil:
      draw(&list, false)
      list.append(.cornerPieces(rect, radii: radii, color: beneath ?? page))
    case .covered, .drawn: draw(&list, true)
    }
  }

  /// Returns the items of the card, followed by its parts.
  func card(with parts: DisplayList) -> DisplayList {
    let border = Border(
      width: theme.borderWidth, color: theme.borderColor, dashes: theme.borderDashes,
      phase: theme.borderPhase)
    func ground(_ radii: CornerRadii, isSquare: Bool = false) -> DisplayItem {
      .roundedRect(
        cardRect, radii: radii, fill: theme.cardColor, border: border, isSquare: isSquare)
    }
    let radii = theme.cornerRadii
    switch theme.cornerRounding {
    case .none: return DisplayList([ground(.zero)] + parts.items)
    case .masked:
      let items = [ground(radii, isSquare: true)] + parts.items
      return DisplayList([.group(DisplayGroup(items, in: cardRect, radii: radii, isMasked: true))])
    case .covered where page.isOpaque:
      return DisplayList(
        [ground(radii, isSquare: true)] + parts.items
          + [.cornerPieces(cardRect, radii: radii, color: page)])
    case .covered, .drawn: return DisplayList([ground(radii)] + parts.items)
    }
  }

  /// Returns the colour beneath a part; `nil` unless it is one opaque colour.
  private func color(beneath rect: Rect) -> Color? {
    guard rect.minX >= inside.minX, rect.maxX <= inside.maxX, rect.minY >= inside.minY,
      rect.maxY <= inside.maxY, !reachesCorner(rect)
    else { return nil }
    if theme.cardColor.isOpaque { return theme.cardColor }
    return page.isOpaque ? theme.cardColor.over(page) : nil
  }

  /// Whether a part overlaps a round corner of the card.
  private func reachesCorner(_ rect: Rect) -> Bool {
    let radii = theme.cornerRadii.fitted(to: cardRect.size)
    let (left, right) = (rect.minX - cardRect.minX, cardRect.maxX - rect.maxX)
    let (top, bottom) = (rect.minY - cardRect.minY, cardRect.maxY - rect.maxY)
    return left < radii.topLeft && top < radii.topLeft
      || right < radii.topRight && top < radii.topRight
      || right < radii.bottomRight && bottom < radii.bottomRight
      || left < radii.bottomLeft && bottom < radii.bottomLeft
  }
}
