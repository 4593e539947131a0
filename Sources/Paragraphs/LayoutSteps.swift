/// Counts of the work of laying out, by which tests check its growth without a clock.
public struct LayoutSteps: Hashable, Sendable {
  /// The number of glyphs that were shaped, those at breaks shaped twice included.
  public var glyphsShaped = 0
  /// The number of break opportunities that were tried.
  public var breaksTried = 0

  /// No steps.
  public init() {}

  package mutating func add(_ other: LayoutSteps) {
    glyphsShaped += other.glyphsShaped
    breaksTried += other.breaksTried
  }
}
