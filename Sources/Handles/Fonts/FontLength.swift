/// Lengths that a font gives: heights, advances and offsets, in Pango units.
enum FontLength {
  /// The largest length, 65,536 pixels: 128 times the largest em of a theme.
  private static let limit = 1 << 26

  /// A length within 65,536 pixels in both directions.
  ///
  /// That of a damaged font may be any number, and lengths are added up, multiplied and negated.
  static func bounded(_ length: Int) -> Int32 { Int32(min(max(length, -limit), limit)) }

  /// A length within 65,536 pixels in both directions.
  static func bounded(_ length: Int32) -> Int32 {
    min(max(length, Int32(-limit)), Int32(limit))
  }
}
