public import GalleyHandles

/// Something about fonts that is not as it was asked for, though text can be laid out.
public enum FontWarning: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file in the folder of fonts cannot be used.
  case skipped(SkippedFont)
  /// A family is not among the fonts; another one takes its place.
  case missingFamily(MissingFontFamily)

  /// One line for people.
  public var description: String {
    switch self {
    case .skipped(let font): font.description
    case .missingFamily(let family): family.description
    }
  }
}

/// A font family that a source does not have.
public struct MissingFontFamily: Hashable, Sendable, CustomStringConvertible {
  /// The family that was asked for.
  public let family: String
  /// The parts of a theme, or other askers, that name the family; may be empty.
  public let askers: [String]
  /// The family that is used in its place.
  public let replacement: String?
  /// Families of the source with a similar name, the most similar first; at most three.
  public let nearNames: [String]

  /// One line with the family, its askers, its replacement, and the near names.
  public var description: String {
    var words = "there is no font family '\(family)'"
    if !askers.isEmpty { words += " for \(askers.joined(separator: ", "))" }
    if let replacement { words += "; \(replacement) is used" }
    if !nearNames.isEmpty { words += "; near names: \(nearNames.joined(separator: ", "))" }
    return words
  }
}

extension FontLibrary {
  /// The replacement and the near names of a family that the source lacks; `nil` for one that it has.
  ///
  /// Case and blanks do not count, and of several families parted by commas the first one does. Names
  /// for a kind of fonts, as `sans-serif`, are not missing where rules say what serves them.
  ///
  /// - Parameters:
  ///   - family: The family's name.
  ///   - askers: The parts of a theme, or other askers, for the description.
  /// - Returns: The family with what takes its place and similar names.
  /// - Complexity: O(fonts).
  public func missingFamily(_ family: String, askers: [String] = []) -> MissingFontFamily? {
    let name = String(family.prefix { $0 != "," })
    guard !isGeneric(name), !hasFamily(name) else { return nil }
    return MissingFontFamily(
      family: name, askers: askers, replacement: configuration.chosenFamily(for: name),
      nearNames: FontName.near(name, among: configuration.families))
  }

  /// A warning for each family that the source does not have, of those that `askers` ask for.
  ///
  /// - Complexity: O(families × fonts).
  package func missingFamilies(_ askers: [(name: String, family: String)]) -> [FontWarning] {
    var order: [String] = []
    var names: [String: [String]] = [:]
    for asker in askers {
      if names[asker.family] == nil { order.append(asker.family) }
      names[asker.family, default: []].append(asker.name)
    }
    return order.compactMap { family in
      missingFamily(family, askers: names[family] ?? []).map { .missingFamily($0) }
    }
  }

  /// Whether the source has fonts of a family.
  package func hasFamily(_ family: String) -> Bool {
    // Most names are written as fonts have them, and writing all of them alike takes long.
    if configuration.hasFamily(namedExactly: family) { return true }
    let name = FontName.plain(family)
    return configuration.families.contains { FontName.plain($0) == name }
  }

  /// Whether a name stands for a kind of fonts, and rules say what serves it.
  private func isGeneric(_ family: String) -> Bool {
    let own: Set = ["sans", "sans-serif", "system-ui", "emoji"]
    let host: Set = ["serif", "monospace", "mono", "cursive", "fantasy", "math"]
    let name = FontName.plain(family)
    // The fallback order begins with a family without serifs, and has one of emoji.
    return own.contains(name) || source == .system && host.contains(name)
  }
}

/// Names of families, compared as fontconfig compares them.
enum FontName {
  /// A name without blanks, in lower case.
  static func plain(_ name: String) -> String { name.filter { $0 != " " }.lowercased() }

  /// The names most like `name`: those with few letters that differ, and those that contain it.
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

  /// How many letters have to be put in, taken out, replaced, or exchanged with the next one.
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
