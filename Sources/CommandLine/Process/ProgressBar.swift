import ArgumentParser
import Foundation
import GalleyFiles

/// A line on the terminal with the progress of a run.
package struct ProgressBar {
  /// The condition for showing the line.
  package enum Mode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  private let isShown: Bool
  private var next = ContinuousClock.now
  private var isDrawn = false

  package init(_ mode: Mode, isQuiet: Bool) {
    isShown = !isQuiet && (mode == .always || mode == .auto && isatty(2) == 1)
  }

  /// Shows `words` at most ten times a second.
  package mutating func update(_ words: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isDrawn = true
    StandardStreams.tell("\r" + words() + "\u{1B}[K")
  }

  /// Removes the line.
  package mutating func finish() {
    guard isDrawn else { return }
    isDrawn = false
    StandardStreams.tell("\r\u{1B}[K")
  }
}
