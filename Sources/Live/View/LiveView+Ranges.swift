import GalleyPictures
public import GalleyTable

extension LiveView {
  /// The ranges beyond the viewport for which pictures and layouts are made, once the viewport has moved.
  ///
  /// A longer lead shows fewer blank rows in a fling, and takes more memory. Numbers are screenfuls.
  public var screenRanges: ScreenRanges {
    get { ranges.full }
    set {
      ranges.full = newValue
      lastWish = nil
    }
  }

  /// The current mode of the ranges.
  public var rangeMode: RangeMode { ranges.mode }

  /// The distance from the end, in screenfuls, at which more rows are requested; 2 at first.
  public var fetchLead: Double {
    get { batchFetch.leadingScreens }
    set { batchFetch.leadingScreens = newValue }
  }

  /// The time that a request for more rows takes; zero at first.
  ///
  /// Rows are requested as if the viewport had moved on with its ``velocity`` for this time.
  public var fetchTime: Duration {
    get { batchFetch.leadingTime }
    set { batchFetch.leadingTime = newValue }
  }

  /// The velocity of the viewport towards later rows between the last two passes, in layout units a second.
  public var velocity: Double { motion.velocity / scale }

  /// Limits the workers that make pictures and layouts, from the next requests on.
  func limitWorkers() {
    store.workerLimit = isTracking ? trackingWorkerCount : .max
    layouter.workerLimit = store.workerLimit
    lastWish = nil
  }
}
