import GalleyElements
import GalleyLayout
import GalleyPrimitives
import GalleyText

extension CardPicture {
  /// Whether there is no such picture.
  fileprivate var isMissing: Bool { image.size.width <= 0 || image.size.height <= 0 }
}

/// Places the pictures of a card.
extension PartStack {
  /// Appends an image at the start side, in the extent that the theme gives it; one without an extent is missing.
  mutating func append(_ picture: CardPicture) throws(LayoutError) {
    let (image, isMissing) = (picture.image, picture.isMissing)
    if isMissing, theme.missingImage == .alt {
      return try appendImageDescription(picture.description)
    }
    guard !isMissing || theme.missingImage == .placeholder else { return }
    gap = theme.pictureGap
    let extent =
      isMissing
      ? theme.extent(ofPlaceholder: width) : theme.extent(ofImage: image.size, width: width)
    let size = Size(width: snap(extent.width), height: snap(extent.height))
    let rect = Rect(x: start(of: size.width), y: top, width: size.width, height: size.height)
    describe(picture)
    guard !isMissing else {
      parts.append(CellPart(kind: .image, rect: rect, ground: theme.borderColor))
      return end(at: rect.maxY, gap: theme.pictureGap)
    }
    var shown = image
    // An image in its own proportions fills its rectangle, which is rounded to device pixels.
    if theme.imageAspect > 0 || theme.imageFit != .contain { shown.fit = theme.imageFit }
    parts.append(CellPart(kind: .image, rect: rect, image: shown))
    end(at: rect.maxY, gap: theme.pictureGap)
  }

  /// Appends the description of the missing image in a frame of the card's width.
  private mutating func appendImageDescription(_ words: String?) throws(LayoutError) {
    guard let words, !words.isEmpty else { return }
    let padding = Theme.descriptionPadding
    var style = theme.time
    style.maximumRowCount = 0
    let text = try set(words, style: style, width: width - 2 * padding)
    gap = theme.pictureGap
    let rect = Rect(
      x: left, y: top, width: width, height: snap(text.boundingSize.height) + 2 * padding)
    var look = BoxLook()
    (look.radii, look.border) = (theme.imageRadii, theme.descriptionBorder)
    parts.append(CellPart(kind: .image, rect: rect, look: look))
    place(.imageDescription, text, x: left + padding, y: rect.minY + padding)
    end(at: rect.maxY, gap: theme.pictureGap)
  }

  /// Appends several pictures as one area, and the descriptions of missing ones where the theme asks for them.
  mutating func appendPictures() throws(LayoutError) {
    guard let image = content.image else { return }
    let pictures =
      [CardPicture(image, description: content.imageDescription)] + content.furtherPictures
    let isShown = { [theme] (picture: CardPicture) in
      !picture.isMissing || theme.missingImage == .placeholder
    }
    let found = pictures.filter(isShown)
    let shown = Array(found.prefix(CardContent.pictureLimit))
    let hiddenCount = max(0, content.hiddenPictureCount)
      .addingReportingOverflow(found.count - shown.count).partialValue
    if shown.count == 1, hiddenCount == 0 {
      try append(shown[0])
    } else if !shown.isEmpty {
      try appendGrid(shown, hiddenCount: hiddenCount)
    }
    guard theme.missingImage == .alt else { return }
    for picture in pictures where picture.isMissing {
      try appendImageDescription(picture.description)
    }
  }

  /// Appends pictures beside and above each other, in an area of the full width, with the number of hidden ones.
  private mutating func appendGrid(
    _ pictures: [CardPicture], hiddenCount: Int
  ) throws(LayoutError) {
    gap = theme.pictureGap
    let extent = theme.extent(ofPlaceholder: width)
    let area = Rect(x: left, y: top, width: width, height: snap(extent.height))
    let tiles = tiles(in: area, count: pictures.count)
    for (picture, tile) in zip(pictures, tiles) {
      describe(picture)
      var image = picture.image
      image.fit = .cover
      parts.append(
        picture.isMissing
          ? CellPart(kind: .image, rect: tile, ground: theme.borderColor)
          : CellPart(kind: .image, rect: tile, image: image))
    }
    if hiddenCount > 0, let last = tiles.last { try append(hiddenCount, over: last) }
    end(at: area.maxY, gap: theme.pictureGap)
  }

  /// The rectangles of `count` pictures within an area.
  ///
  /// Two pictures are beside each other, a third one is below the second, and four are in two rows. They begin at the
  /// cell's start side.
  private func tiles(in area: Rect, count: Int) -> [Rect] {
    let space = min(Self.tileSpace, area.width / 4, area.height / 4)
    let half = Size(
      width: snap((area.width - space) / 2), height: snap((area.height - space) / 2))
    let far = Rect(
      x: area.minX + half.width + space, y: area.minY + half.height + space,
      width: area.width - half.width - space, height: area.height - half.height - space)
    let columns = [(area.minX, half.width), (far.minX, far.width)]
    let ends = isMirrored ? [columns[1], columns[0]] : columns
    let rows = [(area.minY, half.height), (far.minY, far.height)]
    func tile(_ column: Int, _ row: Int?) -> Rect {
      let (y, height) = row.map { rows[$0] } ?? (area.minY, area.height)
      return Rect(x: ends[column].0, y: y, width: ends[column].1, height: height)
    }
    return switch count {
    case 1: [area]
    case 2: [tile(0, nil), tile(1, nil)]
    case 3: [tile(0, nil), tile(1, 0), tile(1, 1)]
    default: [tile(0, 0), tile(1, 0), tile(0, 1), tile(1, 1)]
    }
  }

  /// The space between two pictures.
  private static let tileSpace = 4.0

  /// Appends the number of hidden pictures, in the middle of a picture that it darkens.
  private mutating func append(_ count: Int, over tile: Rect) throws(LayoutError) {
    var style = theme.title
    style.color = .white
    style.font.size = max(style.font.size, min(24, tile.height / 4))
    style.maximumRowCount = 1
    let text = try set("+\(count)", style: style, width: tile.width)
    var look = BoxLook()
    (look.background, look.radii) = (Color(red: 0, green: 0, blue: 0, alpha: 140), theme.imageRadii)
    parts.append(CellPart(kind: .box, rect: tile, look: look))
    let ink = text.boundingRect
    let x = tile.minX + (tile.width - ink.width) / 2 - ink.minX
    place(
      .text, text, x: (x * template.scale).rounded() / template.scale,
      y: tile.minY + snap((tile.height - text.boundingSize.height) / 2))
  }

  /// Keeps the words of a picture for the next part.
  private mutating func describe(_ picture: CardPicture) {
    if let words = picture.description, !words.isEmpty { imageDescriptions[parts.count] = words }
  }
}
