/// Places that are taken out of an order, and the ranks of all others.
///
/// Both ways take O(log n) for n places taken out, however long the order is.
struct Gaps: Hashable, Sendable {
  /// The places, ascending, each once.
  let places: [Int]

  init(_ places: [Int] = []) { self.places = places.sorted() }

  var count: Int { places.count }

  func contains(_ place: Int) -> Bool {
    let index = firstIndex { places[$0] >= place }
    return index < places.count && places[index] == place
  }

  /// The first place taken out that is not before `place`.
  func next(from place: Int) -> Int? {
    let index = firstIndex { places[$0] >= place }
    return index < places.count ? places[index] : nil
  }

  /// How many places before `place` are not taken out.
  func rank(of place: Int) -> Int { place - firstIndex { places[$0] >= place } }

  /// The place before which `rank` others are not taken out, and which is not itself.
  func place(ofRank rank: Int) -> Int { rank + firstIndex { places[$0] - $0 > rank } }

  /// The first index for which `isBeyond` holds, which holds for all that follow it.
  private func firstIndex(_ isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Runs of neighbouring places, ascending.
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
