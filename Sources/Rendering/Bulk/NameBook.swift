import GalleyCellRendering
import GalleyFeed
import GalleyHandles
import GalleyPrimitives

/// Gives each row a name of its own.
///
/// - Complexity: About 24 bytes of memory for each row, if names may collide, and none otherwise.
struct NameBook: Sendable {
  /// A name that an earlier row has.
  struct Collision: Error, Hashable {
    var path: String
    /// The row that has the name.
    var index: Int
  }

  private let names: PictureNames
  private let numbers: Bool
  /// For each name, by its hash: the number of rows with it, or the row that has it.
  private var uses: [UInt64: Int] = [:]
  // A feed cannot be made so that its names have equal hashes.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Makes a book; rows with one name are numbered, or else refused.
  init(_ names: PictureNames, numbers: Bool) {
    self.names = names
    self.numbers = numbers
  }

  /// Returns the name of the next row.
  mutating func claim(index: Int, id: String?, key: ContentKey) throws(Collision) -> String {
    try claim(names.path(index: index, id: id, key: key), index: index)
  }

  /// Returns the name of the next row, which is `path` if no earlier row has it.
  mutating func claim(_ path: String, index: Int) throws(Collision) -> String {
    guard names.mayCollide else { return path }
    let seed = seed
    let hash = Array(path.utf8).withUnsafeBytes { ContentKey(hashing: $0, seed: seed).low }
    guard let known = uses[hash] else {
      uses[hash] = numbers ? 1 : index
      return path
    }
    guard numbers else { throw Collision(path: path, index: known) }
    uses[hash] = known + 1
    return PictureNames.numbered(path, known + 1)
  }
}

extension RowFailure {
  /// The failure of an item whose name another row has.
  init(_ collision: NameBook.Collision, of item: FeedItem) {
    self.init(
      index: item.index, byteOffset: item.byteOffset,
      message: """
        item \(item.index) (byte \(item.byteOffset)): the name \(collision.path) is that of item \
        \(collision.index); --same-names number numbers such rows
        """)
  }
}
