/// The way in which the outlines of letters meet the grid of device pixels.
///
/// Lines, heights and the places of letters along a line do not depend on it.
public enum GlyphHinting: String, Hashable, Sendable, Codable, CaseIterable {
  /// The outlines are drawn as they are.
  case none
  /// At scales up to 1.5, the horizontal strokes of upright outlines are moved to whole rows of pixels, so that small
  /// letters look sharp; their heights change by up to half a pixel.
  ///
  /// - SeeAlso: FreeType, `FT_LOAD_TARGET_LIGHT`.
  case light
}
