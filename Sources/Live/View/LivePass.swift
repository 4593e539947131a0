package import GalleyFrameAssembly

/// The result of one pass.
package struct LivePass {
  /// Whether the offset or the content has changed.
  package var hasChanged = false
  /// Whether the frame waits for its pictures, by the policy.
  package var isWaiting = false
  /// Whether a new frame is presented.
  package var isPresented = false
  /// The number of pixels of its visible rows that do not show their current pictures.
  package var blankArea = 0
  /// The viewport's offset in device pixels.
  package var offset = 0
  /// The new frame, if it is kept.
  package var frame: FeedFrame?

  /// Makes a pass without a result.
  package init() {}
}
