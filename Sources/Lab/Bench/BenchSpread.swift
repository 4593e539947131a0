import Foundation

/// The spread of a figure over the runs of two benches, and the difference that it can tell apart.
package struct BenchSpread: Hashable, Sendable {
  /// The later mean less the earlier one.
  package let difference: Double
  /// The smallest difference that is not chance; 0 if all runs are equal, or if there is one run of each.
  package let detectable: Double

  /// Compares the runs of two benches by Welch's test.
  ///
  /// - Parameters:
  ///   - before: A value of each run; at least one.
  ///   - after: A value of each run; at least one.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``.
  package init(_ before: [Double], _ after: [Double], risk: Double) {
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    /// The squared error of the mean.
    func error(_ values: [Double]) -> Double {
      guard values.count > 1 else { return 0 }
      let center = mean(values)
      let squares = values.reduce(0) { $0 + ($1 - center) * ($1 - center) }
      return squares / Double(values.count - 1) / Double(values.count)
    }
    difference = mean(after) - mean(before)
    let (one, other) = (error(before), error(after))
    guard one + other > 0 else {
      detectable = 0
      return
    }
    func share(_ error: Double, _ count: Int) -> Double {
      count > 1 ? error * error / Double(count - 1) : 0
    }
    let degrees =
      (one + other) * (one + other) / (share(one, before.count) + share(other, after.count))
    detectable = Self.quantile(risk: risk, degrees: degrees) * (one + other).squareRoot()
  }

  /// Compares pairs of runs by the t-test of their differences.
  ///
  /// - Parameters:
  ///   - pairs: The value of a run before and of the run after; at least one pair.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``.
  package init(pairs: some Sequence<(Double, Double)>, risk: Double) {
    let differences = pairs.map { $0.1 - $0.0 }
    let count = Double(differences.count)
    difference = differences.reduce(0, +) / count
    let center = difference
    let squares = differences.reduce(0) { $0 + ($1 - center) * ($1 - center) }
    detectable =
      squares > 0
      ? Self.quantile(risk: risk, degrees: count - 1) * (squares / (count - 1) / count).squareRoot()
      : 0
  }

  /// The value of Student's distribution that chance exceeds, on both sides together, with the
  /// probability `risk`.
  ///
  /// - SeeAlso: G. W. Hill, Algorithm 396: Student's t-quantiles, 1970.
  package static func quantile(risk: Double, degrees: Double) -> Double {
    let (p, n) = (risk, max(1, degrees))
    if n < 1.000_01 { return cos(p * .pi / 2) / sin(p * .pi / 2) }
    if abs(n - 2) < 0.000_01 { return (2 / (p * (2 - p)) - 2).squareRoot() }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    var x = d * p
    var y = pow(x, 2 / n)
    if y > 0.05 + a {
      x = normalQuantile(p / 2)
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y = a * y * y
      y = y > 0.002 ? exp(y) - 1 : 0.5 * y * y + y
    } else {
      y =
        ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1)
        * (n + 1) / (n + 2) + 1 / y
    }
    return (n * y).squareRoot()
  }

  /// The value below which the standard normal distribution has the probability `p`, at most a half.
  ///
  /// - SeeAlso: M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 26.2.23.
  private static func normalQuantile(_ p: Double) -> Double {
    let t = (-2 * log(p)).squareRoot()
    let above = 2.515_517 + 0.802_853 * t + 0.010_328 * t * t
    let below = 1 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t * t * t
    return -(t - above / below)
  }
}

/// The spread of a count of rare events, such as stalls, in two benches.
///
/// If both have the same rate, each event falls into the later bench with the probability of its share of the frames: the
/// exact test for two Poisson rates.
///
/// - SeeAlso: J. Przyborowski, H. Wilenski, Homogeneity of results in testing samples from Poisson series, 1940.
package struct CountSpread: Hashable, Sendable {
  /// The largest difference of the rates, events by frames, that chance explains.
  package let detectable: Double

  /// Tells how much of `count` events in both benches can be in the later one by chance.
  ///
  /// - Parameters:
  ///   - count: The number of events in both benches.
  ///   - frames: The numbers of frames before and after, each at least 1.
  ///   - risk: The accepted probability that chance alone exceeds ``detectable``, on both sides together.
  package init(count: Int, among frames: (before: Int, after: Int), risk: Double) {
    let (before, after) = (Double(max(1, frames.before)), Double(max(1, frames.after)))
    let share = after / (before + after)
    // Fewer events than these, all of them in the later bench, may be chance.
    let fewest = Int((log(risk / 2) / log(share)).rounded(.up))
    guard count >= fewest else {
      detectable = Double(fewest - 1) / after
      return
    }
    // The largest number that more than the risk exceeds or equals.
    var (number, tail) = (count, 0.0)
    while number > 0 {
      let ways =
        lgamma(Double(count + 1)) - lgamma(Double(number + 1))
        - lgamma(Double(count - number + 1))
      tail += exp(
        ways + Double(number) * log(share) + Double(count - number) * log(1 - share))
      if tail > risk / 2 { break }
      number -= 1
    }
    detectable = Double(number) / after - Double(count - number) / before
  }
}
