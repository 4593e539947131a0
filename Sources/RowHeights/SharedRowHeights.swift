public import GalleyPrimitives

/// A height cache that workers share.
///
/// A lock guards it. The lock is held for one look-up or one insertion, never while a row is
/// measured. A caller that finds no height claims it (``claim(_:content:)``). Other callers that
/// ask for it wait until it is there, so each height is measured once, and the number of measured
/// rows depends on the rows alone.
public final class SharedRowHeights<Content: Equatable & Sendable>: Sendable {
  @usableFromInline struct State: Sendable {
    @usableFromInline var cache: RowHeightCache<Content>
    /// The heights that callers are measuring now.
    var claims: Set<HeightKey> = []
    var waitingCount = 0
  }

  @usableFromInline let state: Monitor<State>

  /// Makes an empty cache.
  public init(limits: RowHeightLimits = RowHeightLimits()) {
    state = Monitor(State(cache: RowHeightCache(limits: limits)))
  }

  /// Returns the height of `content` in layout units; `nil` if it is not known.
  @inlinable
  public func height(for key: HeightKey, content: Content) -> Double? {
    state.withLock { $0.cache.height(for: key, content: content) }
  }

  /// A known height, or a height that the caller has claimed, with the cause of the miss.
  public enum Claim: Hashable, Sendable {
    /// The height, in layout units.
    case known(Double)
    /// The caller must measure the height.
    case claimed(RowHeightMiss)
  }

  /// Returns the height of `content`, or a claim to measure it.
  ///
  /// After a claim, the caller must soon call ``insert(_:for:content:contentByteCount:)`` or
  /// ``abandon(_:)``.
  ///
  /// Blocks while another thread measures the height. That thread runs and does not depend on this
  /// one, unless it claims several heights at once: claim one at a time.
  public func claim(_ key: HeightKey, content: Content) -> Claim {
    if let claim = state.withLock({ Self.claim(&$0, key, content) }) { return claim }
    state.withLock { $0.waitingCount += 1 }
    let waited = state.wait { Self.claim(&$0, key, content) }
    state.withLock { $0.waitingCount -= 1 }
    return waited
  }

  /// `nil` while another caller measures the height.
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

  /// Returns a claim, because the height could not be measured.
  public func abandon(_ key: HeightKey) {
    state.notifyingWithLock(if: { $0.waitingCount > 0 }) { _ = $0.claims.remove(key) }
  }

  /// Returns the height of `content` in layout units, and measures it if it is not known.
  ///
  /// - Throws: The error of `measure`; nothing is stored in that case.
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

  /// Stores the height of `content`, in layout units, and ends a claim of it.
  public func insert(
    _ height: Double, for key: HeightKey, content: Content, contentByteCount: Int
  ) {
    state.notifyingWithLock(if: { $0.waitingCount > 0 }) {
      $0.claims.remove(key)
      $0.cache.insert(height, for: key, content: content, contentByteCount: contentByteCount)
    }
  }

  /// Invalidates the heights of a content at all widths and scales; returns their number.
  @discardableResult public func invalidate(_ content: ContentKey) -> Int {
    state.withLock { $0.cache.invalidate(content) }
  }

  /// Invalidates all heights, as after a change of fonts or theme.
  public func invalidateAll() { state.withLock { $0.cache.invalidateAll() } }

  /// The counts so far.
  public var statistics: RowHeightStatistics { state.withLock { $0.cache.statistics } }

  /// The number of entries.
  public var count: Int { state.withLock { $0.cache.count } }

  /// The number of bytes, with the callers' figures for their contents.
  public var byteCount: Int { state.withLock { $0.cache.byteCount } }
}
