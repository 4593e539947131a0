/// Bounds the memory of pictures: admits the most urgent ones that fit, until one does not.
///
/// Later pictures are farther away, and are evicted first.
struct PictureBudget {
  private let byteLimit: Int
  /// The number of pictures that are still admitted in any case.
  private var keptCount: Int
  private var byteCount = 0

  /// Makes a budget of `byteLimit` bytes, in which the first `keptCount` pictures are admitted in any case,
  /// because a frame needs them.
  init(byteLimit: Int, keptCount: Int) {
    self.byteLimit = max(0, byteLimit)
    self.keptCount = keptCount
  }

  /// Whether the next picture, of `size` bytes, is admitted; 0 for one that was counted already.
  mutating func admits(_ size: Int) -> Bool {
    byteCount += size
    keptCount -= 1
    return byteCount <= byteLimit || keptCount >= 0
  }
}
