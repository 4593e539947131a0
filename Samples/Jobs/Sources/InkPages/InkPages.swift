import Galley

/// Writes the feed at `path` as pages of 600 by 800 pixels with 16 greys, as `folder/PAGE.png`.
///
/// The pixels are dithered, for a screen of electronic ink.
public func drawInkPages(of path: String, to folder: String) async throws -> RenderSummary {
  var options = RenderOptions(picture: .png(.gray4))
  options.template = CellTemplate(theme: .plain, width: 600, scale: 1)
  guard let pages = PathPattern("\(folder)/{page:03}.png", name: "page") else {
    preconditionFailure("the names have a place for the number")
  }
  return try await FeedRenderer(options).render(
    .path(path), to: .pages(height: 800, pattern: pages))
}
