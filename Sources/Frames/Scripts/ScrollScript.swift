/// The movement of the viewport: the offset as a function of time.
public enum ScrollScript: Hashable, Sendable {
  /// A constant speed in layout units a second: from the start of the table, or from its end if the
  /// speed is negative.
  case constant(speed: Double)
  /// Flings, one after another, towards the table's end.
  case fling(Fling = Fling())
  /// Rest, with jumps towards the table's end.
  case jump(ScrollJump = ScrollJump())
  /// A constant speed in layout units a second towards the table's end until `turn`, and then back to
  /// the start, so that rows come back.
  case thereAndBack(speed: Double, turn: Duration)
  /// The keyframes of a file.
  case keyframes(Keyframes)

  /// The largest speed of a script, in layout units a second or a jump.
  public static let speedLimit = 1_000_000.0

  /// Whether all values are in their bounds, so that there is an offset at each time.
  ///
  /// A speed or a jump is at most ``speedLimit``; flings and jumps have the bounds of their
  /// initializers. Every scroll checks this, because the values are variables.
  public var isSupported: Bool {
    switch self {
    case .constant(let speed): abs(speed) <= Self.speedLimit
    case .fling(let fling): fling.isSupported && fling.speed <= Self.speedLimit
    case .jump(let jump): jump.isSupported && jump.distance <= Self.speedLimit
    case .thereAndBack(let speed, let turn):
      speed > 0 && speed <= Self.speedLimit && turn > .zero && turn <= .seconds(3600)
    case .keyframes: true
    }
  }

  /// Whether the viewport first moves towards later rows.
  public var isForward: Bool {
    switch self {
    case .constant(let speed): speed >= 0
    case .fling, .jump, .thereAndBack: true
    case .keyframes(let keyframes): keyframes.isForward
    }
  }

  /// The offset at which the script comes to rest, in device pixels, where `limit` is the last one
  /// of the table; `nil` if only its time ends it.
  public func end(limit: Int) -> Int? {
    switch self {
    case .constant(let speed): speed >= 0 ? limit : 0
    case .fling, .jump: limit
    case .thereAndBack, .keyframes: nil
    }
  }

  /// The duration of the script; `nil` if it continues to the end of the table.
  public var duration: Duration? {
    switch self {
    case .thereAndBack(_, let turn): turn * 2
    case .keyframes(let keyframes): keyframes.duration
    case .constant, .fling, .jump: nil
    }
  }

  /// The y of the viewport's top, in device pixels, at `elapsed` after the start.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - scale: Device pixels per layout unit.
  ///   - limit: The last offset: the table's height less the viewport's, at least 0.
  /// - Returns: A whole number of pixels in `0...limit`.
  public func offset(after elapsed: Duration, scale: Double, limit: Int) -> Int {
    let seconds = elapsed / .seconds(1)
    let moved =
      switch self {
      case .constant(let speed): speed * seconds
      case .fling(let fling): fling.distance(after: seconds)
      case .jump(let jump): jump.distance(after: elapsed)
      case .thereAndBack(let speed, let turn):
        speed * (max(.zero, min(elapsed, turn * 2 - elapsed)) / .seconds(1))
      case .keyframes(let keyframes): keyframes.offset(after: elapsed)
      }
    // A vsync's time is rounded down to an attosecond, which must not change the offset by a pixel.
    let whole = (moved * scale + 1e-6).rounded(.down)
    // Scrolls refuse values that are not numbers; for other callers they stand for no movement.
    let pixels = whole.isNaN ? 0 : Int(min(max(whole, -0x1p60), 0x1p60))
    return min(max(isFromEnd ? limit + pixels : pixels, 0), limit)
  }

  /// The largest offset until `elapsed`, as ``offset(after:scale:limit:)`` returns it.
  public func farthestOffset(until elapsed: Duration, scale: Double, limit: Int) -> Int {
    switch self {
    case .constant, .fling, .jump:
      return offset(after: elapsed, scale: scale, limit: limit)
    case .thereAndBack(_, let turn):
      return offset(after: min(elapsed, turn), scale: scale, limit: limit)
    case .keyframes(let keyframes):
      let farthest = (keyframes.farthest * scale).rounded(.up)
      return farthest > 0 ? Int(min(farthest, Double(limit))) : 0
    }
  }

  private var isFromEnd: Bool {
    if case .constant(let speed) = self { speed < 0 } else { false }
  }
}

/// A flick of the finger: the speed decays, and the next fling follows when it is slow.
///
/// The defaults are those of a table on Apple's systems: 8,000 layout units a second at first,
/// multiplied by 0.998 each millisecond, and a new fling below 2,000.
public struct Fling: Hashable, Sendable {
  /// The initial speed, in layout units a second.
  public var speed: Double
  /// The factor of the speed for each millisecond.
  public var decay: Double
  /// The speed below which the next fling follows.
  public var floor: Double

  /// A fling.
  ///
  /// - Precondition: `speed` > `floor` > 0, and `decay` is between 0 and 1, both excluded.
  public init(speed: Double = 8000, decay: Double = 0.998, floor: Double = 2000) {
    self.speed = speed
    self.decay = decay
    self.floor = floor
    precondition(isInBounds, "a fling of \(speed), decaying by \(decay) to \(floor)")
  }

  private var isInBounds: Bool { speed > floor && floor > 0 && decay > 0 && decay < 1 }

  /// Whether the values are in the bounds of ``init(speed:decay:floor:)``, and give a finite fling.
  var isSupported: Bool {
    isInBounds && seconds.isFinite && length.isFinite && length > 0
  }

  /// The logarithm of the decay in a second.
  private var rate: Double { 1000 * Logarithm.natural(decay) }

  /// The seconds that one fling takes: 0.69 by default.
  public var seconds: Double { Logarithm.natural(floor / speed) / rate }

  /// The layout units that one fling covers: 2,997 by default.
  public var length: Double { (floor - speed) / rate }

  /// The layout units covered `elapsed` seconds after the start.
  public func distance(after elapsed: Double) -> Double {
    // Computed once: a logarithm is much of the cost of a vsync's offset.
    let rate = rate
    let seconds = Logarithm.natural(floor / speed) / rate
    let count = (elapsed / seconds).rounded(.down)
    let rest = elapsed - count * seconds
    return count * ((floor - speed) / rate) + speed * (Logarithm.exponential(rate * rest) - 1)
      / rate
  }
}

/// Jumps, whose rows cannot be prepared.
public struct ScrollJump: Hashable, Sendable {
  /// The layout units of one jump.
  public var distance: Double
  /// The time from one jump to the next.
  public var interval: Duration

  /// Jumps of `distance`, `interval` apart.
  ///
  /// - Precondition: Both are positive.
  public init(distance: Double = 4000, interval: Duration = .milliseconds(500)) {
    self.distance = distance
    self.interval = interval
    precondition(isSupported, "jumps of \(distance) each \(interval)")
  }

  /// Whether the values are in the bounds of ``init(distance:interval:)``.
  var isSupported: Bool { distance > 0 && interval > .zero }

  func distance(after elapsed: Duration) -> Double {
    // A vsync's time is rounded down by at most an attosecond, which must not delay a jump.
    distance * ((elapsed + Duration(attoseconds: 1)) / interval).rounded(.down)
  }
}
