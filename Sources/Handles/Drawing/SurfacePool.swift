internal import CCairo
internal import GalleyPrimitives
internal import Glibc

/// Memory of surfaces, kept for the next one.
///
/// The first touch of a fresh page costs more than the text drawn on it, so a surface gives its
/// memory back here when it ends, on whatever thread that is.
public final class SurfacePool: Sendable {
  /// What a pool has done, and what it holds.
  public struct Statistics: Hashable, Sendable {
    /// How many surfaces took fresh memory.
    public var allocatedCount = 0
    /// The number of surfaces in reused memory.
    public var reusedCount = 0
    /// The largest number of surfaces at a time.
    public var peakCount = 0
    /// The bytes that wait for a surface.
    public var idleByteCount = 0
    /// The bytes that live surfaces hold.
    public var busyByteCount = 0
  }

  /// The largest number of bytes that wait for a surface; returned memory beyond it is freed.
  public var byteLimit: Int { blocks.withLock { $0.costLimit } }
  /// Memory by its capacity, which is also its cost.
  private let blocks: Monitor<ReusePool<Int, PixelBlock>>
  private let isForPassing: Bool

  /// An empty pool.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes of unused memory are kept.
  ///   - isForPassing: Whether surfaces are let go once they are drawn, and never kept as pictures.
  ///     Then each takes whatever is large enough, and memory that is too small makes way: no more is
  ///     kept than as many of the largest surface as there were at a time.
  public init(byteLimit: Int = 64 << 20, isForPassing: Bool = false) {
    blocks = Monitor(ReusePool(costLimit: byteLimit))
    self.isForPassing = isForPassing
  }

  deinit { evictAll() }

  /// What has been done so far.
  public var statistics: Statistics {
    let counts = blocks.withLock { $0.statistics }
    return Statistics(
      allocatedCount: counts.createdCount, reusedCount: counts.reusedCount,
      peakCount: counts.peakBusyCount, idleByteCount: counts.idleCost,
      busyByteCount: counts.busyCost)
  }

  /// Frees what waits for a surface.
  public func evictAll() {
    blocks.withLock { blocks in
      for block in blocks.evictAll() { free(block.base) }
    }
  }

  /// Memory of at least `byteCount` bytes, with whatever bytes are in it; `nil` if there is none.
  ///
  /// - Complexity: O(capacities that wait).
  func take(_ byteCount: Int) -> PixelBlock? {
    blocks.withLock { blocks in
      // The smallest that fits, unless more than half of it would lie idle.
      let most = isForPassing ? Int.max : 2 * byteCount + 1
      if let block = blocks.take(in: byteCount...most) { return block }
      if isForPassing { for block in blocks.evictAll() { free(block.base) } }
      // Steps of an eighth or less let rows of nearly equal height share memory.
      let step = byteCount < 1 << 20 ? 1 << 16 : 1 << 18
      let capacity = (byteCount + step - 1) / step * step
      var base: UnsafeMutableRawPointer?
      guard posix_memalign(&base, 64, capacity) == 0, let base else { return nil }
      blocks.countCreated(cost: capacity)
      return PixelBlock(base: base, capacity: capacity)
    }
  }

  /// Takes back what ``take(_:)`` gave.
  func give(_ block: PixelBlock) {
    blocks.withLock { blocks in
      if let refused = blocks.enqueue(block, for: block.capacity, cost: block.capacity) {
        free(refused.base)
      }
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
}
