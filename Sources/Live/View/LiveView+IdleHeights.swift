import GalleyCellRendering
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
public import GalleyRowHeights
import GalleyTable
import GalleyWorkers

extension LiveView {
  /// Whether passes with nothing else to do lay out rows beyond the ranges, so that ``contentHeight`` becomes
  /// exact; false at first.
  ///
  /// In async mode such a pass gives each worker a few rows. In sync mode it lays out one row on the main
  /// queue, if the rest of the frame's budget suffices for it. The search begins at the viewport, continues
  /// from the top, pauses while ``isTracking``, and begins again after each change of rows or options. The
  /// anchor row keeps its place on the screen.
  ///
  /// The host has to make passes, as for all other work: ``settle()`` lays out no such rows.
  public var precachesHeights: Bool {
    get { idleHeights.isEnabled }
    set {
      guard newValue != idleHeights.isEnabled else { return }
      idleHeights.isEnabled = newValue
      idleHeights.begun = nil
      idleHeights.precache.stop()
    }
  }

  /// Whether ``precachesHeights`` still looks for rows that are not laid out.
  public var isPrecachingHeights: Bool {
    guard idleHeights.isEnabled else { return false }
    return idleHeights.precache.isRunning || !idleHeights.requested.isEmpty
      || idleHeights.begun != heightsState
  }

  /// The counts of passes of ``precachesHeights``.
  public var precacheStatistics: IdlePrecache.Statistics { idleHeights.precache.statistics }

  /// The state of the rows that a search is made for.
  private var heightsState: IdleHeights.State {
    IdleHeights.State(commitCount: table.commitCount, round: table.round)
  }

  private var firstVisiblePath: RowPath {
    let rows = visibleRows
    return rows.isEmpty
      ? RowPath(section: 0, row: 0) : table.rows.visible.path(ofRow: rows.lowerBound)
  }

  /// Requests or makes layouts beyond the ranges, if this pass has nothing else to do.
  ///
  /// - Parameter start: The time at which the pass began.
  func layOutIdly(since start: Duration) {
    guard idleHeights.isEnabled, !isSettling, store.isIdle, layouter.isIdle else { return }
    applyIdleHeights()
    if idleHeights.begun != heightsState {
      idleHeights.begun = heightsState
      idleHeights.precache.start(from: firstVisiblePath)
    }
    guard idleHeights.precache.isRunning else { return }
    if let painter {
      let began = throttle.now
      guard let request = nextIdleRequest(timeLeft: interval - (began - start)) else {
        return
      }
      layOut(request, with: painter)
      idleHeights.requested.append(request.row)
      idleHeights.precache.finish(taking: throttle.now - began)
      applyIdleHeights()
    } else {
      var requests: [LayoutRequest] = []
      while requests.count < IdleHeights.rowsPerWorker * pool.count,
        let request = nextIdleRequest(timeLeft: nil)
      {
        requests.append(request)
        idleHeights.requested.append(request.row)
        // The main queue spends no time on the row.
        idleHeights.precache.finish(taking: .zero)
      }
      if !requests.isEmpty { layouter.wantAll(requests) }
    }
  }

  /// Returns the next row that is not laid out; `nil` if this pass has to stop.
  private func nextIdleRequest(timeLeft: Duration?) -> LayoutRequest? {
    let decision = idleHeights.precache.decide(
      rowCounts: table.rows.visible.rowCounts, isTracking: isTracking, timeLeft: timeLeft,
      isKnown: { table.isLaidOut(at: $0) })
    guard case .measure(let path) = decision else { return nil }
    return table.layoutRequest(at: path)
  }

  /// Gives the rows of the last request their heights.
  private func applyIdleHeights() {
    guard !idleHeights.requested.isEmpty else { return }
    let rows = idleHeights.requested
    idleHeights.requested = []
    edit { $0.applyHeights(of: rows) }
    followTarget()
  }
}

/// The search for rows that are not laid out, in passes that have nothing else to do.
struct IdleHeights {
  /// The state of a table's rows and of their layouts.
  struct State: Hashable {
    var commitCount: Int
    var round: Int
  }

  /// The number of rows that a pass requests for each worker: enough for a frame's time, few enough to end soon
  /// when the user tracks.
  static let rowsPerWorker = 8

  var isEnabled = false
  var precache = IdlePrecache()
  /// The state of the rows at the last start; `nil` before the first.
  var begun: State?
  /// The requested rows, whose heights have not taken effect.
  var requested: [RowID] = []
}
