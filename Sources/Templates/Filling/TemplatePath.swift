import GalleyPrimitives
import Yams

/// The names that lead to a field.
struct TemplatePath: Hashable, Sendable {
  let names: [String]

  /// Reads names between full stops, at most 16.
  ///
  /// - Throws: ``Misplaced`` at `node`.
  init(_ text: Substring, _ node: Node) throws {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.isEmpty, names.count <= 16, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
    else {
      throw Misplaced(
        node,
        "'\(String(text).shown(limit: 40))' does not name a field, as title or author.name do")
    }
    self.names = names
  }

  /// The path as a template writes it.
  var text: String { names.joined(separator: ".") }

  /// Whether the field is the language of the texts.
  var isLanguage: Bool { names.last == "language" || names.last == "lang" }
}
