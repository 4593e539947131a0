/// A font family that a source does not have.
public struct MissingFontFamily: Hashable, Sendable, CustomStringConvertible {
  /// The requested family.
  public let family: String
  /// The parts of a theme, or other askers, that name the family; may be empty.
  public let askers: [String]
  /// The family that replaces it.
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
