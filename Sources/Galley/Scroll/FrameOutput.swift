import Foundation
import GalleyCompositing
import GalleyFrames
import GalleyPNG
import GalleyPrimitives
import GalleyTable
import GalleyWorkers

/// Makes pictures of frame plans, and has them written in order.
///
/// On the main queue a frame is put together from strips: whole ones as they are, those of cells
/// that the frame's edges cut as workers have encoded them anew, and fillers. Nothing is encoded or
/// written here, so a frame takes microseconds; in sync mode rows are also drawn here.
@MainActor
final class FrameOutput {
  /// Files written so far.
  private(set) var writtenCount = 0
  /// Bytes written so far.
  private(set) var byteCount = 0

  private let options: ScrollOptions
  private let folder: String
  private let table: ScrollTable
  private let offsets: RowOffsetArray
  private let fillers: FillerStrips
  /// Who draws on the main queue, in sync mode.
  private let painter: ScrollWorker?
  private let writer = WorkerPool<Void>(count: 1, name: "galley-writer") {}
  private let pipeline: FramePipeline<FrameFile>
  private let signal = Signal()
  private let store: StripStore
  /// Frames that wait for strips, oldest first.
  private var frames: [WaitingFrame] = []
  /// What the last frame is made of, in case the next one shows some of it at the same place.
  private var recent: [StripKey] = []
  private var frameCount = 0
  private var writeError: (any Error)?

  /// An output to `folder` of frames of the rows of `table`, drawn by `painter` or by `pool`.
  init(
    folder: String, options: ScrollOptions, table: ScrollTable, offsets: RowOffsetArray,
    fillers: FillerStrips, pool: WorkerPool<ScrollWorker>, painter: ScrollWorker?
  ) {
    self.options = options
    self.folder = folder
    self.table = table
    self.offsets = offsets
    self.fillers = fillers
    self.painter = painter
    pipeline = FramePipeline(depth: 2 + pool.count)
    store = StripStore(table: table, pool: pool)
    store.onChange = { [weak self] in
      self?.assemble()
      self?.signal.fire()
    }
  }

  /// Items that could not be set or drawn, in the feed's order.
  var failures: [RowFailure] { store.failures.sorted { $0.index < $1.index } }

  /// Images that were left out, in the feed's order.
  var warnings: [(index: Int, warning: RowWarning)] {
    store.imageFailures.map { ($0.index, RowWarning(kind: .image, message: "\($0.1)")) }
      .sorted { $0.index < $1.index }
  }

  /// Every task's end.
  var ledger: RequestLedger { store.ledger }

  /// Takes a frame that was presented; waits while too many are in flight.
  ///
  /// - Returns: The file that it will be.
  /// - Throws: What went wrong with this frame or an earlier one.
  func present(_ plan: FramePlan) async throws -> String {
    var slot: FrameSlot<FrameFile>? = pipeline.makeSlot()
    while slot == nil {
      try check()
      await signal.wait()
      slot = pipeline.makeSlot()
    }
    let frame = WaitingFrame(
      plan.segments.map { part($0, of: plan) }, path: path(frameCount), slot: slot.take())
    frameCount += 1
    try draw(frame.strips)
    frames.append(frame)
    recent = frame.strips
    return frame.path
  }

  /// Has workers make what frames lack, and then the pictures of rows, most urgent first.
  func prepare(_ rows: [Int]) throws {
    try check()
    let tallest = options.frameSize.height
    let pictures = rows.lazy.map { [table] in table.rows[$0] }
      // Of a higher row no frame shows the whole.
      .filter { (1...tallest).contains($0.height) }
      .map { StripKey(picture: $0.key, rows: 0..<$0.height) }
    store.want(frames.flatMap(\.strips) + recent + pictures)
    assemble()
  }

  /// Waits until all frames are written.
  func finish() async throws {
    while writtenCount < frameCount {
      try check()
      await signal.wait()
    }
    await close()
  }

  /// Ends everything that is under way, and waits for its end.
  func close() async {
    frames = []
    recent = []
    store.want([])
    while !store.isIdle || pipeline.inFlightCount > 0 { await signal.wait() }
  }

  /// Whether a file is one that an output makes.
  nonisolated static func isFrameName(_ name: String) -> Bool {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png") else { return false }
    guard let number = Int(name.dropFirst(6).dropLast(4)), number >= 0 else { return false }
    return name == Self.name(number)
  }

  nonisolated private static func name(_ number: Int) -> String {
    let digits = String(number)
    return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  private func path(_ number: Int) -> String {
    let name = Self.name(number)
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  private func check() throws {
    if let error = writeError ?? store.error { throw error }
  }

  /// What a segment of a frame is made of.
  private func part(_ segment: FrameSegment, of plan: FramePlan) -> WaitingFrame.Part {
    switch segment.source {
    case .background: return .filler(fillers.page(segment.band.count))
    case .picture(let key, let firstRow):
      return .strip(StripKey(picture: key, rows: firstRow..<firstRow + segment.band.count))
    case .placeholder:
      guard let row = segment.row else { return .filler(fillers.page(segment.band.count)) }
      let first = plan.offset + segment.band.lowerBound - offsets.offset(ofRow: row)
      return .filler(
        fillers.placeholder(
          first..<first + segment.band.count, of: offsets.height(ofRow: row)))
    }
  }

  /// In sync mode: draws what a new frame lacks, here and now.
  private func draw(_ keys: [StripKey]) throws {
    guard let painter else { return }
    // What an earlier frame still waits for is drawn, and only not encoded yet.
    let drawn = Set(frames.flatMap(\.strips))
    for key in keys where store.strips(for: key) == nil && !drawn.contains(key) {
      guard let item = table.item(key.picture) else { continue }
      store.add(try painter.pixels(of: item, rows: key.rows), for: key)
    }
  }

  /// Puts together the frames that have all their strips, in order, and sends them to the writer.
  private func assemble() {
    while let frame = frames.first, let strips = frame.strips(from: store) {
      frames.removeFirst()
      do {
        let picture = try AssembledPNG(strips, scale: options.rendering.template.scale)
        frame.slot.take()?.present(FrameFile(picture: picture, path: frame.path))
      } catch {
        writeError = writeError ?? error
        return
      }
      Task { await write() }
    }
  }

  /// Has the oldest frame written.
  private func write() async {
    let (pipeline, isDurable) = (pipeline, options.rendering.isDurable)
    do {
      let byteCount = try await writer.run { _ in
        try pipeline.consume { frame in
          try frame.picture.write(to: frame.path, durable: isDurable)
          return frame.picture.byteCount
        }
      }
      writtenCount += 1
      self.byteCount += byteCount ?? 0
    } catch {
      writeError = writeError ?? error
    }
    signal.fire()
  }
}
