import Foundation
package import Galley
package import GalleyFiles

/// Writes bytes as a file.
package func writeFile(_ bytes: [UInt8], to path: String) throws(FileError) {
  var file = try AtomicFile(path)
  try file.write(bytes)
  try file.commit(durable: true)
}

/// Writes a text as a file, if there is a path.
package func writeText(_ text: String, to path: String?) throws(FileError) {
  if let path { try writeFile(Array(text.utf8), to: path) }
}

/// Copies the file `source`.
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

/// A folder that is removed with its owner, or when a signal ends the process.
package final class TemporaryFolder {
  package let path: String

  /// Creates a folder with a new name.
  package init() throws { path = try TemporaryFiles.shared.createFolder() }

  deinit { TemporaryFiles.shared.abandonFolder(path) }
}

/// Makes a video of a scroll's frames with ffmpeg, if it is installed.
///
/// The program writes to a temporary folder; the video is whole or missing.
package struct VideoEncoder {
  /// The folder of the program's files.
  package let folder: TemporaryFolder
  private let program: URL
  private let path: String

  /// The error of a missing video.
  enum VideoError: ExitingError, CustomStringConvertible {
    case noProgram
    case notStarted(String)
    case noFrames
    case failed(status: Int32, words: String)

    var status: ExitStatus {
      switch self {
      case .noProgram: .unavailable
      case .notStarted: .systemError
      case .noFrames, .failed: .ioError
      }
    }

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
  package init(path: String) throws {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = folders.split(separator: ":").map { "\($0)/ffmpeg" }
    guard let program = programs.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw VideoError.noProgram
    }
    folder = try TemporaryFolder()
    self.program = URL(fileURLWithPath: program)
    self.path = path
  }

  /// Encodes the frames, each with the duration for which it was shown.
  ///
  /// - Throws: ``VideoError``, ``FileError``.
  package func encode(_ records: [FeedScroll.Record], hertz: Int) throws {
    let list = folder.path + "/frames.ffconcat"
    // The extension selects the format.
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
    // Encoders need even extents, and players expect quartered colour planes.
    process.arguments = [
      "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i", list,
      "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-r", "\(hertz)", "-pix_fmt", "yuv420p", video,
    ]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    do {
      try ChildProcesses.shared.start(process)
    } catch {
      throw VideoError.notStarted(error.localizedDescription)
    }
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    ChildProcesses.shared.wait(for: process)
    guard process.terminationStatus == 0 else {
      throw VideoError.failed(
        status: process.terminationStatus,
        words: String(decoding: words, as: UTF8.self).split(separator: "\n").last.map(String.init)
          ?? "")
    }
    try copyFile(video, to: path)
  }
}
