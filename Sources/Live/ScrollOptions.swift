import Foundation
public import GalleyCellRendering
import GalleyCells
public import GalleyCompositing
public import GalleyFrameAssembly
public import GalleyFrames
package import GalleyPictures
package import GalleyPrimitives
public import GalleyTable
package import GalleyTrials

/// The settings of a scroll.
public struct ScrollOptions: Sendable {
  /// The settings of cells; a `workerCount` of 0 means one worker less than the number of cores.
  public var rendering: RenderOptions
  /// The movement of the viewport.
  public var script: ScrollScript
  /// The refresh rate of the display.
  public var hertz: Int
  /// The duration of the scroll; `nil` to continue to the end of the feed or of the script, for at most 60 s
  /// of flings, and 10 s of other scripts.
  public var duration: Duration?
  /// The viewport's height in layout units; its width is that of cells.
  public var viewportHeight: Double
  /// The height of a row that is not laid out yet, in layout units.
  public var estimatedRowHeight = 120.0
  /// The replacement for missing pictures in async mode.
  public var policy: BlankPolicy
  /// The duration of a picture's fade over its placeholder, rounded up to whole vsyncs; 0 for none.
  public var crossFade = Duration.zero
  /// Whether the pictures around the start are complete at the start.
  public var isWarm: Bool
  /// The ranges beyond the viewport for which pictures and layouts are made, once the viewport has moved.
  public var ranges = RangeMode.full.ranges
  /// The maximum number of bytes of pictures around the viewport; visible pictures may exceed it unless
  /// ``capsPictures`` is on.
  public var pictureByteLimit = 64 << 20
  /// Whether ``pictureByteLimit`` also holds for visible pictures and for pictures under way; visible
  /// pictures are left out from the first one that does not fit.
  ///
  /// A frame replaces a picture that is left out like a missing one, and does not wait for it.
  public var capsPictures = false
  /// Whether workers also encode each picture, so that a frame becomes a PNG without encoding it again;
  /// otherwise the first PNG of a frame with the picture encodes it.
  public var encodesPictures = true
  /// The costs on the virtual clock.
  public var costModel: CostModel
  /// The clock of the scroll.
  public var clock = ScrollClock.virtual
  /// The clock that a ``FeedView`` and its workers read.
  package var frameClock = FrameClock.steady
  /// A bench's trial of measuring heights while the scroll goes on; `nil` if all are known before.
  package var heightTrial: HeightTrial?
  /// The faults of a bench.
  package var faults = PlantedFaults()
  /// The overlays of each frame.
  public var overlays: Set<FeedFrame.Overlay> = []
  /// Whether the summary has the spans of workers, or of the main queue in mode sync.
  public var recordsTrace = false
  /// The folder for a PNG of each presented frame; `nil` for none.
  public var frameFolder: String?
  /// The number of workers that make the pictures of frames; `nil` for the number of simulated workers.
  package var pictureWorkerCount: Int?

  /// Makes options; by default the light theme in a viewport of 375 by 667 at 60 Hz, with the committed cost
  /// model.
  ///
  /// - Throws: `DecodingError`, if the committed cost model is invalid.
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

  /// The maximum duration of a scroll if ``duration`` is `nil`.
  public var defaultLimit: Duration {
    if case .fling = script { return .seconds(60) }
    return script.duration ?? .seconds(10)
  }
}

extension ScrollOptions {
  package func validate() throws {
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
    case .thereAndBack(let speed, _): throw .unsupportedSpeed(speed)
    case .keyframes: return
    }
  }

  /// The frame's size in device pixels.
  package var frameSize: PixelSize {
    PixelSize(
      width: rendering.template.pixelWidth,
      height: Int((viewportHeight * rendering.template.scale).rounded()))
  }

  /// The estimated height of a row in device pixels.
  var estimatedPixelHeight: Int {
    let pixels = (estimatedRowHeight * rendering.template.scale).rounded()
    return pixels >= 1 ? Int(min(pixels, 65_536)) : 1
  }

  /// The number of simulated workers, at most that of a pool; the main queue has a core of its own.
  package var workerCount: Int {
    let count =
      rendering.workerCount > 0
      ? rendering.workerCount : ProcessInfo.processInfo.activeProcessorCount - 1
    return min(max(1, count), 64)
  }

  package var budget: FrameBudget { FrameBudget(hertz: hertz) }

  /// The maximum number of vsyncs.
  package var vsyncLimit: Int {
    // One more vsync shows the last keyframe.
    let isScripted = duration == nil && script.duration != nil
    return max(1, budget.firstVsync(from: duration ?? defaultLimit) + (isScripted ? 1 : 0))
  }
}
