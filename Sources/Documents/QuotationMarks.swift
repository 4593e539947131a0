/// The quotation marks of a language, of a quotation and of one within it.
///
/// - SeeAlso: CLDR 42, `delimiters`; CSS Content 3, `quotes: auto`.
package struct QuotationMarks: Equatable, Sendable {
  /// The opening and the closing mark of the outer quotation, and those of the inner one.
  private let marks: [String]

  /// The marks of a language as a BCP 47 tag; of English for others and for none.
  package init(language: String?) {
    let parts = language?.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }) ?? []
    let name = parts.first.map(String.init) ?? ""
    let isTraditional = name == "zh" && !Set(parts).isDisjoint(with: ["hant", "tw", "hk", "mo"])
    let isEuropean = name == "pt" && parts.contains("pt") && parts.count > 1
    marks = (Self.known[isTraditional ? "yue" : isEuropean ? "es" : name] ?? Self.english)
      .map(String.init)
  }

  /// The mark before a quotation within `depth` others.
  package func opening(_ depth: Int) -> String { marks[depth % 2 * 2] }

  /// The mark behind a quotation within `depth` others.
  package func closing(_ depth: Int) -> String { marks[depth % 2 * 2 + 1] }

  private static let english: [Character] = ["“", "”", "‘", "’"]

  private static let known: [String: [Character]] = {
    let groups: [(String, [Character])] = [
      ("am fa", ["«", "»", "‹", "›"]), ("ar ur", ["”", "“", "’", "‘"]),
      ("be ky ru uk", ["«", "»", "„", "“"]), ("bg lt", ["„", "“", "„", "“"]),
      ("bs", ["„", "”", "‘", "’"]), ("ca el es eu it kk sq", ["«", "»", "“", "”"]),
      ("cs de et hr is mk sk sl", ["„", "“", "‚", "‘"]), ("fi he sv", ["”", "”", "’", "’"]),
      ("fr hy", ["«", "»", "«", "»"]), ("hu", ["„", "”", "»", "«"]),
      ("ja yue", ["「", "」", "『", "』"]), ("ka", ["„", "“", "«", "»"]),
      ("nb nn no", ["«", "»", "‘", "’"]), ("nl", ["‘", "’", "‘", "’"]),
      ("pl ro", ["„", "”", "«", "»"]), ("sr", ["„", "“", "‘", "‘"]),
    ]
    return Dictionary(
      uniqueKeysWithValues: groups.flatMap { names, marks in
        names.split(separator: " ").map { (String($0), marks) }
      })
  }()
}
