public import GalleyArchives
public import GalleyFiles

/// The output of a rendering.
public enum RenderOutput: Hashable, Sendable {
  /// One picture of the whole feed: a PNG of any height, or another format up to its longest edge.
  case tall(path: String)
  /// One picture of the whole feed on standard output.
  case standardOutput
  /// Windows of the feed, each `height` layout units tall; `{page}` in the pattern is the page number.
  case pages(height: Double, pattern: PathPattern)
  /// One PDF of the whole feed, on pages of `height` layout units; a row is cut only if it is higher than a page.
  /// The path `-` is standard output.
  case pagedDocument(height: Double, path: String)
  /// A picture of each card, in a file.
  case cards(PictureNames)
  /// A picture of each card, in tar archives.
  case archives(ArchiveSet, PictureNames)
}
