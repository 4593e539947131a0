/// How the viewport moves: the offset as a function of time.
public enum ScrollScript: Hashable, Sendable {
  /// At a constant speed in layout units a second: from the start of the table, or from its end if
  /// the speed is negative.
  case constant(speed: Double)

  /// Whether the viewport moves towards later rows.
  public var isForward: Bool {
    switch self {
    case .constant(let speed): speed >= 0
    }
  }

  /// The offset at which the script comes to rest, in device pixels, where `limit` is the last offset
  /// there is.
  public func end(limit: Int) -> Int { isForward ? limit : 0 }

  /// The y of the viewport's top, in device pixels, `elapsed` after the start.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - scale: Device pixels per layout unit.
  ///   - limit: The last offset there is: the table's height less the viewport's, at least 0.
  /// - Returns: A whole number of pixels in `0...limit`.
  public func offset(after elapsed: Duration, scale: Double, limit: Int) -> Int {
    switch self {
    case .constant(let speed):
      let moved = speed * scale * (elapsed / .seconds(1))
      // Vsyncs are rounded down to an attosecond, which must not cost a whole pixel.
      let whole = (moved + 1e-6).rounded(.down)
      let pixels = Int(min(max(whole, -0x1p60), 0x1p60))
      return min(max(speed < 0 ? limit + pixels : pixels, 0), limit)
    }
  }
}
