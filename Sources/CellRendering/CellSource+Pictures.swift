import GalleyCells
import GalleyFeedItems
import GalleyPrimitives

extension CellSource {
  /// Gives a card the pictures of its item, except for those within its text.
  ///
  /// The card shows the first ones that are there, and counts the rest. Missing ones have an extent of zero where the theme
  /// shows something in their place.
  func addPictures(of item: FeedItem, to card: inout CardContent, _ warnings: inout [RowWarning]) {
    let pictures = item.cardPictures
    var shown: [CardPicture] = []
    for (index, picture) in pictures.enumerated() {
      guard shown.count < CardContent.pictureLimit else {
        card.hiddenPictureCount = pictures.count - index
        break
      }
      if let image = image(named: picture.url, .image, warnings: &warnings) {
        shown.append(CardPicture(image, description: picture.description))
      } else if theme.missingImage != .none {
        let image = CellImage(name: picture.url, size: .zero)
        shown.append(CardPicture(image, description: picture.description))
      }
    }
    if let first = shown.first {
      card.image = first.image
      card.imageDescription = first.description
      card.furtherPictures = Array(shown.dropFirst())
    } else if card.title == nil, card.body?.isEmpty ?? true {
      // Without its picture, the item has nothing but these words.
      card.body = item.imageDescription
    }
  }
}
