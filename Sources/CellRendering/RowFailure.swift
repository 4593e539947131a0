package import GalleyFeedItems

/// The failure of an element of a feed: it is not an item, or its row cannot be laid out or drawn.
public struct RowFailure: Error, Hashable, Sendable {
  /// The index among all elements of the feed, from 0; -1 for a cell that is not of a feed.
  public var index: Int
  /// The offset of the element in the feed, in bytes.
  public var byteOffset: Int
  /// One line with the place and the reason.
  public var message: String

  /// Makes a failure.
  package init(index: Int, byteOffset: Int, message: String) {
    self.index = index
    self.byteOffset = byteOffset
    self.message = message
  }

  /// Makes the failure of an element that is not an item.
  package init(_ error: FeedElementError) {
    self.init(index: error.index, byteOffset: error.byteOffset, message: "\(error)")
  }
}

extension RowFailure {
  /// The index of a cell that is not of a feed.
  package static let noIndex = -1
}

/// Returns the result of `body` for a cell, or the cell's failure.
package func attempt<Value>(
  _ cell: RowCell, _ body: () throws -> Value
) -> Result<Value, RowFailure> {
  if case .item(let item) = cell.source { return attempt(item, body) }
  do {
    return .success(try body())
  } catch {
    return .failure(
      RowFailure(
        index: RowFailure.noIndex, byteOffset: 0,
        message: "cell \(cell.reuseIdentifier): \(error)"))
  }
}

/// Returns the result of `body` for an item, or the item's failure.
package func attempt<Value>(
  _ item: FeedItem, _ body: () throws -> Value
) -> Result<Value, RowFailure> {
  do {
    return .success(try body())
  } catch {
    return .failure(
      RowFailure(
        index: item.index, byteOffset: item.byteOffset,
        message: "item \(item.index) (byte \(item.byteOffset)): \(error)"))
  }
}
