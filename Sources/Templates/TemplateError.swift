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
    }
  }
}

/// The reason of a failure at a node, without the path of the file.
struct Misplaced: Error {
  var line: Int
  var column: Int
  var reason: String

  init(_ node: Node, _ reason: String) {
    line = node.mark?.line ?? 1
    column = node.mark?.column ?? 1
    self.reason = reason
  }
}
