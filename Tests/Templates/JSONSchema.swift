import Foundation

/// Checks values by a JSON Schema, as far as the schema of templates needs.
struct JSONSchema {
  private let root: [String: Any]
  private var definitions: [String: Any] { root["definitions"] as? [String: Any] ?? [:] }

  /// The members that ``faults(of:by:at:)`` follows; any other in a schema is an error of the test.
  private static let known: Set = [
    "$schema", "$ref", "title", "description", "definitions", "type", "enum", "anyOf", "allOf",
    "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minimum",
    "maximum", "maxLength", "pattern",
  ]

  init(json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    root = object as? [String: Any] ?? [:]
  }

  /// The reasons why a value does not fit; empty if it fits.
  func faults(of value: Any) -> [String] { faults(of: value, by: root, at: "") }

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    var faults = schema.keys.filter { !Self.known.contains($0) }.map { "unknown member \($0)" }
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let definition = definitions[name] as? [String: Any] else {
        return faults + ["no definition \(name)"]
      }
      return faults + self.faults(of: value, by: definition, at: place)
    }
    if let schemas = schema["allOf"] as? [[String: Any]] {
      for other in schemas { faults += self.faults(of: value, by: other, at: place) }
    }
    if let schemas = schema["anyOf"] as? [[String: Any]] {
      let results = schemas.map { self.faults(of: value, by: $0, at: place) }
      if results.allSatisfy({ !$0.isEmpty }) {
        faults += results.min { $0.count < $1.count } ?? []
      }
    }
    if let type = schema["type"] {
      let names = type as? [String] ?? [type as? String ?? ""]
      if !names.contains(where: { isType($0, value) }) { faults.append("\(place): no \(names)") }
    }
    if let names = schema["enum"] as? [String], !names.contains(value as? String ?? "\u{0}") {
      faults.append("\(place): \(value) is not in \(names)")
    }
    faults += numberFaults(value, schema, place) + textFaults(value, schema, place)
    faults += listFaults(value, schema, place) + memberFaults(value, schema, place)
    return faults
  }

  private func isType(_ name: String, _ value: Any) -> Bool {
    switch name {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": value is Int
    case "number": value is Int || value is Double
    default: false
    }
  }

  private func numberFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    guard let number = (value as? Int).map(Double.init) ?? value as? Double else { return [] }
    let least = (schema["minimum"] as? NSNumber)?.doubleValue ?? -.infinity
    let most = (schema["maximum"] as? NSNumber)?.doubleValue ?? .infinity
    return (least...most).contains(number) ? [] : ["\(place): \(number) is out of bounds"]
  }

  private func textFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    guard let text = value as? String else { return [] }
    var faults: [String] = []
    if let most = schema["maxLength"] as? Int, text.count > most {
      faults.append("\(place): too long")
    }
    if let pattern = schema["pattern"] as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      faults.append("\(place): '\(text)' is not \(pattern)")
    }
    return faults
  }

  private func listFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    guard let list = value as? [Any] else { return [] }
    var faults: [String] = []
    let bounds = (schema["minItems"] as? Int ?? 0)...(schema["maxItems"] as? Int ?? .max)
    if !bounds.contains(list.count) { faults.append("\(place): \(list.count) values") }
    if let items = schema["items"] as? [String: Any] {
      for (index, value) in list.enumerated() {
        faults += self.faults(of: value, by: items, at: "\(place)[\(index)]")
      }
    }
    return faults
  }

  private func memberFaults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    guard let members = value as? [String: Any] else { return [] }
    var faults: [String] = []
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    for name in schema["required"] as? [String] ?? [] where members[name] == nil {
      faults.append("\(place): there is no \(name)")
    }
    for (name, member) in members {
      if let property = properties[name] {
        faults += self.faults(of: member, by: property, at: "\(place).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        faults.append("\(place): \(name) is not allowed")
      }
    }
    return faults
  }
}
