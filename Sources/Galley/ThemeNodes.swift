import GalleyCells
import Yams

/// Reads the YAML of a theme within bounds: a few aliases, nested, stand for more values than there is
/// memory.
enum ThemeNodes {
  /// The most bytes of a theme.
  static let byteLimit = 64 << 10
  /// The most aliases: so few cannot multiply what fits in ``byteLimit`` to more than a moment's work.
  static let aliasLimit = 16
  /// The most keys and values, those that aliases stand for included.
  static let nodeLimit = 10_000

  /// What `yaml` says, its aliases followed; `nil` where it says nothing.
  ///
  /// - Throws: `Theme.Malformed` beyond a limit, or what the parser finds.
  /// - Complexity: O(bytes + ``nodeLimit``), but for aliases among a mapping's keys.
  static func root(of yaml: String) throws -> Any? {
    guard yaml.utf8.count <= byteLimit else {
      throw Theme.Malformed("it has more than the limit of \(byteLimit) bytes")
    }
    guard aliasCount(yaml) <= aliasLimit else {
      throw Theme.Malformed("it has more than the limit of \(aliasLimit) aliases")
    }
    guard let root = try Yams.compose(yaml: yaml) else { return nil }
    var room = nodeLimit
    try take(root, from: &room)
    return root.any
  }

  /// How many aliases there may be: stars that begin a word outside of quotes, or within, which is not
  /// looked at.
  private static func aliasCount(_ yaml: String) -> Int {
    // YAML takes U+0085, U+2028 and U+2029 for line breaks.
    let starts = Set(" \t\r\n\u{85}\u{2028}\u{2029}[{,:?-\u{FEFF}".unicodeScalars)
    let ends = Set(" \t\r\n".unicodeScalars)
    var count = 0
    var before: Unicode.Scalar = "\n"
    var isStar = false
    for scalar in yaml.unicodeScalars {
      if isStar, !ends.contains(scalar) { count += 1 }
      isStar = scalar == "*" && starts.contains(before)
      before = scalar
    }
    return count
  }

  /// Takes a node and all below it from the room that is left, and checks the keys.
  ///
  /// - Throws: `Theme.Malformed` for lack of room, and for a key that is no text, which Yams does not check.
  private static func take(_ node: Node, from room: inout Int) throws {
    room -= 1
    guard room >= 0 else {
      throw Theme.Malformed(
        "its aliases stand for more than the limit of \(nodeLimit) keys and values")
    }
    switch node {
    case .scalar, .alias: return
    case .sequence(let sequence):
      for element in sequence { try take(element, from: &room) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard case .scalar = key else {
          throw Theme.Malformed("a key is a list or a mapping, not a name")
        }
        room -= 1
        try take(value, from: &room)
      }
    }
  }
}
