import GalleyCellRendering
import GalleyFeedItems
import GalleyHandles
import GalleyPrimitives

/// Gives each row a name of its own that its file can have.
///
/// - Complexity: About 24 bytes of memory for each row, if names may collide, and none otherwise.
struct NameBook: Sendable {
  /// Why a row has no name.
  enum Refusal: Error, Hashable {
    /// An earlier row, that of the index, has the name.
    case taken(path: String, index: Int)
    /// No file can have the name.
    case unusable(reason: String)
  }

  private let names: PictureNames
  private let numbers: Bool
  private let refusal: @Sendable (String) -> String?
  /// For each name, by its hash: the number of rows with it, or the row that has it.
  private var uses: [UInt64: Int] = [:]
  // A feed cannot be made so that its names have equal hashes.
  private let seed = UInt64.random(in: 0 ... .max)

  /// Makes a book.
  ///
  /// - Parameters:
  ///   - names: The pattern of the names.
  ///   - numbers: Whether rows with one name are numbered, or else refused.
  ///   - refusal: The reason why no file can have a name; `nil` if one can.
  init(
    _ names: PictureNames, numbers: Bool,
    refusal: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.names = names
    self.numbers = numbers
    self.refusal = refusal
  }

  /// Returns the name of the next row.
  mutating func claim(index: Int, id: String?, key: ContentKey) throws(Refusal) -> String {
    try claim(names.path(index: index, id: id, key: key), index: index)
  }

  /// Returns the name of the next row, which is `path` if no earlier row has it.
  ///
  /// A refused row takes no name.
  mutating func claim(_ path: String, index: Int) throws(Refusal) -> String {
    guard names.mayCollide else { return try usable(path) }
    let seed = seed
    let hash = Array(path.utf8).withUnsafeBytes { ContentKey(hashing: $0, seed: seed).low }
    guard let known = uses[hash] else {
      let name = try usable(path)
      uses[hash] = numbers ? 1 : index
      return name
    }
    guard numbers else { throw .taken(path: path, index: known) }
    let name = try usable(PictureNames.numbered(path, known + 1))
    uses[hash] = known + 1
    return name
  }

  private func usable(_ path: String) throws(Refusal) -> String {
    if let reason = refusal(path) { throw .unusable(reason: reason) }
    return path
  }
}

extension RowFailure {
  /// The failure of an item without a name.
  init(_ refusal: NameBook.Refusal, of item: FeedItem) {
    let reason =
      switch refusal {
      case .taken(let path, let index):
        "the name \(path) is that of item \(index); --same-names number numbers such rows"
      case .unusable(let reason): reason
      }
    self.init(
      index: item.index, byteOffset: item.byteOffset,
      message: "item \(item.index) (byte \(item.byteOffset)): \(reason)")
  }
}
