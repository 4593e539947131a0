import GalleyPrimitives

/// Serializes the computation of font metrics, which fails on two threads even with separate fonts.
///
/// To prevent a recursion, Pango 1.50 uses a counter that all threads share: while one thread computes metrics,
/// the average character width of another is 0, and stays 0. A character without a glyph needs that width.
package enum PangoLock {
  // Guards a number: the thread sanitizer takes an access to a value without size for one to the memory beside
  // it.
  private static let lock = Monitor(0)

  /// Runs `body` while no other thread runs one here.
  package static func withLock<Result>(_ body: () -> Result) -> Result {
    lock.exclusively(body)
  }
}
