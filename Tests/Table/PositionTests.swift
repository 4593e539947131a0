import Testing

@testable import GalleyTable

@Suite("Removed positions", .timeLimit(.minutes(15)))
struct RemovedPositionsTests {
  @Test("answer as lists of removed and remaining positions do, for each set of up to seven")
  func all() {
    for bits in 0..<(1 << 7) {
      let removed = (0..<7).filter { (bits >> $0) % 2 == 1 }
      let remaining = (0..<20).filter { !removed.contains($0) }
      let gaps = Gaps(Array(removed.reversed()))
      #expect(gaps.places == removed && gaps.count == removed.count)
      let places = Array(-1..<9)
      let isRemoved = places.map { removed.contains($0) }
      #expect(places.map { gaps.contains($0) } == isRemoved, "\(removed)")
      let next = places.map { place in removed.first { $0 >= place } }
      #expect(places.map { gaps.next(from: $0) } == next, "\(removed)")
      // No position is before the first one.
      let positions = Array(0..<9)
      let ranks = positions.map { place in remaining.filter { $0 < place }.count }
      #expect(positions.map { gaps.rank(of: $0) } == ranks, "\(removed)")
      let ranked = positions.map { remaining[$0] }
      #expect(positions.map { gaps.place(ofRank: $0) } == ranked, "\(removed)")
    }
  }

  @Test("form runs that no remaining position divides and that do not touch each other")
  func runs() {
    #expect(Gaps().runs == [])
    #expect(Gaps(4..<7).runs == [4..<7])
    #expect(Gaps([5, 2, 3]).runs == [2..<4, 5..<6])
    #expect(Gaps([0, 2, 4]).runs == [0..<1, 2..<3, 4..<5])
    for bits in 0..<(1 << 7) {
      let removed = (0..<7).filter { (bits >> $0) % 2 == 1 }
      let runs = Gaps(removed).runs
      #expect(runs.flatMap { Array($0) } == removed)
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }
  }
}

@Suite("The longest ascent of numbers", .timeLimit(.minutes(15)))
struct LongestAscentTests {
  /// The length of a longest ascent, by definition.
  private func longest(_ numbers: [Int]) -> Int {
    // The length of the longest ascent that ends at each number.
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      let before = (0..<place).filter { numbers[$0] < number }.map { lengths[$0] }
      lengths.append(1 + (before.max() ?? 0))
    }
    return lengths.max() ?? 0
  }

  @Test("is strict and has the greatest length, for all short sequences with repeats and gaps")
  func all() {
    var wrong: [[Int?]] = []
    for length in 0...5 {
      // Two bits for each number; the last of the four values is a gap.
      for bits in 0..<(1 << (2 * length)) {
        let numbers = (0..<length).map { place -> Int? in
          let number = (bits >> (2 * place)) % 4
          return number == 3 ? nil : number
        }
        let marks = longestIncreasingSubsequence(numbers)
        let marked = zip(numbers, marks).filter { $0.1 }.map { $0.0 }
        let chosen = marked.compactMap { $0 }
        let isAscending = zip(chosen, chosen.dropFirst()).allSatisfy { $0 < $1 }
        let isLongest = chosen.count == longest(numbers.compactMap { $0 })
        if marks.count != length || chosen.count != marked.count || !isAscending || !isLongest {
          wrong.append(numbers)
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test("has one of several equal numbers")
  func repeats() {
    #expect(longestIncreasingSubsequence([4, 4]).filter { $0 }.count == 1)
    #expect(longestIncreasingSubsequence([1, 5, 1, 2]).filter { $0 }.count == 2)
    #expect(longestIncreasingSubsequence([nil, nil]) == [false, false])
    #expect(longestIncreasingSubsequence([]) == [])
  }
}
