import GalleyHandles

extension FontLibrary {
  /// The replacement and the near names of a family that the source lacks; `nil` for one that it has.
  ///
  /// Case and blanks do not count; of several families separated by commas, only the first counts. Generic
  /// names such as `sans-serif` are not missing if rules replace them.
  ///
  /// - Parameters:
  ///   - family: The family's name.
  ///   - askers: The parts of a theme, or other askers, for the description.
  /// - Returns: The family with its replacement and similar names.
  /// - Complexity: O(fonts).
  public func missingFamily(_ family: String, askers: [String] = []) -> MissingFontFamily? {
    let name = String(family.prefix { $0 != "," })
    guard !isGeneric(name), !hasFamily(name) else { return nil }
    return MissingFontFamily(
      family: name, askers: askers, replacement: configuration.chosenFamily(for: name),
      nearNames: FontName.near(name, among: configuration.families))
  }

  /// A warning for each family of `askers` that the source does not have.
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
    // Most names are spelled as in the fonts; normalizing all names takes longer.
    if configuration.hasFamily(namedExactly: family) { return true }
    let name = FontName.plain(family)
    return configuration.families.contains { FontName.plain($0) == name }
  }

  /// Whether a name is generic, and rules replace it by a family.
  private func isGeneric(_ family: String) -> Bool {
    let own: Set = ["sans", "sans-serif", "system-ui", "emoji"]
    let host: Set = ["serif", "monospace", "mono", "cursive", "fantasy", "math"]
    let name = FontName.plain(family)
    // The fallback order begins with a sans-serif family, and has one of emoji.
    return own.contains(name) || source == .system && host.contains(name)
  }
}
