import GalleyCellRendering
import GalleyFrameAssembly
import GalleyFrames
import GalleyPictures
import GalleyPrimitives
import GalleyTrials
import GalleyWorkers

/// What a view needs to lay out and draw with certain options: fonts, workers and placeholders.
struct LiveKit: Sendable {
  let options: ScrollOptions
  let shop: CellShop
  let fillers: FillerStrips
  let pool: WorkerPool<ScrollWorker>
  let throttle: Throttle
  /// The time between two frames.
  let interval: Duration

  /// Reads the fonts and starts the workers, on another thread than the caller's.
  @concurrent static func make(_ options: ScrollOptions) async throws -> LiveKit {
    try options.validate()
    let shop = try CellShop(options.rendering)
    let fillers = try FillerStrips(shop)
    let numbers = GenerationCounter()
    let makeMeter = options.heightTrial?.makeMeter
    let pool = try WorkerPool(
      count: options.pictureWorkerCount ?? options.workerCount, name: "galley", joins: false
    ) {
      ScrollWorker(
        shop, countsBytes: false, number: Int(numbers.advance().number) - 1, meter: makeMeter?())
    }
    var throttle = Throttle(
      factor: options.costModel.throttle * (1 + options.faults.frameGrowth),
      clock: options.frameClock)
    throttle.layoutFactor = 1 + options.faults.layoutGrowth
    throttle.countsStalls = options.clock == .real
    return LiveKit(
      options: options, shop: shop, fillers: fillers, pool: pool,
      throttle: throttle, interval: options.budget.interval)
  }

  /// Makes the worker that lays out and draws on the main queue; `nil` in async mode.
  ///
  /// It reads its fonts at its first row.
  @MainActor func makePainter() -> ScrollWorker? {
    guard options.rendering.mode == .sync else { return nil }
    return ScrollWorker(shop, countsBytes: false, meter: options.heightTrial?.makeMeter())
  }

  /// The decision of the wanted pictures.
  var demand: PictureDemand {
    PictureDemand(
      width: options.frameSize.width, byteLimit: options.pictureByteLimit,
      isCapped: options.capsPictures, workerCount: pool.count, model: options.costModel)
  }

  @MainActor func makeStore() throws -> PictureStore {
    try PictureStore(
      pool: pool, throttle: throttle, recordsSpans: options.recordsTrace,
      byteLimit: options.capsPictures ? options.pictureByteLimit : nil,
      encodes: options.encodesPictures)
  }
}
