import Foundation
import GalleyFrames
import GalleyPNG
import GalleyWorkers

/// Has frames encoded and written, in order, by a thread of its own.
///
/// The pipeline's depth is the back-pressure: without a slot there is no frame to hand in.
@MainActor
final class FrameOutput {
  /// Files written so far.
  private(set) var writtenCount = 0
  /// Bytes written so far.
  private(set) var byteCount = 0
  /// Frames handed in so far.
  private(set) var frameCount = 0
  /// Why no more can be written.
  private(set) var error: (any Error)?
  /// Fires when a frame was written, or could not be.
  let signal: Signal

  private let folder: String
  private let isDurable: Bool
  private let writer: WorkerPool<FrameEncoder>
  private let pipeline: FramePipeline<FrameFile>

  /// An output to `folder` of frames made with `shop`, of which at most `depth` are in flight.
  init(folder: String, shop: CellShop, isDurable: Bool, depth: Int, signal: Signal) {
    self.folder = folder
    self.isDurable = isDurable
    self.signal = signal
    writer = WorkerPool(count: 1, name: "galley-writer") { FrameEncoder(shop) }
    pipeline = FramePipeline(depth: depth)
  }

  /// A frame on its way to its file.
  struct FrameFile: Sendable {
    var frame: FeedFrame
    var path: String
  }

  /// The right to hand in one frame; `nil` while too many are in flight.
  func makeSlot() -> FrameSlot<FrameFile>? { pipeline.makeSlot() }

  /// The right to hand in one frame, as soon as there is one.
  ///
  /// - Throws: Why there will be none.
  func nextSlot() async throws -> FrameSlot<FrameFile>? {
    while true {
      if let error { throw error }
      if let slot = pipeline.makeSlot() { return slot }
      await signal.wait()
    }
  }

  /// Names the next frame's file, whether or not its pictures are there yet.
  func nextPath() -> String {
    defer { frameCount += 1 }
    return (folder.hasSuffix("/") ? folder : folder + "/") + Self.name(frameCount)
  }

  /// Has a frame written.
  func write(_ frame: FeedFrame, to path: String, slot: consuming FrameSlot<FrameFile>) {
    slot.present(FrameFile(frame: frame, path: path))
    let (pipeline, isDurable) = (pipeline, isDurable)
    writer.repeatedly { worker in
      let result = Result { () throws -> Int? in
        let encoder = try worker.preparedResources()
        return try pipeline.consume { file in
          let picture = try encoder.png(file.frame)
          try picture.write(to: file.path, durable: isDurable)
          return picture.byteCount
        }
      }
      Task { @MainActor in self.didWrite(result) }
      return false
    }
  }

  private func didWrite(_ result: Result<Int?, any Error>) {
    switch result {
    case .success(let count):
      writtenCount += 1
      byteCount += count ?? 0
    case .failure(let failure):
      error = error ?? failure
    }
    signal.fire()
  }

  /// Waits until all frames are written.
  ///
  /// - Throws: Why one could not be.
  func finish() async throws {
    while writtenCount < frameCount {
      if let error { throw error }
      await signal.wait()
    }
  }

  /// Waits until no frame is in flight.
  func close() async {
    while pipeline.inFlightCount > 0 { await signal.wait() }
  }

  /// Whether a file is one that an output makes.
  nonisolated static func isFrameName(_ name: String) -> Bool {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png"),
      let number = Int(name.dropFirst(6).dropLast(4)), number >= 0
    else { return false }
    return name == Self.name(number)
  }

  nonisolated private static func name(_ number: Int) -> String {
    let digits = String(number)
    return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }
}
