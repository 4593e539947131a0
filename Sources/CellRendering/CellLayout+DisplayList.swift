public import GalleyCells
import GalleyElements
import GalleyLayout
public import GalleyPrimitives
package import GalleyRaster

extension CellLayout {
  /// Returns the display list of a built-in card on a page of the colour `page`, or of a tree of elements.
  package func displayList(theme: Theme, page: Color) -> DisplayList {
    guard isCard else { return elementList }
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
              ImageReference(name: image.name, fit: image.fit, focus: image.focus), part.rect,
              radii: isRound ? radii : .zero))
        }
      } else if let ground = part.ground {
        corners.append(part.rect, radii: theme.imageRadii, to: &list) { items, isRound in
          items.appendPlaceholder(
            in: part.rect, radii: isRound ? theme.imageRadii : .zero, ground: ground,
            ink: theme.time.color.withAlpha(128))
        }
      } else if let look = part.look, let fill = look.background {
        corners.append(part.rect, radii: look.radii, to: &list) { items, isRound in
          items.append(.roundedRect(part.rect, radii: isRound ? look.radii : .zero, fill: fill))
        }
      } else if let look = part.look {
        list.append(.roundedRect(part.rect, radii: look.radii, fill: nil, border: look.border))
      }
    }
    return corners.card(with: list)
  }

  /// The display list of a tree of elements.
  package var elementList: DisplayList {
    var items: [DisplayItem] = []
    items.reserveCapacity(2 * parts.count)
    append(parts.indices, to: &items)
    return DisplayList(items)
  }

  /// Appends the items of adjacent parts, with all parts within them.
  private func append(_ range: Range<Int>, to items: inout [DisplayItem]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = index + 1 + parts[index].descendantCount
      append(parts[index], inner: index + 1..<end, to: &items)
      index = end
    }
  }

  private func append(_ part: CellPart, inner: Range<Int>, to items: inout [DisplayItem]) {
    guard let look = part.look else {
      if let item = part.contentItem(radii: .zero) { items.append(item) }
      return append(inner, to: &items)
    }
    guard look.opacity > 0 else { return }
    let start = items.count
    if let shadow = look.shadow { items.append(.shadow(part.rect, radii: look.radii, shadow)) }
    let own = items.count
    // The parts within the box cover its border; the box's own image does not.
    if part.image != nil, let border = look.border {
      part.append(look, border, to: &items)
    } else {
      if look.background != nil || look.border != nil {
        items.append(
          .roundedRect(part.rect, radii: look.radii, fill: look.background, border: look.border))
      }
      if let item = part.contentItem(radii: look.radii) { items.append(item) }
    }
    append(inner, to: &items)
    if look.isClipped {
      items.group(from: own) { DisplayGroup($0, in: part.rect, radii: look.radii) }
    }
    guard look.opacity < 1 else { return }
    let cell = Rect(x: 0, y: 0, width: size.width, height: size.height)
    items.group(from: start) { DisplayGroup($0, in: cell, opacity: look.opacity) }
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
  /// Appends the items of an image whose box has a border, with the background below.
  ///
  /// Clipped one by one to round corners, each item would show in the translucent pixels of the outer edge, where the
  /// opaque border covers it in part, as a fringe. So all are flattened with square corners, and clipped once; the
  /// inner edge of the border stays round.
  fileprivate func append(_ look: BoxLook, _ border: Border, to items: inout [DisplayItem]) {
    let isFlattened = border.color.isOpaque && look.radii != .zero
    let radii = isFlattened ? .zero : look.radii
    var own: [DisplayItem] = []
    if let fill = look.background { own.append(.roundedRect(rect, radii: radii, fill: fill)) }
    if let item = contentItem(radii: radii) { own.append(item) }
    own.append(
      .roundedRect(rect, radii: look.radii, fill: nil, border: border, isSquare: isFlattened))
    if isFlattened { own = [.group(DisplayGroup(own, in: rect, radii: look.radii))] }
    items += own
  }

  /// The item of an element's text or image; `nil` if it has neither.
  fileprivate func contentItem(radii: CornerRadii) -> DisplayItem? {
    if let text { return .text(text, origin: textOrigin) }
    guard let image else { return nil }
    let reference = ImageReference(name: image.name, fit: image.fit, focus: image.focus)
    return .image(reference, rect, radii: radii)
  }

  /// The origin of the part's text, in layout units from the cell's top-left corner: the origin of the
  /// part's rectangle, except for initials and other marks, which are centred.
  public var textOrigin: Point {
    guard let text, ground != nil else { return rect.origin }
    return text.origin(ofMarkIn: rect)
  }
}

extension [DisplayItem] {
  /// Replaces the items from `start` on by the group that `make` makes of them.
  fileprivate mutating func group(from start: Int, _ make: ([DisplayItem]) -> DisplayGroup) {
    let group = make(Array(self[start...]))
    replaceSubrange(start..., with: CollectionOfOne(.group(group)))
  }
}

extension DisplayList {
  /// Appends an area with the drawing of a picture in its middle, for an image that is missing.
  fileprivate mutating func appendPlaceholder(
    in rect: Rect, radii: CornerRadii, ground: Color, ink: Color
  ) {
    append(.roundedRect(rect, radii: radii, fill: ground))
    let frame = Rect(
      x: rect.minX + (rect.width - 40) / 2, y: rect.minY + (rect.height - 30) / 2, width: 40,
      height: 30)
    guard frame.minX >= rect.minX, frame.minY >= rect.minY else { return }
    append(
      .roundedRect(
        frame, radii: CornerRadii(all: 4), fill: nil, border: Border(width: 2, color: ink)))
    let sun = Rect(x: frame.minX + 7, y: frame.minY + 7, width: 7, height: 7)
    append(.roundedRect(sun, radii: CornerRadii(all: 3.5), fill: ink))
    let land = Rect(x: frame.minX + 6, y: frame.minY + 19, width: 28, height: 5)
    append(.roundedRect(land, radii: CornerRadii(all: 2), fill: ink))
  }
}
