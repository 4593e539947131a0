import GalleyCells
import GalleyDocuments
import GalleyPrimitives
package import Yams

/// Reads the YAML of a theme or a template within bounds: a few nested aliases can stand for more values than fit in
/// memory.
package enum ThemeNodes {
  /// The maximum number of bytes of a theme.
  package static let byteLimit = 64 << 10
  /// The maximum number of aliases: so few cannot multiply ``byteLimit`` bytes to more than a moment's work.
  static let aliasLimit = 16
  /// The maximum number of bytes of a key.
  static let nameLimit = 256
  /// The maximum number of lists and mappings within each other.
  static let depthLimit = 512
  /// The maximum number of keys and values, with aliases expanded.
  static let nodeLimit = 10_000

  /// Returns the value of `yaml`, with aliases expanded; `nil` if it is empty.
  ///
  /// - Throws: `Theme.Malformed` above a limit, or an error of the parser.
  /// - Complexity: O(bytes + ``nodeLimit``).
  static func root(of yaml: String) throws -> Any? { try tree(of: yaml)?.any }

  /// Returns the nodes of `yaml`, with their places and with aliases expanded; `nil` if it is empty.
  ///
  /// - Throws: `Theme.Malformed` above a limit, or an error of the parser.
  package static func tree(of yaml: String) throws -> Node? {
    guard yaml.utf8.count <= byteLimit else {
      throw Theme.Malformed("it has more than the limit of \(byteLimit) bytes")
    }
    let yaml = yaml.streamSafe
    switch YAMLWalk.firstExcess(
      of: yaml, depthLimit: depthLimit, aliasLimit: aliasLimit, nameLimit: nameLimit)
    {
    case nil: break
    case .name: throw Theme.Malformed("a key is a list, a mapping or an alias, not a name")
    case .nameBytes:
      throw Theme.Malformed("a key has more than the limit of \(nameLimit) bytes")
    case .depth:
      throw Theme.Malformed("it has more than the limit of \(depthLimit) levels")
    case .aliases: throw Theme.Malformed("it has more than the limit of \(aliasLimit) aliases")
    case .tags: throw Theme.Malformed("its tags are too long")
    }
    guard let root = try Yams.compose(yaml: yaml, .default, .default, .utf8) else { return nil }
    var room = nodeLimit
    try take(root, from: &room)
    return root
  }

  /// Subtracts the number of nodes in a tree from `room`, and checks the keys.
  ///
  /// - Throws: `Theme.Malformed` above the limit, and for a key that is not text, which Yams does not check.
  private static func take(_ node: Node, from room: inout Int) throws {
    room -= 1
    guard room >= 0 else {
      throw Theme.Malformed(
        "it has more than the limit of \(nodeLimit) keys and values, with those of its aliases")
    }
    switch node {
    case .scalar(let scalar): try check(scalar)
    case .alias: return
    case .sequence(let sequence):
      for element in sequence { try take(element, from: &room) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard case .scalar(let name) = key else {
          throw Theme.Malformed("a key is a list or a mapping, not a name")
        }
        try check(name)
        room -= 1
        try take(value, from: &room)
      }
    }
  }

  /// Refuses a text with a long row of combining marks, which only escapes can write here, and a number of base 60, such as
  /// `1:30`, with so many digits that Yams, which does not check its sum, would trap.
  ///
  /// - Throws: `Theme.Malformed`.
  private static func check(_ scalar: Node.Scalar) throws {
    guard scalar.string.isStreamSafe else {
      throw Theme.Malformed(
        "a text has more than \(StreamSafeText.markLimit) combining marks in a row")
    }
    let digits = scalar.string.utf8
    guard digits.count > 18, digits.contains(UInt8(ascii: ":")),
      digits.allSatisfy({ "+-_:0123456789".utf8.contains($0) })
    else { return }
    throw Theme.Malformed("a number of base 60 is too long")
  }
}
