import Yams

/// A text with bindings.
///
/// `{field}` or `{author.name}` stands for a field, `{likes|count}` for a short count, and `{{` for a brace.
struct TemplateText {
  enum Part {
    case words(String)
    case field(path: [String], isCount: Bool)
  }

  private(set) var parts: [Part] = []

  init(_ node: Node) throws {
    guard let text = node.string else { throw Misplaced(node, "a text is expected") }
    var words = ""
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      words += rest[..<brace]
      let next = rest.index(after: brace)
      if next < rest.endIndex, rest[next] == rest[brace] {
        words.append(rest[brace])
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[next...].firstIndex(of: "}") else {
        throw Misplaced(node, "a brace without its partner; '{{' and '}}' are single braces")
      }
      if !words.isEmpty { parts.append(.words(words)) }
      words = ""
      parts.append(try Self.field(rest[next..<end], node))
      rest = rest[rest.index(after: end)...]
    }
    words += rest
    if !words.isEmpty { parts.append(.words(words)) }
  }

  private static func field(_ text: Substring, _ node: Node) throws -> Part {
    let pieces = text.split(separator: "|", omittingEmptySubsequences: false)
    guard pieces.count <= 2, pieces.count == 1 || pieces[1] == "count" else {
      throw Misplaced(
        node, "there is no format '\(pieces.dropFirst().joined(separator: "|"))'; there is count")
    }
    return .field(path: try path(pieces[0], node), isCount: pieces.count == 2)
  }

  /// Reads a path of names between full stops.
  static func path(_ text: Substring, _ node: Node) throws -> [String] {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !names.isEmpty, names.count <= 16, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") })
    else {
      throw Misplaced(node, "'\(text)' does not name a field, as title or author.name do")
    }
    return names
  }

  /// The text for `data`; `nil` if it has bindings, and all of their fields are missing or empty.
  func text(_ data: TemplateScope) -> String? {
    var result = ""
    var (bindings, present) = (0, 0)
    for part in parts {
      switch part {
      case .words(let words): result += words
      case .field(let path, let isCount):
        bindings += 1
        guard let value = data[path], value.isPresent else { continue }
        present += 1
        result += isCount ? value.shortCount : value.words
      }
    }
    return bindings > 0 && present == 0 ? nil : result
  }
}

/// The fields that a text of a template can name: those of the item, and the variables of repeats.
struct TemplateScope {
  var item: TemplateValue
  var variables: [String: TemplateValue] = [:]

  subscript(path: [String]) -> TemplateValue? {
    if let first = path.first, let variable = variables[first] { return variable[path.dropFirst()] }
    return item[path[...]]
  }
}
