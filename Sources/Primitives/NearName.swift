extension String {
  /// The nearest of `names` to this one, if they differ in at most a third of the characters; `nil` if none is near.
  ///
  /// - Complexity: O(names × length²); names of more than 64 characters are no typing errors, and have no near name.
  package func nearest(of names: some Sequence<String>) -> String? {
    let limit = max(1, count / 3)
    guard count <= 64 else { return nil }
    let letters = Array(self)
    return names.map { (name: $0, slips: slips(letters, Array($0))) }
      .filter { $0.slips <= limit }.min { ($0.slips, $0.name) < ($1.slips, $1.name) }?.name
  }
}

/// The number of characters to insert, delete, replace or exchange with the next one that turn
/// `first` into `second`.
///
/// - Complexity: O(first × second).
private func slips(_ first: [Character], _ second: [Character]) -> Int {
  var before: [Int] = []
  var above = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      var best = min(row[j] + 1, above[j + 1] + 1, above[j] + (first[i] == second[j] ? 0 : 1))
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        best = min(best, before[j - 1] + 1)
      }
      row.append(best)
    }
    (before, above) = (above, row)
  }
  return above[second.count]
}
