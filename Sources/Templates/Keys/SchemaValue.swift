import Foundation

/// A value of a JSON Schema.
enum SchemaValue: Sendable, Hashable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([SchemaValue])
  case object([String: SchemaValue])

  /// The value as `JSONSerialization` takes it.
  var any: Any {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() ? Int(number) as Any : number
    case .flag(let flag): flag
    case .list(let list): list.map(\.any)
    case .object(let members): members.mapValues(\.any)
    }
  }

  /// A reference to one of the schema's definitions.
  static func reference(_ name: String) -> SchemaValue {
    ["$ref": .text("#/definitions/\(name)")]
  }

  /// One of some names.
  static func names(_ names: [String]) -> SchemaValue { ["enum": .list(names.map { .text($0) })] }

  /// A value that fits any of `values`.
  static func any(of values: [SchemaValue]) -> SchemaValue { ["anyOf": .list(values)] }

  /// A number within bounds.
  static func number(in bounds: ClosedRange<Double>, isWhole: Bool = false) -> SchemaValue {
    [
      "type": isWhole ? "integer" : "number", "minimum": .number(bounds.lowerBound),
      "maximum": .number(bounds.upperBound),
    ]
  }

  /// A list of values.
  static func list(of value: SchemaValue, count: ClosedRange<Int>? = nil) -> SchemaValue {
    var schema: [String: SchemaValue] = ["type": "array", "items": value]
    if let count {
      schema["minItems"] = .number(Double(count.lowerBound))
      schema["maxItems"] = .number(Double(count.upperBound))
    }
    return .object(schema)
  }

  /// This schema with a description.
  func about(_ words: String) -> SchemaValue {
    guard case .object(var members) = self else { return self }
    // Beside a reference, older readers of schemas ignore other members.
    if members["$ref"] != nil { return ["allOf": [self], "description": .text(words)] }
    members["description"] = .text(words)
    return .object(members)
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: SchemaValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, SchemaValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
  init(booleanLiteral value: Bool) { self = .flag(value) }
}
