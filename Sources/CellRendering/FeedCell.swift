package import Foundation
public import GalleyElements
public import GalleyFeedItems

/// How the items of a feed become cells of a client's own, in place of the built-in card.
///
/// ```swift
/// var options = RenderOptions()
/// options.cell = FeedCell("post") { PostCell($0) }
/// ```
///
/// It holds for all rows of a feed: in pictures, in measurements, and in tables.
public struct FeedCell: Sendable {
  /// The name, which tells runs with different cells apart.
  public let name: String
  /// The font families that the cells name besides those of the theme, each with its place.
  package let families: [(name: String, family: String)]
  /// The fields of images that the cells show, which are missing to them if their files are.
  package let imageFields: [FeedField]
  /// Whether the cells show several pictures, which are then those that are there.
  package let showsPictures: Bool
  /// Whether the cells have no place for sounds, films and files, whose descriptions are then in the text.
  package let describesAttachments: Bool
  private let body: @Sendable (FeedItem, Context) throws -> ElementTree

  /// The values of a run that an item does not have.
  package struct Context: Sendable {
    /// The moment from which relative times count; `nil` if there is none.
    package var now: Date?
    /// The time as the feed has it, of an item whose time is in the words of the theme.
    package var writtenTime: String?
    /// The fields of images whose files are missing.
    package var missingImages: [FeedField] = []
    /// The language of dates and numbers, empty for none; `nil` if it is that of the item's letters.
    package var formatLanguage: String?

    package init(now: Date? = nil, writtenTime: String? = nil) {
      self.now = now
      self.writtenTime = writtenTime
    }
  }

  /// Makes cells by a function; workers call it at the same time, and equal items give equal cells.
  ///
  /// The item's text has no descriptions of attachments; `FeedItem.describingAttachments` has them. Its attached
  /// pictures are those that are there. Its time is in the words of the theme, its language is that of ``RowLanguage``,
  /// and texts that were cut end with an ellipsis. An error of the function is the failure of the row.
  public init(_ name: String, _ cell: @escaping @Sendable (FeedItem) throws -> some Cell) {
    self.init(name, tree: { try cell($0).tree })
  }

  /// Makes trees of elements by a function, under the same rules.
  public init(_ name: String, tree: @escaping @Sendable (FeedItem) throws -> ElementTree) {
    self.init(name, families: []) { item, _ in try tree(item) }
  }

  /// Makes trees of elements by a function that also takes the values of the run.
  package init(
    _ name: String, families: [(name: String, family: String)], imageFields: [FeedField] = [],
    showsPictures: Bool = true, describesAttachments: Bool = false,
    tree: @escaping @Sendable (FeedItem, Context) throws -> ElementTree
  ) {
    self.name = name
    self.families = families
    self.imageFields = imageFields
    self.showsPictures = showsPictures
    self.describesAttachments = describesAttachments
    body = tree
  }

  /// Returns the cell of an item.
  ///
  /// - Throws: The error of the function.
  public func tree(_ item: FeedItem) throws -> ElementTree { try body(item, Context()) }

  /// Returns the cell of an item in a run.
  ///
  /// - Throws: The error of the function.
  package func tree(_ item: FeedItem, in context: Context) throws -> ElementTree {
    try body(item, context)
  }
}
