/// The formula by which a colour is composited over another.
///
/// - SeeAlso: Compositing and Blending Level 1, §10.
public enum BlendMode: String, Hashable, Sendable, Codable, CaseIterable {
  // The names are those of the formulas in the standard.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight
  case softLight, difference, exclusion, hue, saturation, color, luminosity
  /// The sum.
  case plusLighter
}

/// The join of two sides of a border.
public enum LineJoin: String, Hashable, Sendable, Codable, CaseIterable {
  /// A sharp corner.
  case miter
  /// An arc.
  case round
  /// A cut-off corner.
  case bevel
}
