import Foundation
import GalleyCellRendering
import GalleyFiles
import GalleyFrameAssembly
import GalleyFrames
import GalleyLive
import GalleyPNG
import GalleyPrimitives
import GalleyWorkers

/// Encodes and writes frames in order, on a thread of its own.
///
/// The pipeline's depth is the back-pressure: a frame needs a slot.
@MainActor
final class FrameOutput {
  /// The number of frames so far.
  private(set) var frameCount = 0

  private let folder: String
  private let pipeline: FramePipeline<FrameFile>
  private let progress = Monitor(Progress())
  private let writer: WorkerThread
  /// Fires after each frame, written or failed, once ``watch()`` was called.
  private let signal: Signal

  /// A frame on its way to its file.
  struct FrameFile: Sendable {
    var frame: FeedFrame
    var number: Int
  }

  /// The progress of the writer.
  private struct Progress: Sendable {
    var writtenCount = 0
    var byteCount = 0
    var error: (any Error)?
    /// Whether the main queue waits for frames; otherwise they do not wake it.
    var isWatched = false

    /// Records the result of a frame; returns whether the main queue waits for it.
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

  /// Makes an output of frames to `folder`, of which at most `depth` are in flight.
  ///
  /// - Throws: `WorkerError`, if there is no thread to write them.
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
        // After an error there are no more slots; the request for the next slot throws it.
        if case .failure = result { pipeline.close() }
        guard progress.withLock({ $0.enter(result) }) else { continue }
        Task { @MainActor in signal.fire() }
      }
    }
  }

  deinit { pipeline.close() }

  /// The number of written files so far.
  var writtenCount: Int { progress.withLock { $0.writtenCount } }

  /// The number of written bytes so far.
  var byteCount: Int { progress.withLock { $0.byteCount } }

  /// The error that stopped the output.
  var error: (any Error)? { progress.withLock { $0.error } }

  /// Returns a slot for one frame; `nil` while too many are in flight, and after an error.
  func makeSlot() -> FrameSlot<FrameFile>? { pipeline.makeSlot() }

  /// Waits for a slot for one frame.
  ///
  /// - Throws: The error that stopped the output.
  func nextSlot() async throws -> FrameSlot<FrameFile>? {
    watch()
    while true {
      if let error { throw error }
      if let slot = pipeline.makeSlot() { return slot }
      await signal.wait()
    }
  }

  /// Makes the signal fire after each frame from now on, including those in flight.
  private func watch() { progress.withLock { $0.isWatched = true } }

  /// Returns the number of the next frame's file.
  func nextNumber() -> Int {
    defer { frameCount += 1 }
    return frameCount
  }

  /// Returns the path of a frame's file.
  func path(_ number: Int) -> String { Self.path(number, in: folder) }

  /// Queues a frame for writing.
  func write(_ frame: FeedFrame, as number: Int, slot: consuming FrameSlot<FrameFile>) {
    slot.present(FrameFile(frame: frame, number: number))
  }

  /// Waits until all frames are written.
  ///
  /// - Throws: The error that stopped the output.
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
