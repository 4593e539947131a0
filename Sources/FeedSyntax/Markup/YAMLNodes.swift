import GalleyDocuments
import GalleyPrimitives
import Yams

/// Reads the nodes of YAML within bounds: a few nested aliases can stand for more values than fit in memory.
///
/// Yams makes no values of Swift here, which it does with faults: it adds numbers of base 60 without a check of their sum.
struct YAMLNodes {
  /// The most aliases of a text.
  private static let maximumAliases = 8

  /// The number of nodes that may still be read, with aliases expanded.
  private var room = FrontMatter.maximumBytes

  /// The properties of a text of YAML, in their order, with the numbers of their lines from 0 on; `nil` for a text that is no
  /// YAML, has another value than properties at its outermost level, has names that are no texts, or is beyond a bound.
  ///
  /// - Complexity: O(bytes).
  static func properties(
    of yaml: String
  ) -> [(name: String, value: PropertyValue, line: Int?)]? {
    guard isReadable(yaml) else { return nil }
    let root: Node?
    // The resolver without rules compares names as texts.
    do { root = try Yams.compose(yaml: yaml, .basic, .default, .utf8) } catch { return nil }
    guard let root else { return [] }
    var nodes = YAMLNodes()
    guard case .mapping(let mapping) = root, case .map(let members)? = nodes.map(mapping, depth: 0)
    else { return nil }
    let lines = Dictionary(
      mapping.map { key, _ in (key.scalar?.string ?? "", key.mark.map { $0.line - 1 }) },
      uniquingKeysWith: { first, _ in first })
    return members.map { ($0.name, $0.value, lines[$0.name] ?? nil) }
  }

  /// The ends of lines of YAML 1.1 that are text in YAML 1.2, and the byte order mark.
  private static let refused: Set<Unicode.Scalar> = ["\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}"]

  /// The escapes of the byte order mark in small letters.
  private static let escapedMarks = ["\\ufeff", "\\u0000feff"]

  /// Whether a text has none of ``refused``, and no excess.
  ///
  /// Yams loses a byte order mark at the start of a value, which may also be written as an escape.
  private static func isReadable(_ yaml: String) -> Bool {
    !escapedMarks.contains(where: yaml.lowercased().contains(bytes:))
      && !yaml.unicodeScalars.contains(where: refused.contains)
      && YAMLWalk.firstExcess(
        of: yaml, depthLimit: PropertyValue.maximumDepth, aliasLimit: maximumAliases) == nil
  }

  /// The value of a node; `nil` beyond a bound.
  private mutating func value(of node: Node, depth: Int) -> PropertyValue? {
    room -= 1
    guard room >= 0, depth <= PropertyValue.maximumDepth else { return nil }
    switch node {
    case .scalar(let scalar): return Self.value(of: scalar)
    case .sequence(let sequence):
      var values: [PropertyValue] = []
      for element in sequence {
        guard let value = value(of: element, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .mapping(let mapping): return map(mapping, depth: depth)
    case .alias: return nil
    }
  }

  /// The value of a text: that of a tag is the text behind it.
  private static func value(of scalar: Node.Scalar) -> PropertyValue {
    switch scalar.style {
    case .plain, .any: return PropertyValue(plain: scalar.string.streamSafe)
    case .literal, .folded:
      // The break behind the last line of a block is none between lines of a text.
      let lines = scalar.string.unicodeScalars
      let end = lines.lastIndex { $0 != "\n" }.map { lines.index(after: $0) }
      return .scalar(String(lines[..<(end ?? lines.startIndex)]), isQuoted: true)
    case .singleQuoted, .doubleQuoted:
      return .scalar(scalar.string.streamSafe, isQuoted: true)
    }
  }

  /// The object of a node, with the members of the objects that it merges (`<<`), which its own go before; `nil` beyond a
  /// bound, and if a name is a list or an object.
  private mutating func map(_ mapping: Node.Mapping, depth: Int) -> PropertyValue? {
    var members: [(name: String, value: PropertyValue)] = []
    var merged: [Node] = []
    for (key, node) in mapping {
      guard case .scalar(let name) = key else { return nil }
      if name.string == "<<", name.style == .plain, let maps = Self.merged(by: node) {
        merged += maps
        continue
      }
      guard let value = value(of: node, depth: depth + 1) else { return nil }
      members.append((name.string, value))
    }
    guard !merged.isEmpty else { return .map(members) }
    var names = Set(members.map(\.name))
    for node in merged {
      guard case .map(let others)? = value(of: node, depth: depth + 1) else { return nil }
      members += others.filter { names.insert($0.name).inserted }
    }
    return .map(members)
  }

  /// The objects that a merge names; `nil` if it names other values.
  private static func merged(by node: Node) -> [Node]? {
    let nodes: [Node]
    if case .sequence(let sequence) = node { nodes = Array(sequence) } else { nodes = [node] }
    let isMerge = nodes.allSatisfy { if case .mapping = $0 { true } else { false } }
    return isMerge ? nodes : nil
  }
}
