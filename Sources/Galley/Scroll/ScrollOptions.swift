import Foundation
public import GalleyCompositing
public import GalleyFrames
import GalleyPrimitives

/// What a feed is scrolled with.
public struct ScrollOptions: Sendable {
  /// What cells are rendered with; `workerCount` 0 stands for one worker less than there are cores.
  public var rendering: RenderOptions
  /// How the viewport moves.
  public var script: ScrollScript
  /// Refreshes of the display in a second.
  public var hertz: Int
  /// How long the scroll takes; `nil` to go on to the end of the feed or of the script, for at most
  /// 60 s of flings, and 10 s of all else.
  public var duration: Duration?
  /// The viewport's height, in layout units; it is as wide as cells are.
  public var viewportHeight: Double
  /// What is shown where a picture is not there, in async mode.
  public var policy: BlankPolicy
  /// How long a picture fades in where a placeholder was seen, a whole number of vsyncs, rounded up;
  /// 0 to have it there at once.
  public var crossFade = Duration.zero
  /// Whether the pictures around the start are there at the start.
  public var isWarm: Bool
  /// The most bytes of pixels that are kept around the viewport; what is visible is kept all the same,
  /// unless ``capsPictures``.
  public var pictureByteLimit = 64 << 20
  /// Whether ``pictureByteLimit`` holds for everything: for visible pictures, which are left out from
  /// the first one on that there is no room for, and for those that workers are busy with.
  ///
  /// In the place of what is left out a frame has what it has while a picture is not there; it waits
  /// for none.
  public var capsPictures = false
  /// What everything costs on the virtual clock.
  public var costModel: CostModel
  /// Whether time passes as the cost model says, or as it does.
  public var clock = ScrollClock.virtual
  /// A bench's trial of measuring heights while the scroll goes on; `nil` if all are known before.
  package var heightTrial: HeightTrial?
  /// What is drawn over each frame.
  public var overlays: Set<FrameOverlay> = []
  /// Whether ``ScrollSummary/spans`` are recorded.
  public var recordsTrace = false
  /// The folder for a PNG of each presented frame; `nil` for none.
  public var frameFolder: String?
  /// The workers that make the pictures of frames, where that is not the number of simulated ones.
  package var pictureWorkerCount: Int?

  /// The default look in a viewport of 375 by 667 at 60 Hz, by the committed cost model.
  ///
  /// - Throws: `DecodingError`, if the committed cost model is wrong.
  public init(
    rendering: RenderOptions = RenderOptions(), script: ScrollScript = .constant(speed: 1500),
    hertz: Int = 60, duration: Duration? = nil, viewportHeight: Double = 667,
    policy: BlankPolicy = .placeholder, isWarm: Bool = false,
    costModel: CostModel? = nil, frameFolder: String? = nil
  ) throws {
    self.rendering = rendering
    self.script = script
    self.hertz = hertz
    self.duration = duration
    self.viewportHeight = viewportHeight
    self.policy = policy
    self.isWarm = isWarm
    self.costModel = try costModel ?? .committed()
    self.frameFolder = frameFolder
  }

  /// The longest time that is scrolled without ``duration``.
  public var defaultLimit: Duration {
    if case .fling = script { return .seconds(60) }
    return script.duration ?? .seconds(10)
  }
}

/// What time it is while a feed is scrolled.
public enum ScrollClock: String, Hashable, Sendable, CaseIterable, Codable {
  /// Time passes as the cost model says: equal scrolls give equal counts on any machine.
  case virtual
  /// Time passes; vsyncs come at their absolute times, on the main queue.
  case real
}

/// Why a feed could not be scrolled as asked.
public enum ScrollError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The viewport's height is not a whole number of device pixels, or is out of bounds.
  case unsupportedViewport(height: Double, scale: Double)
  /// The speed is not finite, or is out of bounds.
  case unsupportedSpeed(Double)
  /// The display's rate is out of bounds.
  case unsupportedRate(Int)
  /// The time to scroll is not positive, or is out of bounds.
  case unsupportedDuration(Duration)
  /// The time that a picture fades in is out of bounds.
  case unsupportedCrossFade(Duration)
  /// The factor of all costs is out of bounds.
  case unsupportedThrottle(Double)
  /// A number of a fling is out of bounds.
  case unsupportedFling(Fling)
  /// The distance of a jump or the time between jumps is not positive.
  case unsupportedJump(ScrollJump)
  /// A cost of a stage is negative or not finite.
  case unsupportedCost(CostStage)

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
    }
  }
}

extension ScrollOptions {
  func validate() throws {
    try rendering.validate()
    let pixels = viewportHeight * rendering.template.scale
    guard (1...65_536).contains(pixels), pixels == pixels.rounded() else {
      throw ScrollError.unsupportedViewport(
        height: viewportHeight, scale: rendering.template.scale)
    }
    try validateScript()
    guard (1...1000).contains(hertz) else { throw ScrollError.unsupportedRate(hertz) }
    if let duration, duration <= .zero || duration > .seconds(3600) {
      throw ScrollError.unsupportedDuration(duration)
    }
    guard crossFade >= .zero, crossFade <= .seconds(10) else {
      throw ScrollError.unsupportedCrossFade(crossFade)
    }
    guard (0...1000).contains(costModel.throttle) else {
      throw ScrollError.unsupportedThrottle(costModel.throttle)
    }
    if let stage = costModel.unsupportedStage { throw ScrollError.unsupportedCost(stage) }
  }

  private func validateScript() throws(ScrollError) {
    guard !script.isSupported else { return }
    switch script {
    case .constant(let speed): throw .unsupportedSpeed(speed)
    case .fling(let fling):
      throw fling.speed > ScrollScript.speedLimit
        ? .unsupportedSpeed(fling.speed) : .unsupportedFling(fling)
    case .jump(let jump):
      throw jump.distance > ScrollScript.speedLimit
        ? .unsupportedSpeed(jump.distance) : .unsupportedJump(jump)
    case .keyframes: return
    }
  }

  /// The frame's extent in device pixels.
  var frameSize: PixelSize {
    PixelSize(
      width: rendering.template.pixelWidth,
      height: Int((viewportHeight * rendering.template.scale).rounded()))
  }

  /// The simulated workers, as many as a pool has at most: the main queue keeps a core.
  var workerCount: Int {
    let count =
      rendering.workerCount > 0
      ? rendering.workerCount : ProcessInfo.processInfo.activeProcessorCount - 1
    return min(max(1, count), 64)
  }

  var budget: FrameBudget { FrameBudget(hertz: hertz) }

  /// The most vsyncs that are played.
  var vsyncLimit: Int {
    // The last keyframe is shown too.
    let isScripted = duration == nil && script.duration != nil
    return max(1, budget.firstVsync(from: duration ?? defaultLimit) + (isScripted ? 1 : 0))
  }
}
