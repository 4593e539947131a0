import ArgumentParser
import Foundation
import GalleyFiles

/// A line on the terminal that says how far a run is.
struct ProgressBar {
  /// When the line is shown.
  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  private let isShown: Bool
  private var next = ContinuousClock.now
  private var isDrawn = false

  init(_ mode: Mode, isQuiet: Bool) {
    isShown = !isQuiet && (mode == .always || mode == .auto && isatty(2) == 1)
  }

  /// Shows `count` rows, or other things, at most ten times a second.
  mutating func update(_ count: Int, _ things: String = "rows") {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    write("\r\(count) \(things)")
  }

  /// Takes the line away.
  mutating func finish() {
    guard isDrawn else { return }
    isDrawn = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    StandardStreams.tell(text)
  }
}
