/// A generator whose numbers depend on its seed alone (SplitMix64).
///
/// - SeeAlso: Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014,
///   <https://doi.org/10.1145/2660193.2660195>.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a generator from a seed.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in `0..<bound`, by the remainder of the next random number.
  ///
  /// This is faster than `Int.random`, and uniform enough for bounds far below 2⁶⁴.
  ///
  /// - Precondition: `bound` is greater than 0.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
