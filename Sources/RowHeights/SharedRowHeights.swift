public import GalleyPrimitives
public import GalleyWorkers

/// A height cache that workers share.
///
/// A lock guards it, held for one look-up or one entry and never while a row is measured. Who finds
/// nothing has claimed the height (``claim(_:content:)``): others that ask for it wait until it is
/// there, so each height is measured once, and how many are depends on the rows alone.
public final class SharedRowHeights<Content: Equatable & Sendable>: Sendable {
  @usableFromInline struct State: Sendable {
    @usableFromInline var cache: RowHeightCache<Content>
    /// The heights that somebody measures now.
    var claims: Set<HeightKey> = []
    var waitingCount = 0
  }

  @usableFromInline let state: Monitor<State>

  /// An empty cache.
  public init(limits: RowHeightLimits = RowHeightLimits()) {
    state = Monitor(State(cache: RowHeightCache(limits: limits)))
  }

  /// The height of `content` in layout units; `nil` if it is not known.
  @inlinable
  public func height(for key: HeightKey, content: Content) -> Double? {
    state.withLock { $0.cache.height(for: key, content: content) }
  }

  /// A height that is known, or that the caller has claimed, and why.
  public enum Claim: Hashable, Sendable {
    /// The height, in layout units.
    case known(Double)
    /// It is the caller's to measure.
    case claimed(RowHeightMiss)
  }

  /// The height of `content`, or the claim to measure it: then the caller has to call
  /// ``insert(_:for:content:contentByteCount:)`` or ``abandon(_:)`` soon.
  ///
  /// Blocks while another thread measures it. That thread is running, and needs nothing of this one,
  /// unless it claims several heights at a time: claim one.
  public func claim(_ key: HeightKey, content: Content) -> Claim {
    if let claim = state.withLock({ Self.claim(&$0, key, content) }) { return claim }
    state.withLock { $0.waitingCount += 1 }
    let waited = state.wait { Self.claim(&$0, key, content) }
    state.withLock { $0.waitingCount -= 1 }
    return waited
  }

  /// `nil` while somebody else measures it.
  private static func claim(
    _ state: inout State, _ key: HeightKey, _ content: Content
  ) -> Claim? {
    if state.claims.contains(key), state.cache.binding(for: key, content: content) == nil {
      return nil
    }
    switch state.cache.answer(for: key, content: content, orCause: .firstUse) {
    case .hit(let height, _): return .known(height)
    case .miss(let cause):
      state.claims.insert(key)
      return .claimed(cause)
    }
  }

  /// Gives a claim back: the height could not be measured.
  public func abandon(_ key: HeightKey) {
    state.notifyingWithLock(if: { $0.waitingCount > 0 }) { _ = $0.claims.remove(key) }
  }

  /// The height of `content` in layout units, measured if it is not known.
  ///
  /// - Throws: What `measure` throws; nothing is kept then.
  public func height<Failure: Error>(
    for key: HeightKey, content: Content, contentByteCount: Int,
    orMeasure measure: () throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if case .known(let height) = claim(key, content: content) { return height }
    do {
      let height = try measure()
      insert(height, for: key, content: content, contentByteCount: contentByteCount)
      return height
    } catch {
      abandon(key)
      throw error
    }
  }

  /// Keeps the height of `content`, in layout units; a claim of it ends.
  public func insert(
    _ height: Double, for key: HeightKey, content: Content, contentByteCount: Int
  ) {
    state.notifyingWithLock(if: { $0.waitingCount > 0 }) {
      $0.claims.remove(key)
      $0.cache.insert(height, for: key, content: content, contentByteCount: contentByteCount)
    }
  }

  /// Invalidates the heights of a content at all widths and scales; how many there were.
  @discardableResult public func invalidate(_ content: ContentKey) -> Int {
    state.withLock { $0.cache.invalidate(content) }
  }

  /// Invalidates everything, as after a change of fonts or theme.
  public func invalidateAll() { state.withLock { $0.cache.invalidateAll() } }

  /// What happened so far.
  public var statistics: RowHeightStatistics { state.withLock { $0.cache.statistics } }

  /// The entries kept.
  public var count: Int { state.withLock { $0.cache.count } }

  /// The bytes kept, by the callers' word for their contents.
  public var byteCount: Int { state.withLock { $0.cache.byteCount } }
}
