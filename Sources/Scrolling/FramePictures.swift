import Foundation
import GalleyCellRendering
import GalleyCompositing
import GalleyFeedItems
import GalleyFrameAssembly
import GalleyFrames
import GalleyLive
import GalleyPictures
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// Makes real frames of the plans of a simulation, without a limit of time.
@MainActor
final class FramePictures {
  let output: FrameOutput

  private let table: LiveTable
  /// The rows of the simulation.
  private let rows: TableRows
  private let maker: FrameMaker
  /// Whether only the pictures of one frame exist at a time.
  private let isCapped: Bool
  private let store: PictureStore
  /// Draws on the main queue in sync mode; `nil` in async mode.
  private let painter: ScrollWorker?
  private let signal = Signal()
  /// The frames that wait for pictures, oldest first.
  private var frames: [WaitingFrame] = []
  /// The last requests.
  private var wanted: [PictureID] = []

  /// A presented frame that waits for its pictures.
  @MainActor
  private final class WaitingFrame {
    let plan: FramePlan
    let overlays: [DrawnOverlay]
    let number: Int
    let pictures: [PictureID]
    /// The frame's slot, which is returned if the frame is never made.
    var slot: FrameSlot<FrameOutput.FrameFile>?

    init(
      _ plan: FramePlan, overlays: [DrawnOverlay], pictures: [PictureID], number: Int,
      slot: consuming FrameSlot<FrameOutput.FrameFile>?
    ) {
      self.plan = plan
      self.overlays = overlays
      self.pictures = pictures
      self.number = number
      self.slot = slot
    }
  }

  /// Prepares pictures of the rows of `table`, drawn by `painter` or by `pool`.
  init(
    folder: String, options: ScrollOptions, shop: CellShop, table: LiveTable,
    rows: TableRows, fillers: FillerStrips, pool: WorkerPool<ScrollWorker>,
    painter: ScrollWorker?
  ) throws {
    self.table = table
    self.rows = rows
    self.painter = painter
    isCapped = options.capsPictures
    maker = FrameMaker(fillers: fillers, shop: shop, policy: options.policy)
    output = try FrameOutput(
      folder: folder, shop: shop, isDurable: options.rendering.isDurable,
      depth: 2 + pool.count, signal: signal)
    store = try PictureStore(pool: pool)
    store.indexOfItem = { table.feedIndex($0) }
    store.onChange = { [weak self] in
      self?.assemble()
      self?.signal.fire()
    }
  }

  /// The items that cannot be laid out or drawn, in the feed's order.
  var failures: [RowFailure] { store.sortedFailures }

  /// The warnings about images that were left out, in the feed's order.
  var warnings: [(index: Int, warning: RowWarning)] { store.sortedWarnings }

  /// Returns the cell of a key.
  func cell(_ key: ContentKey) -> RowCell? { table.cell(key) }

  /// Adds a presented frame; waits while too many are in flight.
  ///
  /// - Returns: The number of its future file.
  /// - Throws: The error of this frame or an earlier one.
  func present(_ plan: FramePlan, overlays: [DrawnOverlay]) async throws -> Int {
    if let error = store.error { throw error }
    if isCapped { try await finish() }
    let slot = try await output.nextSlot()
    let pictures = maker.pictures(of: plan) { rows.height(ofRow: $0) }
    let number = output.nextNumber()
    frames.append(
      WaitingFrame(plan, overlays: overlays, pictures: pictures, number: number, slot: slot))
    try draw(pictures)
    return number
  }

  /// Requests the missing pictures of frames, and then other pictures, most urgent first.
  func prepare(_ pictures: [PictureID]) throws {
    if let error = store.error ?? output.error { throw error }
    wanted = isCapped ? [] : pictures
    want()
    assemble()
  }

  private func want() {
    // In sync mode the main queue draws, and the store only keeps wanted pictures.
    store.want(
      (frames.flatMap(\.pictures) + wanted).map { ($0, 0) }, isMade: painter == nil,
      model: { table.model($0) })
  }

  /// Waits until all frames are written.
  func finish() async throws {
    while output.writtenCount < output.frameCount {
      if let error = store.error ?? output.error { throw error }
      want()
      assemble()
      await signal.wait()
    }
  }

  /// Supersedes all requests, and waits for the end of tasks and frames under way.
  func close() async {
    frames = []
    wanted = []
    want()
    while !store.isIdle { await signal.wait() }
    await output.close()
  }

  /// In sync mode, draws the missing pictures of a new frame.
  private func draw(_ pictures: [PictureID]) throws {
    guard let painter else { return }
    for id in pictures where store.picture(id) == nil {
      guard let cell = table.cell(id.key) else { continue }
      let drawn = try painter.picture(id, of: cell)
      store.note(drawn.failure, drawn.imageFailures, of: id.key)
      store.add(drawn.picture)
    }
  }

  /// Queues the frames that have all their pictures for writing, in order.
  private func assemble() {
    while let waiting = frames.first,
      let frame = maker.frame(
        waiting.plan,
        place: { (rows.offset(ofRow: $1), rows.height(ofRow: $1)) },
        picture: store.picture)
    {
      frames.removeFirst()
      guard let slot = waiting.slot.take() else { continue }
      output.write(frame.drawn(under: waiting.overlays), as: waiting.number, slot: slot)
    }
  }
}
