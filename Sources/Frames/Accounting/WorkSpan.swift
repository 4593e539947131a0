public import GalleyPrimitives

/// A stage of a worker's task, or of the main queue's work in sync mode, for a trace.
public struct WorkSpan: Hashable, Sendable {
  /// The worker's number.
  public var worker: Int
  /// The stage.
  public var stage: CostStage
  /// The content key of the picture.
  public var key: ContentKey
  /// The time at which it began.
  public var start: Duration
  /// The time at which it ended.
  public var end: Duration
  /// Whether the picture was superseded when the stage ended.
  public var isWasted: Bool
  /// Of a layout, the reason for which it had to be made; `nil` if it was found, and of other stages.
  ///
  /// It is the name of a case of `RowHeightMiss`: `evicted` if the height was known and the layout no
  /// longer kept.
  public var cause: String?
  /// The index in the feed of an item with that picture; `nil` if it is not known.
  public var item: Int?

  /// A stage of a task.
  public init(
    worker: Int, stage: CostStage, key: ContentKey, start: Duration, end: Duration, isWasted: Bool
  ) {
    self.worker = worker
    self.stage = stage
    self.key = key
    self.start = start
    self.end = end
    self.isWasted = isWasted
  }

  /// The number in place of a worker's for the work of the main queue in sync mode.
  public static let mainQueue = -1

  /// Whether the main queue did the work, in sync mode.
  public var isOfMainQueue: Bool { worker == Self.mainQueue }

  /// The time of the stage.
  public var duration: Duration { end - start }

  /// This stage at another time.
  public func moved(by duration: Duration) -> WorkSpan {
    var span = self
    span.start += duration
    span.end += duration
    return span
  }
}
