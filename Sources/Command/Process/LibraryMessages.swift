import Galley
import GalleyCommandLine
import GalleyFiles
import GalleyPrimitives
import Glibc

/// Messages that C libraries print to standard error themselves.
enum LibraryMessages {
  /// Reports Fontconfig's messages in the words of the command, and without effect on a terminal.
  ///
  /// Fontconfig has no other way to report a faulty configuration. Other lines, such as that of a crash, pass
  /// unchanged. Call it once, before any other thread is started.
  static func adopt() {
    StandardStreams.divertMessages { _, bytes, count in
      let line = UnsafeRawBufferPointer(start: bytes, count: count)
      if line.starts(with: "Fontconfig ".utf8) {
        LibraryMessages.report(String(decoding: line, as: UTF8.self))
      } else {
        _ = StandardStreams.write(line, to: STDERR_FILENO)
      }
      return count
    }
  }

  /// Prints a message of Fontconfig as a warning, unless only errors are printed.
  private static func report(_ line: String) {
    guard !CommandLine.arguments.contains("--quiet") else { return }
    let words = line.split(separator: ": ", maxSplits: 1).last ?? ""
    let message = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    printToStandardError("galley: warning: the host's font configuration: \(message)")
  }
}
