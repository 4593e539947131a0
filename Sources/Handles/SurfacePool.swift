internal import CCairo
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
    /// How many surfaces took memory used before.
    public var reusedCount = 0
    /// The bytes that wait for a surface.
    public var idleByteCount = 0
    /// The bytes that live surfaces hold.
    public var busyByteCount = 0
  }

  private struct State {
    // In ascending order of capacity.
    var idle: [PixelBlock] = []
    var statistics = Statistics()
  }

  /// How many bytes may wait for a surface; what comes back beyond it is freed.
  public let byteLimit: Int
  private let state = Guarded(State())

  /// An empty pool that keeps at most `byteLimit` bytes of unused memory.
  public init(byteLimit: Int = 64 << 20) { self.byteLimit = max(0, byteLimit) }

  deinit {
    state.withLock { state in
      for block in state.idle { free(block.base) }
      state.idle = []
    }
  }

  /// What has been done so far.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Frees what waits for a surface.
  public func evictAll() {
    state.withLock { state in
      for block in state.idle { free(block.base) }
      state.idle = []
      state.statistics.idleByteCount = 0
    }
  }

  /// Memory of at least `byteCount` bytes, with whatever bytes are in it; `nil` if there is none.
  ///
  /// - Complexity: O(idle blocks).
  func take(_ byteCount: Int) -> PixelBlock? {
    state.withLock { state in
      // The smallest that fits, unless more than half of it would lie idle.
      if let index = state.idle.firstIndex(where: { $0.capacity >= byteCount }),
        state.idle[index].capacity / 2 <= byteCount
      {
        let block = state.idle.remove(at: index)
        state.statistics.reusedCount += 1
        state.statistics.idleByteCount -= block.capacity
        state.statistics.busyByteCount += block.capacity
        return block
      }
      // Steps of an eighth or less let rows of nearly equal height share memory.
      let step = byteCount < 1 << 20 ? 1 << 16 : 1 << 18
      let capacity = (byteCount + step - 1) / step * step
      var base: UnsafeMutableRawPointer?
      guard posix_memalign(&base, 64, capacity) == 0, let base else { return nil }
      state.statistics.allocatedCount += 1
      state.statistics.busyByteCount += capacity
      return PixelBlock(base: base, capacity: capacity)
    }
  }

  /// Takes back what ``take(_:)`` gave.
  func give(_ block: PixelBlock) {
    state.withLock { state in
      state.statistics.busyByteCount -= block.capacity
      guard state.statistics.idleByteCount + block.capacity <= byteLimit else {
        free(block.base)
        return
      }
      let index = state.idle.firstIndex { $0.capacity >= block.capacity } ?? state.idle.count
      state.idle.insert(block, at: index)
      state.statistics.idleByteCount += block.capacity
    }
  }
}

/// Memory for pixels.
///
/// `@unchecked Sendable`: a block is in one place at a time, in one `Surface` or in its pool's list,
/// and both hand it over under the pool's lock.
struct PixelBlock: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let capacity: Int
}
