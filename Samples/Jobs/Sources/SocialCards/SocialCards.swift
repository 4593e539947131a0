import Galley

/// Writes a picture of 1200 by 630 pixels for each item of the feed at `path`, as `folder/ID.png`.
///
/// These are the pictures that a site names in `og:image`.
public func drawSocialCards(of path: String, to folder: String) async throws -> RenderSummary {
  var options = RenderOptions()
  options.template.scale = 1
  if let template = try Template(named: "social", theme: options.template.theme) {
    options.cell = FeedCell(template)
    options.template.width = template.width ?? 1200
    // A template may name any member of an item, so the reader keeps them.
    options.limits.keptMemberBytes = 1 << 20
  }
  guard let names = PictureNames("\(folder)/{id}.png") else {
    preconditionFailure("the names have a place for the identifier")
  }
  return try await FeedRenderer(options).render(.path(path), to: .cards(names))
}
