public import GalleyPrimitives

/// A reference to an entry of a height cache, which finds the entry without its content.
///
/// It never finds another entry: entries are numbered, and numbers are never reused.
public struct HeightBinding: Hashable, Sendable {
  let slot: Int32
  let stamp: UInt64

  init(slot: Int, stamp: UInt64) {
    self.slot = Int32(slot)
    self.stamp = stamp
  }
}

/// A part of a table that has a height.
public enum HeightPlace: Hashable, Sendable {
  /// A row.
  case row(RowPath)
  /// The header of a section.
  case header(section: Int)
  /// The footer of a section.
  case footer(section: Int)
}

/// How a height is looked up: the three ways of FDTemplateLayoutCell, and by content alone.
public enum HeightQuestion<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Measures without a look-up.
  case uncached
  /// Looks up by the place in the table, which follows the table's edits.
  case place(HeightPlace)
  /// Looks up by the caller's key for the content and its version.
  case key(Key)
  /// Looks up by the content.
  case content
}

/// A height with its source.
public struct HeightAnswer: Hashable, Sendable {
  /// The height in layout units.
  public var height: Double
  /// The source of the height.
  public var source: Source

  /// The source of a height.
  public enum Source: Hashable, Sendable {
    /// The height was cached.
    case hit
    /// The height was measured, for this cause.
    case calculated(RowHeightMiss)
    /// The height was measured without a look-up.
    case uncached
    /// The height was read from a file.
    case stored
  }

  /// Makes a height from `source`.
  public init(height: Double, source: Source) {
    self.height = height
    self.source = source
  }
}

/// A content with its key.
public struct KeyedContent<Content: Equatable & Sendable>: Sendable {
  /// The part of the height's inputs besides width and scale.
  public var content: Content
  /// A hash of the content, the template and the fonts.
  public var key: ContentKey
  /// The memory of the content beyond its own size, in bytes.
  public var byteCount: Int

  /// Makes `content` with its key.
  public init(_ content: Content, key: ContentKey, byteCount: Int = 0) {
    self.content = content
    self.key = key
    self.byteCount = byteCount
  }
}

/// The value stored for a place or key: a binding, or the reason why there is none.
enum HeightSlot: Hashable, Sendable {
  /// No height was asked for yet.
  case empty
  /// An edit reloaded the row.
  case mutated
  /// The caller invalidated the height.
  case invalidated
  case bound(HeightBinding)

  var binding: HeightBinding? {
    guard case .bound(let binding) = self else { return nil }
    return binding
  }
}
