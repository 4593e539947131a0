import GalleyPrimitives
import Yams

/// The names that lead to a field.
struct TemplatePath: Hashable, Sendable {
  let names: [String]
  /// The place of the value among the known ones.
  let root: Root

  /// The place where the value of a path is looked up.
  enum Root: Hashable, Sendable {
    /// A field that items have, as a whole; repeats may hide it.
    case field(Int)
    /// A value of the theme.
    case theme
    /// Any other value.
    case other
  }

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
    if names[0] == TemplateFiller.themeName {
      root = .theme
    } else if names.count == 1, let field = TemplateItem.names.firstIndex(of: names[0]) {
      root = .field(field)
    } else {
      root = .other
    }
  }

  /// The path of a field that items have.
  init(field name: String) {
    names = [name]
    root = TemplateItem.names.firstIndex(of: name).map { .field($0) } ?? .other
  }

  /// The path as a template writes it.
  var text: String { names.joined(separator: ".") }

  /// Whether the field is the language of the texts.
  var isLanguage: Bool { names.last == "language" || names.last == "lang" }
}
