package import GalleyCells
package import GalleyHandles
package import GalleyRowHeights

/// A reusable cell object as in UIKit: made once, and rendered for each row that it shows.
///
/// Its parts hold the content. All texts are permanent parts, and ``render(_:)`` assigns each of them,
/// also `nil`. Images are parts of some contents only: `render` adds them, and the next call removes them.
/// A cell that kept a part of an earlier row would show the wrong content.
package final class CellObject {
  /// The kind of cell.
  package let identifier: String
  /// Whether the cell is only measured: then its images are not counted (`fd_isTemplateLayoutCell`).
  package let isTemplate: Bool

  // Assigned by each render.
  private var texts: [CellPart.Kind: String] = [:]
  private var language: String?
  // Empty for contents without images.
  private var images: [CellPart.Kind: CellImage] = [:]

  /// Whether the user has selected the cell; no content assigns it, so it is reset.
  package var isSelected = false
  /// The cell's opacity; no content assigns it, so it is reset.
  package var opacity = 1.0
  /// The accessory at the right edge; assigned for each row.
  package var accessory = CellAccessory.none
  /// The cell's layout; `nil` until it is laid out.
  package var layout: CellLayout?
  /// The cell's pictures from top to bottom; empty until it is drawn.
  package var pictures: [Picture] = []

  /// The number of renders.
  package private(set) var renderCount = 0
  /// The number of images that the cell has requested.
  package private(set) var imageCount = 0

  /// Makes a cell without content.
  package init(identifier: String, isTemplate: Bool = false) {
    self.identifier = identifier
    self.isTemplate = isTemplate
  }

  /// Resets the state that no content assigns.
  package func prepareForReuse() {
    isSelected = false
    opacity = 1
    accessory = .none
    layout = nil
    pictures = []
  }

  /// Replaces the content of all parts.
  package func render(_ content: CellContent) {
    renderCount += 1
    layout = nil
    // The bench scrolls built-in cards alone.
    guard case .card(let card) = content else { return }
    texts[.title] = card.title
    texts[.body] = card.body
    texts[.author] = card.author
    texts[.time] = card.time
    language = card.language
    images.removeAll(keepingCapacity: true)
    for (kind, picture) in [(CellPart.Kind.avatar, card.avatar), (.image, card.image)] {
      guard let picture else { continue }
      images[kind] = picture
      if !isTemplate { imageCount += 1 }
    }
  }

  /// The content of the cell's parts.
  package var content: CellContent {
    CellContent(
      title: texts[.title], body: texts[.body], author: texts[.author], time: texts[.time],
      avatar: images[.avatar], image: images[.image], language: language)
  }
}
