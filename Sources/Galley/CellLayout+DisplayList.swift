import GalleyCells
import GalleyLayout
import GalleyPrimitives
import GalleyRaster

extension CellLayout {
  /// What a painter draws for this cell.
  func displayList(theme: Theme) -> DisplayList {
    var list = DisplayList([
      .roundedRect(
        card, radii: theme.cornerRadii, fill: theme.cardColor,
        border: Border(width: theme.borderWidth, color: theme.borderColor))
    ])
    for part in parts {
      if let text = part.text, let ground = part.ground {
        list.appendInitials(text, in: part.rect, background: ground)
      } else if let text = part.text {
        list.append(.text(text, origin: part.rect.origin))
      } else if let image = part.image {
        let radii =
          part.kind == .avatar ? CornerRadii(all: part.rect.width / 2) : theme.imageRadii
        list.append(.image(ImageReference(name: image.name), part.rect, radii: radii))
      }
    }
    return list
  }

  /// About how much memory this layout takes.
  var byteCount: Int {
    parts.reduce(256) { sum, part in
      guard let text = part.text else { return sum + 128 }
      return sum + 256 + 20 * text.glyphs.count + 96 * text.runs.count + 112 * text.lines.count
        + 96 * text.fonts.count
    }
  }
}
