package import Foundation

/// Finds locales for the language tags of feeds.
///
/// Foundation keeps each locale that it is asked for, so that only those of ICU are asked for: a feed cannot make
/// memory grow by names of languages.
package enum KnownLocales {
  private static let identifiers = Set(Locale.availableIdentifiers)

  /// The locale of a language tag of BCP 47: the tag itself, its language with its script or its region, its
  /// language, or else English.
  ///
  /// - Complexity: O(tag).
  package static func locale(for tag: String?) -> Locale {
    Locale(identifier: identifier(for: tag))
  }

  private static func identifier(for tag: String?) -> String {
    guard let tag, !tag.isEmpty, tag.utf8.count <= 64 else { return "en" }
    var pieces: [String] = []
    for (index, piece) in tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).enumerated() {
      // A single letter begins an extension.
      guard index < 3, piece.count > 1 else { break }
      let isScript = index > 0 && piece.count == 4
      pieces.append(
        index == 0
          ? piece.lowercased() : isScript ? piece.capitalized : piece.uppercased())
    }
    while !pieces.isEmpty {
      let identifier = pieces.joined(separator: "_")
      if identifiers.contains(identifier) { return identifier }
      pieces.removeLast()
    }
    return "en"
  }
}
