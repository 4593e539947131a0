/// Lengths that a font gives: heights, advances and offsets, in Pango units.
enum FontLength {
  /// The largest length, 65,536 pixels: 128 times the largest em of a theme.
  private static let limit = 1 << 26

  /// A length within 65,536 pixels in both directions.
  ///
  /// That of a damaged font may be any number, and lengths are added up, multiplied and negated.
  static func bounded(_ length: Int) -> Int32 { Int32(min(max(length, -limit), limit)) }

  /// Whether four lengths are at least -65,536 pixels and less than 65,536.
  static func areShort(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Bool {
    // The limit is a power of two, so that such a length and the limit have a sum without higher bits.
    func sum(_ length: Int32) -> UInt32 { UInt32(bitPattern: length &+ Int32(limit)) }
    return sum(a) | sum(b) | sum(c) | sum(d) < UInt32(2 * limit)
  }

  /// A length within 65,536 pixels in both directions.
  static func bounded(_ length: Int32) -> Int32 {
    min(max(length, Int32(-limit)), Int32(limit))
  }
}
