import GalleyPrimitives
import Yams

/// The keys and values of a mapping in a template, each of which is taken once.
struct TemplateFields {
  let node: Node
  private var values: [String: (key: Node, value: Node)] = [:]
  /// The keys that were asked for.
  private var known: [String] = []

  init(_ node: Node) throws {
    guard let mapping = node.mapping else {
      throw Misplaced(node, "keys and values are expected, such as 'text: \"{title}\"'")
    }
    self.node = node
    for (key, value) in mapping {
      let name = key.string ?? ""
      guard values.updateValue((key, value), forKey: name) == nil else {
        throw Misplaced(key, "the key '\(name.shown(limit: 40))' is there twice")
      }
    }
  }

  /// Whether there is a key.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Takes the value of a key.
  mutating func take(_ name: String) -> Node? {
    known.append(name)
    return values.removeValue(forKey: name)?.value
  }

  /// Takes the value of a key in a form.
  mutating func take<Value>(
    _ name: String, _ form: TemplateForm<Value>, _ reader: TemplateReader
  ) throws -> Value? {
    guard let value = take(name) else { return nil }
    return try form.read(TemplateNode(node: value, key: name, reader: reader))
  }

  /// Refuses the keys that are not taken, the first one in the file.
  func finish() throws {
    guard let rest = values.values.min(by: { place(of: $0.key) < place(of: $1.key) }) else {
      return
    }
    let name = rest.key.string ?? ""
    var words = "there is no '\(name.shown(limit: 40))' here; "
    if let near = name.nearest(of: known) { words += "did you mean '\(near)'? " }
    throw Misplaced(rest.key, words + "there are \(known.sorted().joined(separator: ", "))")
  }

  private func place(of key: Node) -> (Int, Int) { (key.mark?.line ?? 0, key.mark?.column ?? 0) }

  func fail(_ reason: String) -> Misplaced { Misplaced(node, reason) }

  /// The names of all keys that are left, for messages.
  var names: [String] { values.keys.sorted() }
}
