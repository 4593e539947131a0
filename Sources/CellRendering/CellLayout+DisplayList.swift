public import GalleyCells
import GalleyLayout
public import GalleyPrimitives
import GalleyRaster

extension CellLayout {
  /// Returns the display list of this cell on a page of the colour `page`.
  func displayList(theme: Theme, page: Color) -> DisplayList {
    let corners = CellCorners(theme: theme, card: card, page: page, scale: scale)
    var list = DisplayList()
    for part in parts {
      if let text = part.text, let ground = part.ground {
        let radii = CornerRadii(all: min(part.rect.width, part.rect.height) / 2)
        corners.append(part.rect, radii: radii, to: &list) { items, isRound in
          items.appendInitials(text, in: part.rect, background: ground, isSquare: !isRound)
        }
      } else if let text = part.text {
        list.append(.text(text, origin: part.rect.origin))
      } else if let image = part.image {
        let radii =
          part.kind == .avatar ? CornerRadii(all: part.rect.width / 2) : theme.imageRadii
        corners.append(part.rect, radii: radii, to: &list) { items, isRound in
          items.append(
            .image(
              ImageReference(name: image.name), part.rect, radii: isRound ? radii : .zero))
        }
      }
    }
    return corners.card(with: list)
  }

  /// The approximate size of this layout in memory.
  var byteCount: Int {
    parts.reduce(256) { sum, part in
      guard let text = part.text else { return sum + 128 }
      return sum + 128 + text.byteCount
    }
  }
}

extension CellPart {
  /// The origin of the part's text, in layout units from the cell's top-left corner: the origin of the
  /// part's rectangle, except for initials, which are centred.
  public var textOrigin: Point {
    guard let text, ground != nil else { return rect.origin }
    return DisplayList.originOfInitials(text, in: rect)
  }
}
