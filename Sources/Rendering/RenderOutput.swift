public import GalleyFiles

/// The output of a rendering.
public enum RenderOutput: Hashable, Sendable {
  /// One PNG of the whole feed, however tall.
  case tall(path: String)
  /// One PNG of the whole feed on standard output.
  case standardOutput
  /// Windows of the feed, each `height` layout units tall; `{page}` in the pattern is the page number.
  case pages(height: Double, pattern: PathPattern)
  /// A PNG of each card; `{index}` in the pattern is the row's index in the feed.
  case cards(pattern: PathPattern)
}
