import Foundation
import Galley
import GalleyFiles

/// Writes what a scroll came to as a trace.
func writeTrace(_ trace: ScrollTrace, to path: String) throws {
  var file = try AtomicFile(path)
  try file.write([UInt8](try trace.json()))
  try file.commit(durable: true)
}

/// Writes a text as a file.
func writeText(_ text: String, to path: String) throws(FileError) {
  var file = try AtomicFile(path)
  try file.write(Array(text.utf8))
  try file.commit(durable: true)
}

/// Writes the bytes of the file `source` as a file.
private func copyFile(_ source: String, to path: String) throws {
  guard let input = FileHandle(forReadingAtPath: source) else {
    throw FileError.cannotCreate(path: path, errno: ENOENT)
  }
  var file = try AtomicFile(path)
  while let part = try input.read(upToCount: 1 << 20), !part.isEmpty {
    try file.write([UInt8](part))
  }
  try file.commit(durable: true)
}

/// A folder that goes with its owner, or with the process where that is ended by a signal.
final class TemporaryFolder {
  let path: String

  /// Makes a folder of a new name.
  init() throws { path = try TemporaryFiles.shared.createFolder() }

  deinit { TemporaryFiles.shared.abandonFolder(path) }
}

/// Makes a video of a scroll's frames, by a program that may be there or not.
///
/// The program writes to a temporary folder; the file appears whole or not at all.
struct VideoEncoder {
  /// Where the program's files are.
  let folder: TemporaryFolder
  private let program: URL
  private let path: String

  /// Why there is no video.
  enum VideoError: Error, CustomStringConvertible {
    case noProgram
    case notStarted(String)
    case noFrames
    case failed(status: Int32, words: String)

    var description: String {
      switch self {
      case .noProgram: "--video needs ffmpeg, which is not in PATH (Debian: apt-get install ffmpeg)"
      case .notStarted(let reason): "cannot start ffmpeg: \(reason)"
      case .noFrames: "no frame was presented, so there is no video"
      case .failed(let status, let words): "ffmpeg ended with status \(status): \(words)"
      }
    }
  }

  /// An encoder that writes to `path`.
  ///
  /// - Throws: ``VideoError/noProgram``, ``FileError/cannotCreate(path:errno:)``.
  init(path: String) throws {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = folders.split(separator: ":").map { "\($0)/ffmpeg" }
    guard let program = programs.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw VideoError.noProgram
    }
    folder = try TemporaryFolder()
    self.program = URL(fileURLWithPath: program)
    self.path = path
  }

  /// Shows each frame as long as it was shown.
  ///
  /// - Throws: ``VideoError``, ``FileError``.
  func encode(_ records: [ScrollRecord], hertz: Int) throws {
    let list = folder.path + "/frames.ffconcat"
    // The name's extension says which format is meant.
    let video = folder.path + "/video." + (path as NSString).pathExtension
    var lines = ["ffconcat version 1.0"]
    var shown: String?
    for record in records {
      shown = record.file ?? shown
      guard let shown else { continue }
      let path = URL(fileURLWithPath: shown).path.replacingOccurrences(of: "'", with: "'\\''")
      lines += ["file '\(path)'", "duration \(1 / Double(hertz))"]
    }
    guard shown != nil else { throw VideoError.noFrames }
    try writeText(lines.joined(separator: "\n") + "\n", to: list)
    let process = Process()
    process.executableURL = program
    // Encoders want even extents, and players their colours in four planes of a quarter.
    process.arguments = [
      "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", list,
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-r", "\(hertz)", "-pix_fmt", "yuv420p", video,
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw VideoError.notStarted(error.localizedDescription)
    }
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw VideoError.failed(
        status: process.terminationStatus,
        words: String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init)
          ?? "")
    }
    try copyFile(video, to: path)
  }
}
