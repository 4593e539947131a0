import GalleyPrimitives
import Yams

/// A value of a template's file, with its key and the reader of the file.
struct TemplateNode {
  let node: Node
  let key: String
  let reader: TemplateReader

  /// The value as a message shows it.
  var shown: String {
    node.string.map { "'\($0.shown(limit: 40))'" } ?? "a list or a mapping"
  }

  /// The failure of a value that is not as expected.
  func expected(_ words: String) -> Misplaced {
    Misplaced(node, "\(key) is \(shown): \(words) is expected")
  }

  /// Another value of the same key.
  func with(_ node: Node) -> TemplateNode { TemplateNode(node: node, key: key, reader: reader) }

  /// The value as a number within bounds; `nil` for any other.
  func number(_ bounds: ClosedRange<Double>) -> Double? {
    // A NaN is in no bounds.
    guard let number = node.float ?? node.int.map(Double.init), bounds.contains(number) else {
      return nil
    }
    return number
  }
}

/// The form of a value: the way in which it is read, and its schema.
struct TemplateForm<Value>: Sendable {
  let schema: SchemaValue
  let read: @Sendable (TemplateNode) throws -> Value
}

extension TemplateForm<Double> {
  /// A number within bounds.
  static func number(_ bounds: ClosedRange<Double> = 0...8192) -> TemplateForm {
    TemplateForm(schema: .number(in: bounds)) { try read($0, bounds) }
  }

  private static func read(_ node: TemplateNode, _ bounds: ClosedRange<Double>) throws -> Double {
    guard let number = node.number(bounds) else {
      let (least, most) = (words(bounds.lowerBound), words(bounds.upperBound))
      throw node.expected("a number from \(least) to \(most)")
    }
    return number
  }

  private static func words(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

extension TemplateForm<Int> {
  /// A whole number within bounds.
  static func whole(_ bounds: ClosedRange<Int>) -> TemplateForm {
    let range = Double(bounds.lowerBound)...Double(bounds.upperBound)
    return TemplateForm(schema: .number(in: range, isWhole: true)) { node in
      guard let number = node.number(range), number == number.rounded() else {
        throw node.expected("a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
      }
      return Int(number)
    }
  }
}

extension TemplateForm<Bool> {
  /// True or false.
  static let flag = TemplateForm(schema: ["type": "boolean"]) { node in
    guard let flag = node.node.bool else { throw node.expected("true or false") }
    return flag
  }
}

extension TemplateForm where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of the names of an enumeration.
  static var choice: TemplateForm {
    let names = Value.allCases.map(\.rawValue)
    return TemplateForm(schema: .names(names)) { node in
      guard let choice = Value(rawValue: node.node.string ?? "") else {
        throw node.expected(Self.words(names, near: node.node.string))
      }
      return choice
    }
  }

  private static func words(_ names: [String], near name: String?) -> String {
    let list = "one of \(names.joined(separator: ", "))"
    guard let near = name?.nearest(of: names) else { return list }
    return "'\(near)', or another of \(names.joined(separator: ", "))"
  }
}

extension TemplateForm<String> {
  /// A text without bindings, of at most 256 bytes.
  static let words = TemplateForm(schema: ["type": "string", "maxLength": .number(256)]) { node in
    guard let text = node.node.string, text.utf8.count <= 256 else {
      throw node.expected("a text of at most 256 bytes")
    }
    return text
  }
}

extension TemplateForm<TemplateText> {
  /// A text with bindings.
  static let text = TemplateForm(schema: .reference("text")) { try TemplateText($0.node) }
}

extension TemplateForm<TemplatePath> {
  /// The name of a field.
  static let path = TemplateForm(schema: .reference("field")) { node in
    guard let text = node.node.string else { throw node.expected("the name of a field") }
    return try TemplatePath(text[...], node.node)
  }
}

extension TemplateForm<[TemplatePath]> {
  /// The names of one field, or of up to eight.
  static let paths = TemplateForm(
    schema: .any(of: [.reference("field"), .list(of: .reference("field"), count: 1...8)])
  ) { node in
    guard let list = node.node.sequence else {
      return [try TemplateForm<TemplatePath>.path.read(node)]
    }
    guard (1...8).contains(list.count) else { throw node.expected("a list of 1 to 8 fields") }
    return try list.map { try TemplateForm<TemplatePath>.path.read(node.with($0)) }
  }
}

extension TemplateForm<TemplateCondition> {
  /// A condition, or a list of conditions that all hold.
  static let condition = TemplateForm(schema: .reference("condition")) {
    try TemplateCondition($0.node)
  }
}
