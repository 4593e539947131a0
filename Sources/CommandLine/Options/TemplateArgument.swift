import Foundation
package import Galley
import GalleyPrimitives
import GalleyTemplates

/// A name that is neither that of a built-in template nor that of a file.
struct UnknownTemplate: ExitingError, CustomStringConvertible {
  let name: String

  var status: ExitStatus { .noInput }

  var description: String {
    let names = BuiltInTemplate.all.map(\.name)
    let near = name.nearest(of: names).map { "; did you mean '\($0)'?" } ?? "."
    return "there is no template or file '\(name.shown(limit: 40))'\(near)"
      + " Built in are \(names.joined(separator: ", "))"
  }
}

extension Template {
  /// Reads the template of an argument: a built-in one by its name, or else a file.
  package init(argument: String, theme: Theme) throws {
    if let template = try Template(named: argument, theme: theme) {
      self = template
      return
    }
    let isName = !argument.contains(where: "./".contains)
    if isName, !FileManager.default.fileExists(atPath: argument) {
      throw UnknownTemplate(name: argument)
    }
    self = try Template(file: argument, theme: theme)
  }

  /// The file of an argument; `nil` for a built-in template.
  package static func file(ofArgument argument: String) -> String? {
    BuiltInTemplate.all.contains { $0.name == argument } ? nil : argument
  }
}
