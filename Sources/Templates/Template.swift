public import Foundation
public import GalleyCells
public import GalleyElements
import GalleyFiles
import GalleyThemeFiles

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
  /// The texts of the included templates, in the order of their use.
  package let includes: [String]
  /// The font families that the template names, each with its place in the file.
  package let families: [(name: String, family: String)]
  /// The fields of an item that the template names, without those of repeated values.
  public let fields: [String]
  /// Whether the template names members of the feed's elements that items do not have.
  package let needsMembers: Bool
  private var body: TemplatePlan
  private let themeValues: TemplateValue
  private let surroundings: TemplateSurroundings

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
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try self.init(
      yaml: String(decoding: bytes, as: UTF8.self), path: path, folder: folder, theme: theme)
  }

  /// Reads a template; errors name it by `path`.
  ///
  /// The text has at most 65,536 bytes and 16 aliases, and elements are nested at most 128 deep. It includes files of
  /// `folder`, and without one built-in templates only; 64 at most, of 262,144 bytes in all.
  ///
  /// - Throws: ``TemplateError/malformed(path:line:column:reason:)``, with the place in the included file.
  public init(
    yaml: String, path: String = "template", folder: String? = nil, theme: Theme
  ) throws(TemplateError) {
    let reader = TemplateReader(theme: theme, sources: TemplateSources(folder: folder))
    let body: TemplateElement
    do {
      let file = try reader.file(yaml, path: path)
      (name, width, body) = (file.name ?? path, file.width, file.body)
    } catch let error as Misplaced {
      throw .malformed(
        path: error.path ?? path, line: error.line, column: error.column, reason: error.reason)
    } catch let error as TemplateError {
      throw error
    } catch {
      throw .malformed(path: path, line: 1, column: 1, reason: "\(error)")
    }
    self.yaml = yaml
    includes = reader.sources.texts
    surroundings = TemplateSurroundings(path: path, theme: theme, palette: reader.palette)
    (fields, families) = Self.names(in: body)
    var decided = body
    themeValues = TemplateFiller.themeValues(theme, reader.palette)
    let scope = TemplateScope(item: TemplateItem([], members: nil), theme: themeValues)
    decided.decide(scope)
    self.body = TemplatePlan(decided, theme)
    var needsMembers = false
    decided.visit { element in
      let paths = element.paths + element.lookPaths
      if paths.contains(where: { $0.root == .other }) { needsMembers = true }
    }
    self.needsMembers = needsMembers
  }

  /// Returns the fields and the font families that a template names.
  private static func names(
    in body: TemplateElement
  ) -> (fields: [String], families: [(name: String, family: String)]) {
    var variables = Set(TemplateFiller.ownNames)
    var fields: [String] = []
    var families: [(name: String, family: String)] = []
    body.visit { element in
      if let name = element.repetition.name { variables.insert(name) }
    }
    body.visit { element in
      for path in element.paths where !variables.contains(path.names[0]) {
        if !fields.contains(path.text) { fields.append(path.text) }
      }
      if let family = element.text.family, !families.contains(where: { $0.family == family }) {
        families.append((name: "\(element.path):\(element.line)", family: family))
      }
    }
    return (fields, families)
  }

  /// Returns the cell for an item.
  ///
  /// - Parameters:
  ///   - item: The fields.
  ///   - now: The moment from which relative times count; `nil` to show them as dates.
  /// - Returns: The elements.
  /// - Throws: ``TemplateError/tooManyElements(path:limit:)``, ``TemplateError/tooMuchText(path:limit:)``.
  /// - Complexity: O(elements + text).
  public func cell(_ item: TemplateValue, now: Date? = nil) throws(TemplateError) -> ElementTree {
    try cell(TemplateItem(item), now: now)
  }

  /// Returns the cell for the data of an item.
  package func cell(_ item: TemplateItem, now: Date?) throws(TemplateError) -> ElementTree {
    var filler = TemplateFiller(surroundings)
    let scope = TemplateScope(
      item: item, theme: themeValues, now: now, locale: surroundings.theme.timeFormat.locale)
    let trees = try filler.fill(body, scope)
    return trees.count == 1 ? trees[0] : ElementTree(children: trees)
  }

  /// Returns the template with the styles that `prepare` makes of those of its elements.
  package func preparingStyles(_ prepare: (ElementStyle) -> ElementStyle) -> Template {
    var template = self
    template.body = TemplatePlan(body, prepare: prepare)
    return template
  }

  /// The error of a cell without any text and any image, though the template names fields; `nil` for a cell that
  /// shows something.
  ///
  /// - Complexity: O(elements).
  public func nothingShown(in cell: ElementTree) -> TemplateError? {
    guard !fields.isEmpty, !cell.hasContent else { return nil }
    return .nothingToShow(path: surroundings.path, fields: fields)
  }
}

extension ElementTree {
  /// Whether there is a text or an image in the tree.
  fileprivate var hasContent: Bool { content != .none || children.contains(where: \.hasContent) }
}
