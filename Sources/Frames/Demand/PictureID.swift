public import GalleyPrimitives

/// The identifier of a picture in frames: a whole row, or a part of a very high row.
///
/// Its functions are inlinable because `FeedView` calls them for each visible row of each frame.
@usableFromInline
package struct PictureID: Hashable, Sendable {
  /// The key of the row's content, theme and fonts.
  ///
  /// Width and scale are not in it: the pictures of a store have the same.
  @usableFromInline package var key: ContentKey
  /// The range of pixel rows, from the row's top.
  @usableFromInline package var rows: Range<Int>

  /// Makes an identifier.
  @inlinable package init(key: ContentKey, rows: Range<Int>) {
    self.key = key
    self.rows = rows
  }

  /// The maximum number of pixel rows of a picture, so that a high row only takes memory for its visible
  /// part.
  @inlinable package static var maximumRowCount: Int { 1024 }

  /// Hashes the key alone, for speed: a row has few pictures.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// Compares keys and rows; inlinable, unlike the comparison that the compiler would write.
  @inlinable package static func == (left: PictureID, right: PictureID) -> Bool {
    left.key == right.key && left.rows == right.rows
  }

  /// Returns the pictures that contain the pixel rows `rows` of a row of `height`.
  @inlinable package static func covering(
    _ rows: Range<Int>, of key: ContentKey, height: Int
  ) -> Parts {
    let rows = rows.clamped(to: 0..<height)
    let numbers =
      rows.isEmpty
      ? 0..<0
      : rows.lowerBound / maximumRowCount..<(rows.upperBound - 1) / maximumRowCount + 1
    return Parts(key: key, height: height, indices: numbers)
  }

  /// Adjacent pictures of one row.
  @usableFromInline
  package struct Parts: RandomAccessCollection {
    @usableFromInline let key: ContentKey
    @usableFromInline let height: Int
    @usableFromInline package let indices: Range<Int>

    @inlinable init(key: ContentKey, height: Int, indices: Range<Int>) {
      self.key = key
      self.height = height
      self.indices = indices
    }

    @inlinable package var startIndex: Int { indices.lowerBound }
    @inlinable package var endIndex: Int { indices.upperBound }

    @inlinable package subscript(number: Int) -> PictureID {
      let first = number * PictureID.maximumRowCount
      return PictureID(
        key: key, rows: first..<Swift.min(first + PictureID.maximumRowCount, height))
    }
  }
}
