import Foundation
import GalleyPrimitives
import Yams

/// A text with bindings.
///
/// `{field}` or `{author.name}` stands for a field, `{likes|count}` for a field in a format, and `{{` for a brace.
struct TemplateText: Sendable {
  enum Part: Sendable {
    case words(String)
    case field(TemplatePath, TemplateFormat?)
  }

  private(set) var parts: [Part] = []
  /// The field that is the whole text, without a format; `nil` if there is more.
  private var onlyField: TemplatePath?

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
    if parts.count == 1, case .field(let path, nil) = parts[0] { onlyField = path }
  }

  private static func field(_ text: Substring, _ node: Node) throws -> Part {
    guard let bar = text.firstIndex(of: "|") else {
      return .field(try TemplatePath(text, node), nil)
    }
    let format = try TemplateFormat(text[text.index(after: bar)...], node)
    return .field(try TemplatePath(text[..<bar], node), format)
  }

  /// The fields that the text names.
  var paths: [TemplatePath] {
    parts.compactMap { if case .field(let path, _) = $0 { path } else { nil } }
  }

  /// Whether the text names fields.
  var hasFields: Bool {
    parts.contains { if case .field = $0 { true } else { false } }
  }

  /// The text for `data`; `nil` if it has bindings, and all of their fields are missing or empty.
  func text(_ data: TemplateScope) -> String? {
    if let onlyField {
      guard let value = data[onlyField], value.isPresent else { return nil }
      return value.words
    }
    var result = ""
    var (bindings, present) = (0, 0)
    for part in parts {
      switch part {
      case .words(let words): result += words
      case .field(let path, let format):
        bindings += 1
        guard let value = data[path], value.isPresent else { continue }
        present += 1
        result += format?.words(value, data) ?? value.words
      }
    }
    return bindings > 0 && present == 0 ? nil : result
  }
}

/// The fields that a text of a template can name: those of the item, of the theme, and of repeats.
struct TemplateScope {
  let item: TemplateItem
  /// The values of the theme.
  let theme: TemplateValue
  /// The values of repeats by name, which come before the item's fields.
  var variables: [String: TemplateValue] = [:]
  /// The moment from which relative times count; `nil` to show them as dates.
  var now: Date?
  /// The locale of dates and numbers; empty for the language of the item.
  var locale = ""

  subscript(path: TemplatePath) -> TemplateValue? {
    if path.root == .theme { return theme[path.names.dropFirst()] }
    if !variables.isEmpty, let variable = variables[path.names[0]] {
      return variable[path.names.dropFirst()]
    }
    return item[path]
  }
}
