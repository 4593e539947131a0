public import GalleyWorkers

/// Bounds the frames that are in flight between the main queue and who encodes them.
///
/// The depth is the back-pressure: without a slot there is no frame to make, and the vsync is
/// skipped. Inlinable where the main queue runs it.
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

  /// Frames in the making, waiting or being consumed.
  @inlinable public var inFlightCount: Int { state.withLock { $0.inFlightCount } }

  /// Slots that became a frame.
  public var presentedCount: Int { state.withLock { $0.presentedCount } }

  /// Slots that were given back without a frame.
  public var returnedCount: Int { state.withLock { $0.returnedCount } }

  /// The right to make one frame; `nil` while the pipeline is full, and once it is closed.
  @inlinable public func makeSlot() -> FrameSlot<Frame>? {
    let isReserved = state.withLock { state in
      guard state.inFlightCount < depth, !state.isClosed else { return false }
      state.reservedCount += 1
      return true
    }
    return isReserved ? FrameSlot(pipeline: self) : nil
  }

  /// Waits for the oldest presented frame, and hands it to `body`; `nil` once the pipeline is closed and
  /// empty.
  ///
  /// The calling thread has to be one of our own. The frame counts as in flight until `body` returns.
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

  /// Ends the pipeline: what was presented is consumed, what is in the making counts as given back.
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

/// The right to produce one frame: present it once, or the slot is given back.
public struct FrameSlot<Frame: Sendable>: ~Copyable, Sendable {
  /// `nil` once the frame is presented.
  @usableFromInline var pipeline: FramePipeline<Frame>?

  @inlinable init(pipeline: FramePipeline<Frame>) { self.pipeline = pipeline }

  @inlinable deinit { pipeline?.takeBack() }

  /// Hands over the frame, and ends the slot.
  @inlinable public consuming func present(_ frame: Frame) { pipeline.take()?.present(frame) }
}
