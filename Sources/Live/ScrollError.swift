import Foundation
public import GalleyFrames

/// The reason why a table cannot scroll with the given options or cells.
public enum ScrollError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The viewport's height is not a whole number of device pixels, or is out of bounds.
  case unsupportedViewport(height: Double, scale: Double)
  /// The speed is not finite, or is out of bounds.
  case unsupportedSpeed(Double)
  /// The display's rate is out of bounds.
  case unsupportedRate(Int)
  /// The time to scroll is not positive, or is out of bounds.
  case unsupportedDuration(Duration)
  /// The duration of the cross-fade is out of bounds.
  case unsupportedCrossFade(Duration)
  /// The throttle, the factor of all costs, is out of bounds.
  case unsupportedThrottle(Double)
  /// A number of a fling is out of bounds.
  case unsupportedFling(Fling)
  /// The distance of a jump or the time between jumps is not positive.
  case unsupportedJump(ScrollJump)
  /// A cost of a stage is negative or not finite.
  case unsupportedCost(CostStage)
  /// Another type of cells is registered with a reuse identifier.
  case identifierTaken(String, by: String)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedViewport(let height, let scale):
      """
      a viewport's height of \(height) at scale \(scale) is out of bounds: a whole number of 1 to \
      65536 device pixels
      """
    case .unsupportedSpeed(let speed):
      "a speed of \(speed) is out of bounds: -1000000 to 1000000 layout units a second"
    case .unsupportedRate(let hertz):
      "\(hertz) Hz is out of bounds: 1 to 1000"
    case .unsupportedDuration(let duration):
      "\(duration / .seconds(1)) s is out of bounds: more than 0 and at most 3600"
    case .unsupportedCrossFade(let duration):
      "a cross-fade of \(duration / .milliseconds(1)) ms is out of bounds: 0 to 10000"
    case .unsupportedThrottle(let factor):
      "a throttle of \(factor) is out of bounds: 0 to 1000"
    case .unsupportedFling(let fling):
      """
      a fling of \(fling.speed), decaying by \(fling.decay) to \(fling.floor), is out of bounds: a decay \
      between 0 and 1, from a speed of at most 1000000 to a lower one above 0
      """
    case .unsupportedJump(let jump):
      """
      jumps of \(jump.distance) each \(jump.interval / .seconds(1)) s are out of bounds: both more than 0
      """
    case .unsupportedCost(let stage):
      "a cost of \(stage.rawValue) is out of bounds: finite, and not negative"
    case .identifierTaken(let identifier, let type):
      """
      the reuse identifier '\(identifier)' is that of the registered type \(type): give one of both types a \
      reuseIdentifier of its own
      """
    }
  }
}
