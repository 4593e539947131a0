package import GalleyCells
package import GalleyHandles
package import GalleyRowHeights

/// A cell object of the kind that UIKit has: set up once, rendered anew for each row that it shows.
///
/// What it shows is what its parts hold. The texts are always there and ``render(_:)`` sets each of
/// them, also to nothing; images are parts of some contents only, added by `render` and taken away
/// by the next one. A cell that forgets either shows a part of a former row: a ghost.
package final class CellObject {
  /// The kind of cell.
  package let identifier: String
  /// Whether it only measures: then its images are not looked at, nor is anything else done that
  /// only a row on the screen is for (`fd_isTemplateLayoutCell`).
  package let isTemplate: Bool

  // Set by each render.
  private var texts: [CellPart.Kind: String] = [:]
  private var language: String?
  // Only there for contents that have them.
  private var images: [CellPart.Kind: CellImage] = [:]

  /// Whether the user has selected it: not the content's, so it is reset.
  package var isSelected = false
  /// How opaque it is: not the content's, so it is reset.
  package var opacity = 1.0
  /// What stands at its right: set for each row.
  package var accessory = CellAccessory.none
  /// The cell as it is laid out; `nil` until it is.
  package var layout: CellLayout?
  /// What is to be seen of it, from the top; none until it is drawn.
  package var pictures: [Picture] = []

  /// How many rows it was rendered for.
  package private(set) var renderCount = 0
  /// How many images it has asked for to show.
  package private(set) var imageCount = 0

  /// Sets a cell up.
  package init(identifier: String, isTemplate: Bool = false) {
    self.identifier = identifier
    self.isTemplate = isTemplate
  }

  /// Resets what no content sets.
  package func prepareForReuse() {
    isSelected = false
    opacity = 1
    accessory = .none
    layout = nil
    pictures = []
  }

  /// Shows a content, and nothing of what it showed before.
  package func render(_ content: CellContent) {
    renderCount += 1
    layout = nil
    texts[.title] = content.title
    texts[.body] = content.body
    texts[.author] = content.author
    texts[.time] = content.time
    language = content.language
    images.removeAll(keepingCapacity: true)
    for (kind, picture) in [(CellPart.Kind.avatar, content.avatar), (.image, content.image)] {
      guard let picture else { continue }
      images[kind] = picture
      if !isTemplate { imageCount += 1 }
    }
  }

  /// What the cell shows, part by part.
  package var content: CellContent {
    CellContent(
      title: texts[.title], body: texts[.body], author: texts[.author], time: texts[.time],
      avatar: images[.avatar], image: images[.image], language: language)
  }
}
