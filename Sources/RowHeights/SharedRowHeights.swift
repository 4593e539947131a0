public import GalleyPrimitives
public import GalleyWorkers

/// A height cache that workers share.
///
/// A lock guards it, held for one look-up or one entry and never while a row is measured. Two
/// workers may so measure equal rows at the same time; both come to the same height.
public final class SharedRowHeights<Content: Equatable & Sendable>: Sendable {
  @usableFromInline let cache: Monitor<RowHeightCache<Content>>

  /// An empty cache.
  public init(limits: RowHeightLimits = RowHeightLimits()) {
    cache = Monitor(RowHeightCache(limits: limits))
  }

  /// The height of `content` in layout units; `nil` if it is not known.
  @inlinable
  public func height(for key: HeightKey, content: Content) -> Double? {
    cache.withLock { $0.height(for: key, content: content) }
  }

  /// The height of `content` in layout units, measured if it is not known.
  ///
  /// - Throws: What `measure` throws; nothing is kept then.
  @inlinable
  public func height<Failure: Error>(
    for key: HeightKey, content: Content, contentByteCount: Int,
    orMeasure measure: () throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if let height = height(for: key, content: content) { return height }
    let height = try measure()
    insert(height, for: key, content: content, contentByteCount: contentByteCount)
    return height
  }

  /// Keeps the height of `content`, in layout units.
  public func insert(
    _ height: Double, for key: HeightKey, content: Content, contentByteCount: Int
  ) {
    cache.withLock {
      _ = $0.insert(height, for: key, content: content, contentByteCount: contentByteCount)
    }
  }

  /// Invalidates the heights of a content at all widths and scales; how many there were.
  @discardableResult public func invalidate(_ content: ContentKey) -> Int {
    cache.withLock { $0.invalidate(content) }
  }

  /// Invalidates everything, as after a change of fonts or theme.
  public func invalidateAll() { cache.withLock { $0.invalidateAll() } }

  /// What happened so far.
  public var statistics: RowHeightStatistics { cache.withLock { $0.statistics } }

  /// The entries kept.
  public var count: Int { cache.withLock { $0.count } }

  /// The bytes kept, by the callers' word for their contents.
  public var byteCount: Int { cache.withLock { $0.byteCount } }
}
