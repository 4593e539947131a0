/// Names of families, compared as fontconfig compares them.
enum FontName {
  /// A name without blanks, in lower case.
  static func plain(_ name: String) -> String { name.filter { $0 != " " }.lowercased() }

  /// The names most similar to `name`: those with few different letters, and those that contain it.
  static func near(_ name: String, among names: Set<String>, limit: Int = 3) -> [String] {
    let wanted = Array(plain(name).unicodeScalars.prefix(64))
    guard !wanted.isEmpty else { return [] }
    let tolerance = max(1, wanted.count / 3)
    var found: [(distance: Int, name: String)] = []
    for other in names {
      let letters = Array(plain(other).unicodeScalars.prefix(64))
      let distance = distance(wanted, letters)
      if distance <= tolerance {
        found.append((distance, other))
      } else if wanted.count >= 3, contains(letters, wanted) {
        found.append((tolerance + letters.count - wanted.count, other))
      }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(limit).map(\.name)
  }

  private static func contains(_ letters: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard letters.count >= part.count else { return false }
    return (0...letters.count - part.count).contains {
      letters[$0..<$0 + part.count].elementsEqual(part)
    }
  }

  /// The number of letters to insert, remove, replace, or exchange with the next one.
  ///
  /// - Complexity: O(letters²).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var row = Array(0...other.count)
    for i in one.indices {
      var next = [i + 1]
      next.reserveCapacity(row.count)
      for j in other.indices {
        var least = min(row[j + 1], next[j]) + 1
        least = min(least, row[j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
