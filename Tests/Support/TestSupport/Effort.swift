import Foundation

/// The length of tests over random inputs: short in `make test`, full in `make soak`.
package enum Effort {
  /// Whether tests run at full length.
  package static let isFull = ProcessInfo.processInfo.environment["GALLEY_SOAK"] != nil

  /// The number of inputs of a test.
  package static func count(_ usual: Int, full: Int) -> Int { isFull ? full : usual }
}
