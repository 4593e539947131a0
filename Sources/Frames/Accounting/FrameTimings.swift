/// The events of a frame, in order.
public enum FrameEvent: Int, Hashable, Sendable, CaseIterable, Comparable, Codable {
  /// The main queue begins the frame and looks up the visible rows.
  case buildStart
  /// The frame's rows are known.
  case buildEnd
  /// Pictures are made within the frame, in sync mode only; otherwise this takes no time.
  case rasterStart
  /// All pictures of the frame are made.
  case rasterEnd
  /// The compositor begins.
  case compositeStart
  /// The frame is assembled.
  case compositeEnd
  /// The complete frame is handed over; encoding and writing follow.
  case presented

  /// Whether `left` comes before `right`.
  public static func < (left: FrameEvent, right: FrameEvent) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A part of a frame's time on the main queue.
public enum FramePhase: Hashable, Sendable, CaseIterable {
  /// Finding the visible rows, and in sync mode their layout.
  case build
  /// Making pictures, in sync mode.
  case raster
  /// Assembling the frame.
  case composite
  /// Handing the frame over.
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

/// The times of one frame's events, which are added in order.
public struct FrameTimings: Sendable {
  /// The frame's own vsync.
  public let vsync: Vsync
  /// Stored in line, because timings are made and copied at each frame; zero for events to come.
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

  /// The time of an event; `nil` before it.
  public func instant(of event: FrameEvent) -> Duration? {
    event.rawValue < count ? instants[event.rawValue] : nil
  }

  /// The duration of a phase; `nil` before its end.
  public func duration(of phase: FramePhase) -> Duration? {
    let (start, end) = phase.events
    guard let start = instant(of: start), let end = instant(of: end) else { return nil }
    return end - start
  }

  /// The time at which the complete frame was handed over; `nil` before it.
  public var presented: Duration? { instant(of: .presented) }

  /// The time from the vsync's start until the frame was handed over; `nil` before it.
  public var total: Duration? { presented.map { $0 - vsync.start } }

  /// The time past the target; zero for a frame that is on time or not handed over yet.
  public var hitch: Duration { max(.zero, (presented ?? .zero) - vsync.target) }

  /// Whether the frame was handed over after its target.
  public var isLate: Bool { hitch > .zero }
}

extension FrameTimings: Hashable {
  /// Whether both frames have the same vsync and the same times.
  public static func == (left: FrameTimings, right: FrameTimings) -> Bool {
    left.vsync == right.vsync && left.count == right.count
      && left.instants.indices.allSatisfy { left.instants[$0] == right.instants[$0] }
  }

  /// Hashes the compared properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(vsync)
    hasher.combine(count)
    for index in instants.indices { hasher.combine(instants[index]) }
  }
}

/// An error of a caller that plays or counts frames.
public enum FrameError: Error, Hashable, Sendable {
  /// An event was recorded out of order; `expected` is `nil` after the last one.
  case outOfOrder(recorded: FrameEvent, expected: FrameEvent?)
  /// An event was recorded with a time before the previous event.
  case earlier(FrameEvent)
  /// A vsync was added out of order.
  case vsyncOutOfOrder(closed: Int, expected: Int)
  /// A frame counted as new at a vsync was handed over before the last one's target.
  case notNew(frameOf: Int, at: Int)
  /// A value of a `FrameSimulation` is out of bounds.
  case unsupported(SimulationNumber)
}

/// A value of a `FrameSimulation` that has bounds.
public enum SimulationNumber: String, Hashable, Sendable {
  /// `SimulatedRow.height` and `SimulatedRow.maskedPixels`: 0 to 2³⁰.
  case row
  /// `FrameSimulation.size`: 0 to 65,536 device pixels each way.
  case size
  /// `FrameSimulation.scale`: more than 0, and at most 1,000.
  case scale
  /// `FrameSimulation.script`, with the bounds of ``ScrollScript/isSupported``.
  case script
  /// `FrameSimulation.workerCount`: at most 1,024.
  case workerCount
  /// `FrameSimulation.displayRange`: not negative.
  case displayRange
  /// `FrameSimulation.model`: costs and a throttle that are finite and not negative.
  case model
}
