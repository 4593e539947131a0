import ArgumentParser
import Foundation
import GalleyFiles

/// A line on the terminal with the progress of a run.
struct ProgressBar {
  /// The condition for showing the line.
  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  private let isShown: Bool
  private var next = ContinuousClock.now
  private var isDrawn = false

  init(_ mode: Mode, isQuiet: Bool) {
    isShown = !isQuiet && (mode == .always || mode == .auto && isatty(2) == 1)
  }

  /// Shows `words` at most ten times a second.
  mutating func update(_ words: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    StandardStreams.tell("\r" + words() + "\u{1B}[K")
  }

  /// Removes the line.
  mutating func finish() {
    guard isDrawn else { return }
    isDrawn = false
    StandardStreams.tell("\r\u{1B}[K")
  }
}
