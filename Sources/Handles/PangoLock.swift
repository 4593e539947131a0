import GalleyPrimitives

/// Serializes what Pango cannot do on two threads, each with fonts of its own.
///
/// Pango 1.50 keeps a font's metrics from being computed within themselves by a counter that all
/// threads share: while one thread is at it, another's average character width comes out as 0, and
/// stays so. A character without a glyph asks for that width.
package enum PangoLock {
  // A number, since the thread sanitizer takes an access to nothing for one to what lies beside it.
  private static let lock = Monitor(0)

  /// Runs `body` while no other thread is in here.
  package static func withLock<Result>(_ body: () -> Result) -> Result {
    lock.exclusively(body)
  }
}
