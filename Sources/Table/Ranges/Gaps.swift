/// Positions removed from an order, and the ranks of the remaining ones.
///
/// Both conversions take O(log n) for n removed positions, independent of the order's length.
struct Gaps: Hashable, Sendable {
  /// The removed positions, ascending and unique.
  let places: [Int]

  init(_ places: [Int] = []) { self.places = places.sorted() }

  init(_ run: Range<Int>) { places = Array(run) }

  var count: Int { places.count }

  func contains(_ place: Int) -> Bool {
    let index = firstIndex { places[$0] >= place }
    return index < places.count && places[index] == place
  }

  /// Returns the first removed position at or after `place`.
  func next(from place: Int) -> Int? {
    let index = firstIndex { places[$0] >= place }
    return index < places.count ? places[index] : nil
  }

  /// Returns the number of remaining positions before `place`.
  func rank(of place: Int) -> Int { place - firstIndex { places[$0] >= place } }

  /// Returns the remaining position with `rank` remaining positions before it.
  func place(ofRank rank: Int) -> Int { rank + firstIndex { places[$0] - $0 > rank } }

  /// Returns the first index for which `isBeyond` holds; it must hold for all later indices too.
  private func firstIndex(_ isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Runs of consecutive removed positions, ascending.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in places {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    return runs
  }
}
