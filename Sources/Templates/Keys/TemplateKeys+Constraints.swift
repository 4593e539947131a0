import GalleyConstraints
import GalleyPrimitives
import Yams

extension TemplateKey {
  /// The keys of elements that constraints place.
  static let constraints: [TemplateKey] = [
    TemplateKey(
      "constraints", ElementKind.constrained.set, .constraints,
      "Relations such as 'title.leading == photo.trailing + 8' between elements and their container."
    ) { $0.content = .constraints($1) },
    TemplateKey("id", .elements, .identifier, "The name of the element in constraints.") {
      $0.traits = $0.traits ?? ConstraintTraits()
      $0.traits?.identifier = $1
    },
    TemplateKey(
      "hugging", .elements, .priorities,
      "The priority, or those along x and y, with which the element is no larger than its content."
    ) {
      $0.traits = $0.traits ?? ConstraintTraits()
      $0.traits?.hugging = $1
    },
    TemplateKey(
      "resistance", .elements, .priorities,
      "The priority, or those along x and y, with which the element is no smaller than its content."
    ) {
      $0.traits = $0.traits ?? ConstraintTraits()
      $0.traits?.compressionResistance = $1
    },
  ]
}

extension TemplateForm<String> {
  /// A name for constraints.
  static let identifier = TemplateForm(
    schema: ["type": "string", "maxLength": .number(256), "pattern": "^[^ .]+$"]
  ) { node in
    let name = try words.read(node)
    guard !name.isEmpty, name != "container", !name.contains(where: { " .".contains($0) }) else {
      throw node.expected("a name without spaces and full stops, other than container,")
    }
    return name
  }
}

extension TemplateForm<ConstraintPriorities> {
  /// One priority, or those along x and y.
  static let priorities = TemplateForm(
    schema: .any(of: [one.schema, .list(of: one.schema, count: 2...2)])
  ) { node in
    guard let list = node.node.sequence else {
      return ConstraintPriorities(both: try one.read(node))
    }
    guard list.count == 2 else { throw node.expected("a priority, or two of them,") }
    return ConstraintPriorities(
      x: try one.read(node.with(list[0])), y: try one.read(node.with(list[1])))
  }

  private static let one = TemplateForm<Int>.whole(LayoutConstraint.priorities)
}

extension TemplateForm<[LayoutConstraint]> {
  /// A list of constraints, each as it is in Swift.
  static let constraints = TemplateForm(
    schema: .list(of: ["type": "string", "maxLength": .number(256)])
  ) { node in
    guard let list = node.node.sequence else {
      throw node.expected("a list of constraints, each after '- ',")
    }
    return try list.map { try LayoutConstraint($0) }
  }
}

extension LayoutConstraint {
  /// Reads a constraint in the form of its description: `title.width <= photo.width * 2 + 8 at 750`.
  fileprivate init(_ node: Node) throws {
    let text = node.string ?? ""
    guard text.utf8.count <= 256 else {
      throw Misplaced(node, "a constraint has at most 256 bytes")
    }
    var words = text.split(separator: " ")[...]
    func fail(_ reason: String) -> Misplaced {
      Misplaced(node, "'\(text.shown(limit: 80))' is no constraint: \(reason)")
    }
    func number(_ word: Substring?) throws -> Double {
      guard let number = word.flatMap({ Double($0) }), abs(number) <= 16_384 else {
        throw fail("a number from -16384 to 16384 is expected")
      }
      return number
    }
    guard let first = words.popFirst().flatMap({ ConstraintAnchor($0) }) else {
      let names = ConstraintAttribute.allCases.map(\.rawValue).joined(separator: ", ")
      throw fail("it begins with an element and one of \(names), such as title.leading")
    }
    guard let relation = words.popFirst().flatMap({ Self.relations[String($0)] }) else {
      throw fail("==, <= or >= is expected after \(first)")
    }
    guard let word = words.popFirst() else { throw fail("it ends after the relation") }
    var (multiplier, constant, priority) = (1.0, 0.0, Self.requiredPriority)
    let second = ConstraintAnchor(word)
    if second == nil {
      constant = try number(word)
    } else if words.first == "*" {
      multiplier = try number(words.dropFirst().first)
      words = words.dropFirst(2)
    }
    if second != nil, let sign = words.first, sign == "+" || sign == "-" {
      constant = try number(words.dropFirst().first) * (sign == "-" ? -1 : 1)
      words = words.dropFirst(2)
    }
    if words.first == "at" {
      let value = try number(words.dropFirst().first)
      guard value == value.rounded(), Self.priorities.contains(Int(value)) else {
        throw fail("a priority is a whole number from 1 to \(Self.requiredPriority)")
      }
      priority = Int(value)
      words = words.dropFirst(2)
    }
    guard words.isEmpty else { throw fail("'\(words[words.startIndex])' is too much") }
    self.init(
      first: first, relation: relation, second: second, multiplier: multiplier,
      constant: constant, priority: priority)
  }

  private static let relations: [String: Relation] = [
    "==": .equal, "<=": .lessThanOrEqual, ">=": .greaterThanOrEqual,
  ]
}

extension ConstraintAnchor {
  /// Reads an element's name and an attribute, such as `title.leading`; `nil` for any other word.
  fileprivate init?(_ word: Substring) {
    let names = word.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count == 2, !names[0].isEmpty,
      let attribute = ConstraintAttribute(rawValue: String(names[1]))
    else { return nil }
    let item = names[0] == "container" ? .container : ConstraintItem(String(names[0]))
    self.init(item: item, attribute: attribute)
  }
}
