import GalleyPrimitives

/// The value of a property of front matter: a text, a list or an object, as YAML, TOML and JSON have them.
enum PropertyValue {
  case scalar(String, isQuoted: Bool)
  case list([PropertyValue])
  case map([(name: String, value: PropertyValue)])

  /// The value of a property without one, and of `null` and `~` in YAML.
  static let null = PropertyValue.scalar("", isQuoted: false)

  /// The largest number of lists and objects within each other; a deeper value is not read.
  static let maximumDepth = 32

  /// The value of a text without quotation marks.
  init(plain text: String) {
    self = text == "null" || text == "~" ? .null : .scalar(text, isQuoted: false)
  }

  /// The value of JSON.
  init(json text: String) {
    if let text = text.textOfJSON {
      self = .scalar(text, isQuoted: true)
    } else {
      self = PropertyValue(flow: text) ?? PropertyValue(plain: text)
    }
  }

  /// The value as JSON: a text in quotation marks, or without any that is no other value of JSON, is a string.
  ///
  /// - Complexity: O(depth × bytes).
  var json: String {
    switch self {
    case .scalar("", isQuoted: false): "null"
    case .scalar(let text, let isQuoted):
      !isQuoted && JSONScanner.isValue(Array(text.utf8)) ? text : text.json
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .map(let members): MemberList.object(members.map { ($0.name, $0.value.json) })
    }
  }

  /// The text; of a list, the texts with commas between them; `nil` for an object.
  var text: String? {
    switch self {
    case .scalar(let text, _): text
    case .list: texts.joined(separator: ", ")
    case .map: nil
    }
  }

  /// The texts of the elements of a list that are not empty, of which objects have their names; none of another value.
  var texts: [String] {
    guard case .list(let values) = self else { return [] }
    return values.compactMap { value in
      let text = value.members.map { $0["name"] } ?? value.text
      return text?.isEmpty == false ? text : nil
    }
  }

  /// The texts of the members of an object by their names in small letters, of which the first ones count; `nil` for another
  /// value.
  var members: [String: String]? {
    guard case .map(let members) = self else { return nil }
    return Dictionary(
      members.compactMap { member in
        if case .scalar("", isQuoted: false) = member.value { return nil }
        return member.value.text.map { (member.name.lowercased(), $0) }
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// A property of front matter.
struct Property {
  /// The name with the capital letters that the document gives it.
  let name: String
  let value: PropertyValue
  /// The value as JSON.
  let json: String
  /// The name in small letters of the table of TOML that has the property; `nil` for a property of the outermost level.
  let table: String?
  /// The name in small letters.
  let key: String
}

/// Properties in the order in which a document names them.
struct PropertyList {
  /// The largest length of a name in bytes, with the names of the tables or objects around it.
  static let maximumNameBytes = 256

  private(set) var properties: [Property] = []
  private var places: [String: Int] = [:]

  /// Adds a property; of those with one name, the last value counts, in the place of the first.
  ///
  /// A name that is empty or longer than ``maximumNameBytes`` is passed: each line of a table would have a copy of the
  /// table's name. `json` is the value as the document has it, if that is JSON.
  mutating func add(
    _ name: String, _ value: PropertyValue, json: String? = nil, table: String? = nil
  ) {
    guard !name.isEmpty, name.utf8.count <= Self.maximumNameBytes else { return }
    let property = Property(
      name: name, value: value, json: json ?? value.json, table: table, key: name.lowercased())
    if let place = places.updateValue(properties.count, forKey: name) {
      places[name] = place
      properties[place] = property
    } else {
      properties.append(property)
    }
  }

  /// Adds a property with a value of our own reader of lines.
  mutating func add(_ name: String, text: String, table: String? = nil) {
    let isJSON = text.utf8.first != .quote && JSONScanner.isValue(Array(text.utf8))
    add(name, PropertyValue(loose: text), json: isJSON ? text : nil, table: table)
  }
}
