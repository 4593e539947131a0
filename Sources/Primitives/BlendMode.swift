/// How a colour is put over another.
///
/// - SeeAlso: Compositing and Blending Level 1, §10.
public enum BlendMode: String, Hashable, Sendable, Codable, CaseIterable {
  // The names are those of the modes' own formulas.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight
  case softLight, difference, exclusion, hue, saturation, color, luminosity
  /// The sum.
  case plusLighter
}

/// How two sides of a border meet.
public enum LineJoin: String, Hashable, Sendable, Codable, CaseIterable {
  /// In a corner.
  case miter
  /// In an arc.
  case round
  /// In an edge.
  case bevel
}
