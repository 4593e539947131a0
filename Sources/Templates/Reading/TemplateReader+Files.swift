import GalleyCells
import GalleyConstraints
import GalleyThemeFiles
import Yams

extension TemplateReader {
  /// The content of a template's file.
  struct File {
    var name: String?
    var width: Double?
    var body: TemplateElement
  }

  /// Reads a template's file.
  ///
  /// - Throws: ``Misplaced`` with the file's path, or ``TemplateError`` for a text that is no YAML.
  func file(_ yaml: String, path: String) throws -> File {
    do {
      return try sources.within(path) {
        guard let root = try ThemeNodes.tree(of: yaml) else {
          throw Theme.Malformed("it is empty")
        }
        var fields = try TemplateFields(root)
        let name = try fields.take("name", .words, self)
        _ = try fields.take("about", .words, self)
        let width = try fields.take("width", .number(1...8192), self)
        guard let body = fields.take("body") else {
          // A misspelt key says more than its absence.
          try fields.finish()
          throw fields.fail("there is no 'body'")
        }
        let file = File(name: name, width: width, body: try element(body))
        try fields.finish()
        return file
      }
    } catch var error as Misplaced {
      if error.path == nil { error.path = path }
      throw error
    } catch let error as YamlError {
      throw TemplateError(error, in: yaml, path: path)
    } catch let error as Theme.Malformed {
      throw TemplateError.malformed(path: path, line: 1, column: 1, reason: error.reason)
    }
  }

  /// Reads the template that an element includes.
  func included(_ node: Node) throws -> TemplateElement {
    let (path, text) = try sources.template(node)
    return try deeper().file(text, path: path).body
  }

  /// Checks that constraints name elements of their container and have sound numbers.
  func checkConstraints(of element: inout TemplateElement, _ node: Node) throws {
    var constraints: [LayoutConstraint] = []
    if case .constraints(let own) = element.content { constraints = own }
    element.content = .constraints(constraints)
    var traits: [ConstraintTraits] = []
    for child in element.children {
      let known = traits.contains { $0.identifier == child.traits?.identifier }
      // Elements of which one at most appears can share an identifier.
      if child.traits?.identifier == nil || !known {
        traits.append(child.traits ?? ConstraintTraits())
      }
    }
    do throws(ConstraintError) {
      _ = try ConstraintSystem(constraints, traits: traits)
    } catch { throw Misplaced(node, "\(error)") }
  }
}
