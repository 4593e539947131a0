public import GalleyPrimitives

/// An entry of a height cache, by which it is found again without its content.
///
/// It never finds another entry: entries are numbered, and a number is given once.
public struct HeightBinding: Hashable, Sendable {
  let slot: Int32
  let stamp: UInt64

  init(slot: Int, stamp: UInt64) {
    self.slot = Int32(slot)
    self.stamp = stamp
  }
}

/// What of a table has a height.
public enum HeightPlace: Hashable, Sendable {
  /// A row.
  case row(RowPath)
  /// The header of a section.
  case header(section: Int)
  /// The footer of a section.
  case footer(section: Int)
}

/// How a height is asked for: the three ways of FDTemplateLayoutCell, and by content alone.
public enum HeightQuestion<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Measured anew, whatever is known.
  case uncached
  /// By the place in the table, which follows the table's edits.
  case place(HeightPlace)
  /// By a name of the caller's for the content and its version.
  case key(Key)
  /// By the content.
  case content
}

/// A height, and where it came from.
public struct HeightAnswer: Hashable, Sendable {
  /// In layout units.
  public var height: Double
  /// How it was found.
  public var source: Source

  /// Where a height comes from.
  public enum Source: Hashable, Sendable {
    /// It was known.
    case hit
    /// It was measured, and why.
    case calculated(RowHeightMiss)
    /// It was measured, since the question was not to look it up.
    case uncached
    /// It was read from a file.
    case stored
  }

  /// A height from `source`.
  public init(height: Double, source: Source) {
    self.height = height
    self.source = source
  }
}

/// A content with its key.
public struct KeyedContent<Content: Equatable & Sendable>: Sendable {
  /// What the height depends on, besides width and scale.
  public var content: Content
  /// The content, hashed; with the template and the fonts.
  public var key: ContentKey
  /// The memory that the content takes beyond its own size.
  public var byteCount: Int

  /// `content` and its key.
  public init(_ content: Content, key: ContentKey, byteCount: Int = 0) {
    self.content = content
    self.key = key
    self.byteCount = byteCount
  }
}

/// What is kept at a place or for a key: a binding, or why there is none.
enum HeightSlot: Hashable, Sendable {
  /// Nothing was asked for yet.
  case empty
  /// Reloaded by an edit.
  case mutated
  /// Invalidated by the caller.
  case invalidated
  case bound(HeightBinding)

  var binding: HeightBinding? {
    guard case .bound(let binding) = self else { return nil }
    return binding
  }
}
