public import GalleyPrimitives
import Synchronization

/// The current generation, which workers look at to learn that their work was superseded.
///
/// It is a number that only grows: to look costs one load, to supersede all work one addition.
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

/// Where a task asks whether it was superseded.
public enum CheckPoint: Int, Hashable, Sendable, CaseIterable, Comparable, Codable {
  /// Before anything is done: no work is wasted.
  case beforeStart
  /// Between two stages, such as layout and drawing.
  case betweenStages
  /// After drawing, before encoding.
  case afterDrawing
  /// After encoding, before the result leaves the worker.
  case afterEncoding
  /// On the main queue, before the result is shown.
  case beforeShowing

  /// Whether `left` comes before `right` in a task's life.
  public static func < (left: CheckPoint, right: CheckPoint) -> Bool {
    left.rawValue < right.rawValue
  }
}
