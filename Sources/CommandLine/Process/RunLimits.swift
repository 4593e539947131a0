import GalleyFiles
import GalleyPrimitives
import GalleyWorkers
import Glibc
import Synchronization

/// The limits of a run's time and memory, and the decision whether one is exceeded.
///
/// No call into a library can be interrupted, so the end of a run that exceeds a limit is the end of the
/// process. Its unfinished files are removed, as after an interruption.
struct RunLimits: Hashable, Sendable {
  /// The longest time of the run.
  var time: Duration?
  /// How much later the process ends, for a run that keeps the limit of time itself unless a library holds it up.
  var grace = Duration.zero
  /// The longest time without a new row.
  var rowTime: Duration?
  /// The most resident memory, in bytes.
  var byteCount: Int?
  /// Whether the run notes its finished rows.
  var countsRows = true

  /// A run at one moment.
  struct State: Hashable, Sendable {
    /// The time since the start of the run.
    var time = Duration.zero
    /// The number of finished rows, or of other things.
    var count = 0
    /// The time at which ``count`` changed last.
    var countTime = Duration.zero
    /// The resident memory, in bytes.
    var byteCount = 0
  }

  /// The error of a run that exceeds a limit.
  struct Excess: Error, Hashable, CustomStringConvertible {
    var description: String
    var status: ExitStatus
  }

  /// The limit that `state` exceeds; `nil` if it is within all of them.
  func excess(_ state: State) -> Excess? {
    let place = countsRows ? "row \(state.count): " : ""
    if let byteCount, state.byteCount > byteCount {
      return Excess(
        description:
          "\(place)the run takes more than \(ByteCount(byteCount)), the limit of --max-memory",
        status: .internalError)
    }
    if let time, state.time > time + grace {
      return Excess(
        description:
          "\(place)the run takes more than \(Self.words(time)), the limit of --max-time",
        status: .dataOutOfBounds)
    }
    if let rowTime, state.time - state.countTime > rowTime {
      return Excess(
        description:
          "\(place)reading and making it take more than \(Self.words(rowTime)), the limit of --max-row-time",
        status: .dataOutOfBounds)
    }
    return nil
  }

  private static func words(_ time: Duration) -> String {
    "\(Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18) s"
  }
}

extension RunLimits {
  /// The number of finished rows of this process's run.
  private static let finishedCount = Atomic(0)

  /// Notes the number of finished rows.
  static func note(finished count: Int) { finishedCount.store(count, ordering: .relaxed) }

  /// Starts a thread that ends the process when a limit is exceeded.
  ///
  /// It looks every 10 ms, which takes about 5 µs.
  ///
  /// - Throws: `WorkerError` if the thread cannot be started.
  func watch() throws {
    let start = ContinuousClock.now
    // Opened now, because a sandbox may refuse it later.
    let memory = ResidentMemory()
    // A short run may end before the thread looks.
    if let excess = excess(State(byteCount: memory.byteCount)) { Self.end(excess) }
    try startThread(name: "galley-limits", stackSize: 256 << 10) {
      var state = State()
      while true {
        usleep(10_000)
        state.time = ContinuousClock.now - start
        let count = Self.finishedCount.load(ordering: .relaxed)
        if count != state.count { (state.count, state.countTime) = (count, state.time) }
        state.byteCount = memory.byteCount
        if let excess = excess(state) { Self.end(excess) }
      }
    }
  }

  /// Removes unfinished files, and ends the process.
  private static func end(_ excess: Excess) {
    TemporaryFiles.shared.abandonAll {
      printToStandardError("galley: \(excess)")
      _exit(excess.status.rawValue)
    }
  }
}
