public import GalleyPrimitives
import Synchronization

/// The current generation, which tells workers whether their work is superseded.
///
/// A number that only grows: a look costs one load, and superseding all work one addition.
public final class GenerationCounter: Sendable {
  private let number = Atomic<UInt64>(0)

  /// Starts with generation 0.
  public init() {}

  /// The generation that is not superseded.
  public var current: Generation { Generation(number.load(ordering: .acquiring)) }

  /// Starts a new generation, which supersedes all others.
  @discardableResult public func advance() -> Generation {
    Generation(number.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue)
  }

  /// Whether work for `generation` is still wanted.
  public func isCurrent(_ generation: Generation) -> Bool { generation == current }
}

/// A point of a task at which it checks whether it is superseded.
public enum CheckPoint: Int, Hashable, Sendable, CaseIterable, Comparable, Codable {
  /// Before the first step: no work is wasted.
  case beforeStart
  /// Between two stages, such as layout and drawing.
  case betweenStages
  /// After drawing, before encoding.
  case afterDrawing
  /// After encoding, before the result leaves the worker.
  case afterEncoding
  /// On the main queue, before the result is shown.
  case beforeShowing

  /// Whether `left` comes before `right` in a task.
  public static func < (left: CheckPoint, right: CheckPoint) -> Bool {
    left.rawValue < right.rawValue
  }
}
