public import GalleyCells
public import GalleyElements
import GalleyFiles
import GalleyThemeFiles
import Yams

/// A cell as a YAML file: elements with bindings, conditions and repeats, in the colours and fonts of a theme.
///
/// ```yaml
/// name: note
/// body:
///   row:
///     - image: "{avatar}"
///       width: 36
///       height: 36
///       radius: 18
///     - column:
///         - text: "{author}"
///           style: author
///         - text: "{body}"
///       grow: 1
///   gap: 9
///   padding: 12
/// ```
public struct Template: Sendable {
  /// The name, for reports.
  public let name: String
  /// The width of the cell, in layout units; `nil` for that of the command or the table.
  public let width: Double?
  /// The text of the file.
  public let yaml: String
  /// The file's path, or the name of a built-in template.
  private let path: String
  private let body: TemplateElement

  /// Reads a template file.
  ///
  /// - Throws: ``TemplateError``.
  public init(file path: String, theme: Theme) throws(TemplateError) {
    let bytes: [UInt8]
    do {
      bytes = try Theme.fileBytes(path)
    } catch {
      guard case .unreadable(_, let code) = error else {
        throw .unreadable(path: path, reason: "\(error)")
      }
      throw .unreadable(path: path, reason: systemMessage(code))
    }
    try self.init(yaml: String(decoding: bytes, as: UTF8.self), path: path, theme: theme)
  }

  /// Reads a template; errors name it by `path`.
  ///
  /// The text has at most 65,536 bytes and 16 aliases, and elements are nested at most 128 deep.
  ///
  /// - Throws: ``TemplateError/malformed(path:line:column:reason:)``.
  public init(yaml: String, path: String = "template", theme: Theme) throws(TemplateError) {
    do {
      guard let root = try ThemeNodes.tree(of: yaml) else {
        throw Theme.Malformed("it is empty")
      }
      var fields = try TemplateFields(root)
      name = try fields.words("name") ?? path
      _ = try fields.words("about")
      width = try fields.number("width", 1...8192)
      guard let body = fields.take("body") else { throw fields.fail("there is no 'body'") }
      self.body = try TemplateReader(theme: theme).element(body)
      try fields.finish()
      self.path = path
      self.yaml = yaml
    } catch let error as Misplaced {
      throw .malformed(path: path, line: error.line, column: error.column, reason: error.reason)
    } catch let error as YamlError {
      throw Self.malformed(path, error)
    } catch let error as Theme.Malformed {
      throw .malformed(path: path, line: 1, column: 1, reason: error.reason)
    } catch {
      throw .malformed(path: path, line: 1, column: 1, reason: "\(error)")
    }
  }

  private static func malformed(_ path: String, _ error: YamlError) -> TemplateError {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return .malformed(path: path, line: mark.line, column: mark.column, reason: problem)
    default:
      let words = "\(error)".split(separator: "\n").joined(separator: " ")
      return .malformed(path: path, line: 1, column: 1, reason: words)
    }
  }

  /// Returns the cell for an item.
  ///
  /// - Throws: ``TemplateError/tooManyElements(path:limit:)``, ``TemplateError/tooMuchText(path:limit:)``.
  /// - Complexity: O(elements + text).
  public func cell(_ item: TemplateValue) throws(TemplateError) -> ElementTree {
    var filler = TemplateFiller(path: path)
    let trees = try filler.fill(body, TemplateScope(item: item))
    return trees.count == 1 ? trees[0] : ElementTree(children: trees)
  }
}
