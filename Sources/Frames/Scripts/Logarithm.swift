import Foundation

/// The two functions of the C library that a fling needs.
///
/// Their last bit may differ between machines. That is far less than a pixel's share of the
/// offsets, so offsets rounded to pixels are equal.
enum Logarithm {
  static func natural(_ value: Double) -> Double { log(value) }
  static func exponential(_ value: Double) -> Double { exp(value) }
}
