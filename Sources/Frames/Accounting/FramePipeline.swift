public import GalleyPrimitives

/// Bounds the frames in flight between the main queue and the encoder.
///
/// Without a free slot the main queue makes no frame, and skips the vsync: the depth limits the
/// work that waits. Inlinable where the main queue runs it.
public final class FramePipeline<Frame: Sendable>: Sendable {
  @usableFromInline struct State: Sendable {
    @usableFromInline var frames: [Frame] = []
    @usableFromInline var reservedCount = 0
    @usableFromInline var consumingCount = 0
    @usableFromInline var presentedCount = 0
    @usableFromInline var returnedCount = 0
    @usableFromInline var isClosed = false

    @inlinable init() {}

    @inlinable var inFlightCount: Int { frames.count + reservedCount + consumingCount }
  }

  /// The most frames in flight.
  public let depth: Int
  @usableFromInline let state: Monitor<State>

  /// A pipeline of `depth` frames.
  ///
  /// - Precondition: `depth` is positive.
  @inlinable public init(depth: Int = 2) {
    precondition(depth > 0, "a pipeline of depth \(depth)")
    self.depth = depth
    state = Monitor(State())
  }

  /// Frames that are produced, wait or are consumed.
  @inlinable public var inFlightCount: Int { state.withLock { $0.inFlightCount } }

  /// Slots that became a frame.
  public var presentedCount: Int { state.withLock { $0.presentedCount } }

  /// Slots that were returned without a frame.
  public var returnedCount: Int { state.withLock { $0.returnedCount } }

  /// The right to produce one frame; `nil` if the pipeline is full or closed.
  @inlinable public func makeSlot() -> FrameSlot<Frame>? {
    let isReserved = state.withLock { state in
      guard state.inFlightCount < depth, !state.isClosed else { return false }
      state.reservedCount += 1
      return true
    }
    return isReserved ? FrameSlot(pipeline: self) : nil
  }

  /// Waits for the oldest presented frame, and hands it to `body`; `nil` once the pipeline is
  /// closed and empty.
  ///
  /// Call it only on threads of Galley. The frame counts as in flight until `body` returns.
  @inlinable public func consumeNext<Result>(_ body: (Frame) -> Result) -> Result? {
    let next: Frame? = state.wait { state -> Frame?? in
      guard !state.frames.isEmpty else { return state.isClosed ? .some(nil) : nil }
      state.consumingCount += 1
      return state.frames.removeFirst()
    }
    guard let next else { return nil }
    defer { state.withLock { $0.consumingCount -= 1 } }
    return body(next)
  }

  /// Closes the pipeline: presented frames are still consumed, and other slots count as returned.
  public func close() { state.notifyingWithLock { $0.isClosed = true } }

  @inlinable func present(_ frame: Frame) {
    state.notifyingWithLock { state in
      state.reservedCount -= 1
      guard !state.isClosed else {
        state.returnedCount += 1
        return
      }
      state.presentedCount += 1
      state.frames.append(frame)
    }
  }

  @inlinable func takeBack() {
    state.withLock { state in
      state.reservedCount -= 1
      state.returnedCount += 1
    }
  }
}

/// The right to produce one frame: present it once, or the slot returns to the pipeline.
public struct FrameSlot<Frame: Sendable>: ~Copyable, Sendable {
  /// `nil` after the frame is presented.
  @usableFromInline var pipeline: FramePipeline<Frame>?

  @inlinable init(pipeline: FramePipeline<Frame>) { self.pipeline = pipeline }

  @inlinable deinit { pipeline?.takeBack() }

  /// Hands over the frame, and ends the slot.
  @inlinable public consuming func present(_ frame: Frame) { pipeline.take()?.present(frame) }
}
