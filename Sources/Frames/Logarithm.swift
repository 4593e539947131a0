import Foundation

/// The two functions that a fling needs from the C library.
///
/// They may differ by the last bit from machine to machine, which is far less than a pixel's share of
/// the offsets they are used for; what is rounded to pixels is the same.
enum Logarithm {
  static func natural(_ value: Double) -> Double { log(value) }
  static func exponential(_ value: Double) -> Double { exp(value) }
}
