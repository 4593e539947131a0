import Foundation
import Galley
import GalleyHandles

/// Writes what a scroll came to as a trace.
func writeTrace(_ trace: ScrollTrace, to path: String) throws {
  let bytes = [UInt8](try trace.json())
  var file = try AtomicFile(path)
  try file.write(bytes)
  try file.commit(durable: true)
}

/// A folder that goes with its owner.
final class TemporaryFolder {
  let path: String

  /// Makes a folder that nobody else knows of.
  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "galley-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Makes a video of a scroll's frames, by a program that may be there or not.
struct VideoEncoder {
  private let program: URL
  private let path: String

  /// Why there is no video.
  enum VideoError: Error, CustomStringConvertible {
    case noProgram
    case noFrames
    case failed(status: Int32, words: String)

    var description: String {
      switch self {
      case .noProgram: "--video needs ffmpeg, which is not in PATH (Debian: apt-get install ffmpeg)"
      case .noFrames: "no frame was presented, so there is no video"
      case .failed(let status, let words): "ffmpeg ended with status \(status): \(words)"
      }
    }
  }

  /// An encoder that writes to `path`.
  ///
  /// - Throws: ``VideoError/noProgram``.
  init(path: String) throws(VideoError) {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = folders.split(separator: ":").map { "\($0)/ffmpeg" }
    guard let program = programs.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw .noProgram
    }
    self.program = URL(fileURLWithPath: program)
    self.path = path
  }

  /// Shows each frame as long as it was shown.
  ///
  /// - Throws: ``VideoError``, and what writing the list of frames throws.
  func encode(_ records: [ScrollRecord], hertz: Int) throws {
    let list = FileManager.default.temporaryDirectory
      .appendingPathComponent("galley-video-\(UUID().uuidString).ffconcat")
    defer { try? FileManager.default.removeItem(at: list) }
    var lines = ["ffconcat version 1.0"]
    var shown: String?
    for record in records {
      shown = record.file ?? shown
      guard let shown else { continue }
      let path = URL(fileURLWithPath: shown).path.replacingOccurrences(of: "'", with: "'\\''")
      lines += ["file '\(path)'", "duration \(1 / Double(hertz))"]
    }
    guard shown != nil else { throw VideoError.noFrames }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: list)
    let process = Process()
    process.executableURL = program
    // Encoders want even extents, and players their colours in four planes of a quarter.
    process.arguments = [
      "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", list.path,
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-r", "\(hertz)", "-pix_fmt", "yuv420p", path,
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw VideoError.failed(
        status: process.terminationStatus,
        words: String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init)
          ?? "")
    }
  }
}
