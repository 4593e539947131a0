/// What happens to a frame, in order.
public enum FrameEvent: Int, Hashable, Sendable, CaseIterable, Comparable, Codable {
  /// The main queue takes up the frame and finds the visible rows.
  case buildStart
  /// The frame's rows are known.
  case buildEnd
  /// Pictures are made within the frame: in sync mode only; else this takes no time.
  case rasterStart
  /// All pictures that were made within the frame are there.
  case rasterEnd
  /// The compositor begins.
  case compositeStart
  /// The frame is assembled.
  case compositeEnd
  /// The complete frame was handed over; encoding and writing come after.
  case presented

  /// Whether `left` comes before `right`.
  public static func < (left: FrameEvent, right: FrameEvent) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The parts of a frame's time on the main queue.
public enum FramePhase: Hashable, Sendable, CaseIterable {
  /// Finding the visible rows, and in sync mode their layout.
  case build
  /// Making pictures, in sync mode.
  case raster
  /// Assembling the frame.
  case composite
  /// Handing it over.
  case present

  /// The events at which the phase starts and ends.
  var events: (start: FrameEvent, end: FrameEvent) {
    switch self {
    case .build: (.buildStart, .buildEnd)
    case .raster: (.rasterStart, .rasterEnd)
    case .composite: (.compositeStart, .compositeEnd)
    case .present: (.compositeEnd, .presented)
    }
  }
}

/// When everything happened to one frame: an ordered state, to which only the next event can be
/// added.
public struct FrameTimings: Sendable {
  /// The vsync the frame was made for.
  public let vsync: Vsync
  /// In place, since timings are made, copied and kept at each frame; those that have not happened yet
  /// are zero.
  private var instants = InlineArray<7, Duration>(repeating: .zero)
  private var count = 0

  /// A frame for `vsync`, not yet begun.
  public init(vsync: Vsync) { self.vsync = vsync }

  /// Records the next event, `instant` after vsync 0.
  ///
  /// - Throws: ``FrameError/outOfOrder(recorded:expected:)`` and ``FrameError/earlier(_:)``.
  public mutating func record(_ event: FrameEvent, at instant: Duration) throws(FrameError) {
    guard event.rawValue == count else {
      throw .outOfOrder(recorded: event, expected: FrameEvent(rawValue: count))
    }
    guard instant >= (count > 0 ? instants[count - 1] : vsync.start) else { throw .earlier(event) }
    instants[count] = instant
    count += 1
  }

  /// When an event happened; `nil` as long as it has not.
  public func instant(of event: FrameEvent) -> Duration? {
    event.rawValue < count ? instants[event.rawValue] : nil
  }

  /// How long a phase took; `nil` as long as it has not ended.
  public func duration(of phase: FramePhase) -> Duration? {
    let (start, end) = phase.events
    guard let start = instant(of: start), let end = instant(of: end) else { return nil }
    return end - start
  }

  /// When the complete frame was handed over; `nil` as long as it was not.
  public var presented: Duration? { instant(of: .presented) }

  /// From the vsync's start to the hand-over; `nil` as long as there was none.
  public var total: Duration? { presented.map { $0 - vsync.start } }

  /// The time past the target; zero for a frame that is on time or not yet presented.
  public var hitch: Duration { max(.zero, (presented ?? .zero) - vsync.target) }

  /// Whether the frame was handed over after its target.
  public var isLate: Bool { hitch > .zero }
}

extension FrameTimings: Hashable {
  /// Whether both tell the same of the same vsync.
  public static func == (left: FrameTimings, right: FrameTimings) -> Bool {
    left.vsync == right.vsync && left.count == right.count
      && left.instants.indices.allSatisfy { left.instants[$0] == right.instants[$0] }
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(vsync)
    hasher.combine(count)
    for index in instants.indices { hasher.combine(instants[index]) }
  }
}

/// Why frames cannot be played or accounted for as told: each is an error of the caller.
public enum FrameError: Error, Hashable, Sendable {
  /// An event was recorded that is not the next one; `nil` is expected after the last.
  case outOfOrder(recorded: FrameEvent, expected: FrameEvent?)
  /// An event was recorded before the one that precedes it.
  case earlier(FrameEvent)
  /// A vsync was closed that is not the next one.
  case vsyncOutOfOrder(closed: Int, expected: Int)
  /// A frame was said to be new at a vsync, and was not handed over since the last one.
  case notNew(frameOf: Int, at: Int)
  /// A number of a ``FrameSimulation`` is out of bounds.
  case unsupported(SimulationNumber)
}

/// A number of a ``FrameSimulation`` that has bounds.
public enum SimulationNumber: String, Hashable, Sendable {
  /// ``SimulatedRow/height`` and ``SimulatedRow/maskedPixels``: 0 to 2³⁰.
  case row
  /// ``FrameSimulation/size``: 0 to 65,536 device pixels each way.
  case size
  /// ``FrameSimulation/scale``: more than 0, and at most 1,000.
  case scale
  /// ``FrameSimulation/script``, whose bounds ``ScrollScript/isSupported`` tells.
  case script
  /// ``FrameSimulation/workerCount``: at most 1,024.
  case workerCount
  /// ``FrameSimulation/displayRange``: not negative.
  case displayRange
  /// ``FrameSimulation/model``: costs and a throttle that are finite and not negative.
  case model
}
