import GalleyElements
import GalleyPrimitives
import Yams

/// The reason why a template cannot be used.
public enum TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file does not exist or cannot be read.
  case unreadable(path: String, reason: String)
  /// A place of the file is not as templates are; lines and columns begin with 1.
  case malformed(path: String, line: Int, column: Int, reason: String)
  /// The data of an item cannot be read as JSON.
  case unusableData(path: String, reason: String)
  /// The elements for one item are more than a cell can have.
  case tooManyElements(path: String, limit: Int)
  /// The texts for one item have more bytes than a cell can have.
  case tooMuchText(path: String, limit: Int)

  /// The cell of an item has no text and no image, since none of the fields that the template names is there.
  case nothingToShow(path: String, fields: [String])

  /// One line with the place and the reason.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unusableData(let path, let reason): "\(path) has no data for a template: \(reason)"
    case .malformed(let path, let line, let column, let reason):
      "\(path):\(line):\(column): \(reason)"
    case .tooManyElements(let path, let limit):
      "template \(path): the item needs more than the limit of \(limit) elements"
    case .tooMuchText(let path, let limit):
      "template \(path): the item's texts have more than the limit of \(limit) bytes"
    case .nothingToShow(let path, let fields):
      "template \(path): the cell shows nothing, since the item has none of the fields \(Self.list(fields))"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(12).map { $0.shown(limit: 40) }.joined(separator: ", ")
      + (names.count > 12 ? ", …" : "")
  }
}

extension TemplateError {
  /// The failure of the parser of YAML, in words of templates where the cause is known.
  init(_ error: YamlError, in yaml: String, path: String) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      if let color = CommentedColor(in: yaml, before: mark.line) {
        self = .malformed(
          path: path, line: color.line, column: color.column,
          reason: "# begins a comment, so quote the colour: \"\(color.text)\"")
      } else if problem.contains("nesting level") {
        self = .malformed(
          path: path, line: mark.line, column: mark.column,
          reason: "elements are nested more than \(ElementTree.depthLimit) deep")
      } else {
        self = .malformed(path: path, line: mark.line, column: mark.column, reason: problem)
      }
    case .reader(let problem, let offset, _, _):
      let lines = yaml.prefix(offset ?? 0)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      self = .malformed(
        path: path, line: lines.count, column: 1 + (lines.last?.count ?? 0), reason: problem)
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.sorted().map { "'\($0.shown(limit: 40))'" }.joined(separator: ", ")
      self = .malformed(
        path: path, line: context.mark.line, column: context.mark.column,
        reason: "a key is there twice: \(names)")
    default:
      let words = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      self = .malformed(path: path, line: 1, column: 1, reason: words)
    }
  }
}

/// A colour without quotes in a flow mapping or list, whose number sign hides the rest of the line.
private struct CommentedColor {
  var text = ""
  var line = 0
  var column = 0

  /// Finds the last such colour up to a line of `yaml`; `nil` if there is none.
  ///
  /// - Complexity: O(text).
  init?(in yaml: String, before last: Int) {
    // A carriage return and a line feed are one character, which is a newline too.
    let lines = yaml.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      guard number < last else { break }
      var quote: Character?
      var before: Character = " "
      for (column, letter) in line.enumerated() {
        defer { before = letter }
        if let open = quote {
          if letter == open { quote = nil }
        } else if letter == "\"" || letter == "'" {
          quote = letter
        } else if letter == "#", before == " " || before == "\t" {
          let digits = line.dropFirst(column + 1).prefix { $0.isHexDigit }
          if [3, 6, 8].contains(digits.count), line.prefix(column).contains(where: "{[".contains) {
            (text, self.line, self.column) = ("#" + digits, number + 1, column + 1)
          }
          break
        }
      }
    }
    if line == 0 { return nil }
  }
}

/// The reason of a failure at a node, without the path of the file.
struct Misplaced: Error {
  var line: Int
  var column: Int
  var reason: String
  /// The file, if it is another than the template's own.
  var path: String?

  init(_ node: Node, _ reason: String) {
    line = node.mark?.line ?? 1
    column = node.mark?.column ?? 1
    self.reason = reason
  }
}
