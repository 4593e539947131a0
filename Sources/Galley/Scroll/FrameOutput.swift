import Foundation
import GalleyFrames
import GalleyPNG
import GalleyPrimitives
import GalleyWorkers

/// Has frames encoded and written, in order, by a thread of its own.
///
/// The pipeline's depth is the back-pressure: without a slot there is no frame to hand in.
@MainActor
final class FrameOutput {
  /// Frames handed in so far.
  private(set) var frameCount = 0

  private let folder: String
  private let pipeline: FramePipeline<FrameFile>
  private let progress = Monitor(Progress())
  private let writer: WorkerThread
  /// Fires when a frame was written, or could not be, once somebody has waited for it.
  private let signal: Signal

  /// A frame on its way to its file.
  struct FrameFile: Sendable {
    var frame: FeedFrame
    var number: Int
  }

  /// How far the writer has come.
  private struct Progress: Sendable {
    var writtenCount = 0
    var byteCount = 0
    var error: (any Error)?
    /// Whether the main queue wants to be told: nobody wakes it at each frame for nothing.
    var isWatched = false

    /// Enters what came of a frame; whether somebody wants to know.
    mutating func enter(_ result: Result<Int, any Error>) -> Bool {
      switch result {
      case .success(let count):
        writtenCount += 1
        byteCount += count
      case .failure(let failure):
        error = error ?? failure
      }
      return isWatched
    }
  }

  /// An output to `folder` of frames made with `shop`, of which at most `depth` are in flight.
  ///
  /// - Throws: `WorkerError`, where there is no thread to write them.
  init(folder: String, shop: CellShop, isDurable: Bool, depth: Int, signal: Signal) throws {
    writer = try WorkerThread(name: "galley-writer")
    self.folder = folder
    self.signal = signal
    pipeline = FramePipeline(depth: depth)
    writer.perform { [pipeline, progress, signal] in
      let encoder = FrameEncoder(shop)
      var frames = FrameFolder(folder)
      func write(_ file: FrameFile) -> Result<Int, any Error> {
        Result {
          let picture = try encoder.png(file.frame)
          try frames.write(file.number, byteCount: picture.byteCount) { path in
            try picture.write(to: path, durable: isDurable)
          }
          return picture.byteCount
        }
      }
      while let result = pipeline.consumeNext(write) {
        // After an error there is no slot for another frame: whoever wants one finds out why.
        if case .failure = result { pipeline.close() }
        guard progress.withLock({ $0.enter(result) }) else { continue }
        Task { @MainActor in signal.fire() }
      }
    }
  }

  deinit { pipeline.close() }

  /// Files written so far.
  var writtenCount: Int { progress.withLock { $0.writtenCount } }

  /// Bytes written so far.
  var byteCount: Int { progress.withLock { $0.byteCount } }

  /// Why no more can be written.
  var error: (any Error)? { progress.withLock { $0.error } }

  /// The right to hand in one frame; `nil` while too many are in flight, and after an error.
  func makeSlot() -> FrameSlot<FrameFile>? { pipeline.makeSlot() }

  /// The right to hand in one frame, as soon as there is one.
  ///
  /// - Throws: Why there will be none.
  func nextSlot() async throws -> FrameSlot<FrameFile>? {
    watch()
    while true {
      if let error { throw error }
      if let slot = pipeline.makeSlot() { return slot }
      await signal.wait()
    }
  }

  /// Has the signal fired for each frame from now on, those included that are being written.
  private func watch() { progress.withLock { $0.isWatched = true } }

  /// Numbers the next frame's file, whether or not its pictures are there yet.
  func nextNumber() -> Int {
    defer { frameCount += 1 }
    return frameCount
  }

  /// The file of a frame.
  func path(_ number: Int) -> String { Self.path(number, in: folder) }

  /// Has a frame written.
  func write(_ frame: FeedFrame, as number: Int, slot: consuming FrameSlot<FrameFile>) {
    slot.present(FrameFile(frame: frame, number: number))
  }

  /// Waits until all frames are written.
  ///
  /// - Throws: Why one could not be.
  func finish() async throws {
    watch()
    while writtenCount < frameCount {
      if let error { throw error }
      await signal.wait()
    }
  }

  /// Waits until no frame is in flight.
  func close() async {
    watch()
    while pipeline.inFlightCount > 0 { await signal.wait() }
  }

  nonisolated private static func path(_ number: Int, in folder: String) -> String {
    PathPattern.frames(in: folder).path(number)
  }
}
