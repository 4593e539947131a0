import Galley

/// A feed in, a PNG out: renders the feed at `path` to one picture, however tall.
public func render(feed path: String, to picture: String) async throws -> RenderSummary {
  let renderer = try FeedRenderer()
  return try await renderer.render(.path(path), to: .tall(path: picture))
}

/// Text in, its size out: how much room `string` takes at a width, in layout units.
public func boundingSize(of string: String, width: Double) throws -> Size {
  let typesetter = Typesetter(try FontLibrary())
  let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
  return try typesetter.layout(text, in: TextContainer(width: width)).boundingSize
}
