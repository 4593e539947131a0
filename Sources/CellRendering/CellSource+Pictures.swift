import GalleyCells
import GalleyFeedItems
import GalleyImages
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

  /// The pictures within the body that are found.
  func inlineImages(of item: FeedItem, warnings: inout [RowWarning]) -> [CellImage] {
    item.bodyImages.compactMap { inlineImage($0, warnings: &warnings) }
  }

  /// The names by which the body repeats the item's image, without an extent: the text shows nothing in their places.
  func repeatedImages(of item: FeedItem) -> [CellImage] {
    item.imageNamesInBody.map { CellImage(name: $0, size: .zero) }
  }

  /// The custom emoji of author and title whose pictures are found; the others remain as codes.
  func emojis(of item: FeedItem, warnings: inout [RowWarning]) -> [CardEmoji] {
    item.emojiImages.compactMap { emoji in
      inlineImage(emoji, warnings: &warnings).map { CardEmoji(code: emoji.description, image: $0) }
    }
  }

  private func inlineImage(_ image: InlineImage, warnings: inout [RowWarning]) -> CellImage? {
    let name = image.name
    // Without assets, the descriptions are the text, as in a reader that blocks pictures.
    guard assets.mayHave(name) else {
      warnings.append(RowWarning(of: image, reason: RowWarning.noAssetsReason))
      return nil
    }
    do throws(ImageError) {
      return CellImage(name: name, size: try assets.imageSize(named: name).size)
    } catch {
      warnings.append(RowWarning(of: image, reason: error.reason, limit: error.limit))
      return nil
    }
  }
}
