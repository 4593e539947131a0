import Foundation
import GalleyLab
import GalleyRandomness
import Testing

@Suite("BenchFigure", .timeLimit(.minutes(15)))
struct BenchFigureTests {
  @Test("the interval of a figure contains its mean, and is wider for runs that differ more")
  func intervals() throws {
    #expect(BenchFigure([7]).interval == nil)
    func width(_ figure: BenchFigure) throws -> Double {
      let interval = try #require(figure.interval)
      #expect(interval.contains(figure.mean))
      return interval.upperBound - interval.lowerBound
    }
    let (narrow, wide) = (BenchFigure([4, 5, 6, 5, 5]), BenchFigure([1, 5, 9, 5, 5]))
    #expect(narrow.mean == 5 && wide.mean == 5)
    let widths = (try width(narrow), try width(wide))
    #expect(widths.0 < widths.1)
    #expect(BenchFigure([3, 3, 3]).interval == 3...3)
    #expect(BenchFigure([4, 5, 6, 5, 5]) == narrow)
    let equal = try width(BenchFigure([0.1, 0.1, 0.1]))
    #expect(equal < 1e-15)
  }

  @Test("the interval of a few runs has a distribution's mean in about 95 of 100 cases")
  func coverage() throws {
    var generator = SeededGenerator(seed: 7)
    /// About normal: the sum of twelve equal ones.
    func normal() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in sum + Double(generator.below(1 << 30)) / Double(1 << 30) }
    }
    for count in [5, 10] {
      let hits = try (0..<400).count { _ in
        try #require(BenchFigure((0..<count).map { _ in normal() }).interval).contains(0)
      }
      // The plain percentiles have it in 84 of 100.
      #expect((360...392).contains(hits), "\(count) runs: \(hits) of 400")
    }
  }

  @Test("no event in a few runs does not rule out an event")
  func noEvents() throws {
    let figure = BenchFigure(counts: [0, 0, 0, 0, 0])
    let interval = try #require(figure.interval)
    #expect(figure.mean == 0 && abs(interval.upperBound - 0.738) < 0.01)
    #expect(BenchFigure(counts: [0]).interval == nil)
    // One in each of four runs is no certainty either: 1.09 to 10.24 in four by Garwood's limits.
    let equal = try #require(BenchFigure(counts: [1, 1, 1, 1]).interval)
    #expect(abs(equal.lowerBound - 1.09 / 4) < 0.01 && abs(equal.upperBound - 10.24 / 4) < 0.01)
    let many = try #require(BenchFigure(counts: [100, 140, 90, 130, 110]).interval)
    #expect(many.lowerBound < 97 && many.upperBound > 130)
  }

  @Test("the growth between runs of the same rounds is found if chance does not explain it")
  func growths() {
    let drift = [1.0, 2, 3, 4, 5]
    #expect(PairedGrowth(drift, drift.map { $0 + 0.5 }, risk: 0.01).isFound)
    #expect(!PairedGrowth(drift, [1.5, 1.5, 4, 3.5, 5], risk: 0.01).isFound)
    #expect(PairedGrowth([3], [2], risk: nil).isFound)
    #expect(!PairedGrowth([3, 3], [3, 3], risk: 0.01).isFound)
  }

  @Test(
    "knows the quantiles of Student's distribution",
    arguments: [
      (0.05, 1.0, 12.706), (0.05, 2, 4.303), (0.05, 4, 2.776), (0.05, 8, 2.306), (0.01, 4, 4.604),
      (0.001, 8, 5.041), (0.05, 100, 1.984),
    ])
  func quantiles(risk: Double, degrees: Double, expected: Double) {
    let found = BenchSpread.quantile(risk: risk, degrees: degrees)
    #expect(abs(found / expected - 1) < 0.002, "\(found)")
  }

  @Test("more pairs find the same growth if processes differ more or more figures share the risk")
  func pairCounts() throws {
    func spread(_ step: Double, count: Int = 40) -> ProcessSpread {
      let pairs = (0..<count).map { (number: Int) -> (before: Double, after: Double) in
        let noise = Double((7 * number) % 10) / 10
        return (20, 20 * (1 + step * (noise - 0.45)))
      }
      return ProcessSpread(pairs: pairs)
    }
    func count(_ spread: ProcessSpread, _ figureCount: Int) throws -> Int {
      try #require(spread.pairCount(finding: 0.05, figureCount: figureCount))
    }
    let even = [(before: 20.0, after: 20.2), (20.2, 20), (20, 20.2), (20.2, 20)]
    #expect(abs(ProcessSpread(pairs: even).difference - log(1.01)) < 1e-9)
    #expect(try count(spread(0.01), 1) == 10 && count(spread(0.01), 78) == 20)
    #expect(try count(spread(0.05), 78) < count(spread(0.2), 78))
    #expect(try count(spread(0.2), 1) <= count(spread(0.2), 78))
    // The deviation of few processes may be larger than it seems.
    #expect(try count(spread(0.2, count: 40), 78) <= count(spread(0.2, count: 10), 78))
    #expect(spread(9).pairCount(finding: 0.05, figureCount: 1) == nil)
    // Other programs that slow both processes of a pair down cost nothing.
    let disturbed = (0..<40).map { (number: Int) -> (before: Double, after: Double) in
      let slowness = number % 3 == 0 ? 1.5 + Double(number) / 40 : 1
      let noise = Double((7 * number) % 10) / 10
      return (20 * slowness, (19.8 + 0.4 * noise) * slowness)
    }
    #expect(try count(ProcessSpread(pairs: disturbed), 78) == 20)
  }

  @Test("tells a difference from chance by the spread of the runs")
  func spread() {
    let quiet = BenchSpread([10, 10.1, 9.9, 10, 10], [10.5, 10.6, 10.4, 10.5, 10.5], risk: 1e-4)
    #expect(abs(quiet.difference - 0.5) < 1e-9 && quiet.detectable < 0.5)
    let noisy = BenchSpread([10, 11, 9, 10, 10], [10.5, 11.5, 9.5, 10.5, 10.5], risk: 1e-4)
    #expect(noisy.detectable > 0.5)
    #expect(BenchSpread([1], [2], risk: 0.01).detectable == 0)
  }
}
