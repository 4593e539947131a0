internal import CCairo
internal import GalleyPrimitives
internal import Glibc

/// Memory of surfaces, kept for the next one.
///
/// The first touch of a fresh page costs more than the text drawn on it, so a surface gives its
/// memory back here when it ends, on any thread. Memory is found by its size alone: any reuse
/// identifier may get the memory of another one, and the counts say which identifier it served last.
public final class SurfacePool: Sendable {
  /// What a pool has done, for all surfaces or for those of one reuse identifier, and what it holds.
  public struct Statistics: Hashable, Sendable {
    /// How many surfaces took fresh memory.
    public var allocatedCount = 0
    /// The number of surfaces in reused memory.
    public var reusedCount = 0
    /// The number of live surfaces.
    public var busyCount = 0
    /// The largest number of surfaces at a time.
    public var peakCount = 0
    /// The number of blocks of memory that wait for a surface.
    public var idleCount = 0
    /// The bytes that wait for a surface.
    public var idleByteCount = 0
    /// The bytes that live surfaces hold.
    public var busyByteCount = 0

    /// Makes counts of zero.
    public init() {}

    fileprivate mutating func take(_ capacity: Int, isReused: Bool) {
      if isReused { reusedCount += 1 } else { allocatedCount += 1 }
      busyCount += 1
      busyByteCount += capacity
      peakCount = max(peakCount, busyCount)
    }

    fileprivate mutating func give(_ capacity: Int, isKept: Bool) {
      busyCount -= 1
      busyByteCount -= capacity
      if isKept { changeIdle(by: 1, capacity) }
    }

    fileprivate mutating func changeIdle(by count: Int, _ capacity: Int) {
      idleCount += count
      idleByteCount += count * capacity
    }
  }

  /// Memory by its capacity, which is also its cost, and the counts of each reuse identifier.
  private struct Blocks {
    var pool: ReusePool<Int, PixelBlock>
    var counts: [String: Statistics] = [:]

    /// Removes all idle memory.
    mutating func evictAll() -> [PixelBlock] {
      let evicted = pool.evictAll()
      for block in evicted { counts[block.identifier]?.changeIdle(by: -1, block.capacity) }
      return evicted
    }
  }

  /// The usual ``byteLimit``.
  public static let usualByteLimit = 64 << 20

  private let blocks: Monitor<Blocks>
  private let isForPassing: Bool

  /// An empty pool.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes of unused memory are kept.
  ///   - isForPassing: Whether surfaces are let go once they are drawn, and never kept as pictures.
  ///     Then each takes whatever is large enough, and memory that is too small makes way: no more is
  ///     kept than as many of the largest surface as there were at a time.
  public init(byteLimit: Int = SurfacePool.usualByteLimit, isForPassing: Bool = false) {
    blocks = Monitor(Blocks(pool: ReusePool(costLimit: byteLimit)))
    self.isForPassing = isForPassing
  }

  deinit { evictAll() }

  /// The largest number of bytes that wait for a surface; returned memory beyond it is freed.
  ///
  /// A limit below the bytes that wait now frees all of them.
  public var byteLimit: Int {
    get { blocks.withLock { $0.pool.costLimit } }
    set {
      let evicted = blocks.withLock { blocks -> [PixelBlock] in
        blocks.pool.costLimit = max(0, newValue)
        return blocks.pool.statistics.idleCost > newValue ? blocks.evictAll() : []
      }
      for block in evicted { free(block.base) }
    }
  }

  /// What has been done so far.
  public var statistics: Statistics {
    let counts = blocks.withLock { $0.pool.statistics }
    var statistics = Statistics()
    statistics.allocatedCount = counts.createdCount
    statistics.reusedCount = counts.reusedCount
    statistics.busyCount = counts.busyCount
    statistics.peakCount = counts.peakBusyCount
    statistics.idleCount = counts.idleCount
    statistics.idleByteCount = counts.idleCost
    statistics.busyByteCount = counts.busyCost
    return statistics
  }

  /// What has been done so far for each reuse identifier; surfaces without one have an empty identifier.
  public var statisticsByIdentifier: [String: Statistics] {
    // In storage of its own: the thread sanitizer does not see that the release of shared storage precedes a write to it.
    blocks.withLock { $0.counts.mapValues { $0 } }
  }

  /// Frees what waits for a surface.
  public func evictAll() {
    let evicted = blocks.withLock { $0.evictAll() }
    for block in evicted { free(block.base) }
  }

  /// Takes memory with unspecified content.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes.
  ///   - identifier: The reuse identifier that counts the surface.
  /// - Returns: At least `byteCount` bytes; `nil` if there are none.
  /// - Complexity: O(capacities that wait).
  func take(_ byteCount: Int, for identifier: String) -> PixelBlock? {
    blocks.withLock { blocks in
      // The smallest that fits, unless more than half of it would lie idle.
      let most = isForPassing ? Int.max : 2 * byteCount + 1
      if var block = blocks.pool.take(in: byteCount...most) {
        blocks.counts[block.identifier]?.changeIdle(by: -1, block.capacity)
        block.identifier = identifier
        blocks.counts[identifier, default: Statistics()].take(block.capacity, isReused: true)
        return block
      }
      if isForPassing { for block in blocks.evictAll() { free(block.base) } }
      // Steps of an eighth or less let rows of nearly equal height share memory.
      let step = byteCount < 1 << 20 ? 1 << 16 : 1 << 18
      let capacity = (byteCount + step - 1) / step * step
      var base: UnsafeMutableRawPointer?
      guard posix_memalign(&base, 64, capacity) == 0, let base else { return nil }
      blocks.pool.countCreated(cost: capacity)
      blocks.counts[identifier, default: Statistics()].take(capacity, isReused: false)
      return PixelBlock(base: base, capacity: capacity, identifier: identifier)
    }
  }

  /// Takes back what ``take(_:for:)`` gave.
  func give(_ block: PixelBlock) {
    blocks.withLock { blocks in
      let refused = blocks.pool.enqueue(block, for: block.capacity, cost: block.capacity)
      blocks.counts[block.identifier]?.give(block.capacity, isKept: refused == nil)
      if let refused { free(refused.base) }
    }
  }
}

/// Memory for pixels.
///
/// Invariant: a block is either in one `Surface` or in its pool, and both hand it over under the pool's
/// lock.
struct PixelBlock: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let capacity: Int
  /// The reuse identifier of its surface, or of its last one.
  var identifier: String
}
