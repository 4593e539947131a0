public import GalleyBoxes
public import GalleyLayout

/// The reason why a tree of elements cannot be laid out.
public enum ElementError: Error, Hashable, Sendable {
  /// A number is not finite or out of bounds: the way to its element, its name, and its value.
  case invalidNumber(ElementPath, String, Double)
  /// The tree has more levels than ``ElementTree/depthLimit``.
  case tooDeep(limit: Int)
  /// The tree has more elements than ``ElementTree/countLimit``.
  case tooManyElements(limit: Int)
  /// The boxes cannot be laid out.
  case boxes(BoxError)
  /// A text has children.
  case childrenOfContent(ElementPath)
  /// A text cannot be laid out.
  case text(ElementPath, LayoutError)
}

/// The way from the root of a tree to an element.
public struct ElementPath: Hashable, Sendable, CustomStringConvertible {
  /// The index of each child on the way.
  public var indices: [Int]

  /// Makes a way of indices; the root has none.
  public init(_ indices: [Int] = []) { self.indices = indices }

  /// The indices with slashes, as in `/0/2`; the root is `/`.
  public var description: String { "/" + indices.map(String.init).joined(separator: "/") }
}

extension ElementError: CustomStringConvertible {
  /// One line that names the element and the limit.
  public var description: String {
    switch self {
    case .invalidNumber(let path, let name, let number):
      "element \(path): \(name) cannot be \(number)"
    case .boxes(let error): "\(error)"
    case .tooDeep(let limit): "the elements are nested more than \(limit) levels deep"
    case .tooManyElements(let limit): "the tree has more than \(limit) elements"
    case .childrenOfContent(let path): "element \(path): a text has children"
    case .text(let path, let error): "element \(path): \(error)"
    }
  }
}
