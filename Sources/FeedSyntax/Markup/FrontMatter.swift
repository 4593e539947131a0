import GalleyFeedItems
import GalleyPrimitives

/// The properties at the beginning of a Markdown file, and the text after them.
///
/// They are lines between two lines `---`, in YAML or in lines that resemble it; or between two lines `+++`, in the part
/// of TOML that articles use: texts, lists and objects, on one line or on several, and tables; or an object of JSON. Names
/// are in small letters, and names of more than 256 bytes are not read. Lines of which none has a name are text between
/// two rules, unless all of them are empty or comments.
package struct FrontMatter {
  /// The largest length of the properties in bytes.
  package static let maximumBytes = 64 << 10

  /// The texts of properties, and those of inner values, whose names stand behind that of the outer one and a point; of a
  /// list, the texts with commas between them.
  package private(set) var properties: [String: String] = [:]
  /// The elements of the properties that are lists of texts.
  package private(set) var lists: [String: [String]] = [:]
  /// The members of the objects in the properties that are lists of objects.
  package private(set) var objects: [String: [[String: String]]] = [:]
  /// The names of the outermost level in their order.
  package private(set) var names: [String] = []
  /// The properties of the outermost level, and of tables of TOML.
  private let list: [Property]
  /// The Markdown.
  package let text: Substring

  /// Divides a document into its properties and its text.
  ///
  /// - Complexity: O(bytes).
  package init(_ document: String) {
    let document = document.streamSafe
    if let (lines, text, isTOML) = Self.split(document) {
      list = (isTOML ? PropertyList(toml: lines) : PropertyList(yaml: lines)).properties
      self.text = list.isEmpty && !lines.allSatisfy(Self.isComment) ? document[...] : text
    } else {
      let object = Self.object(of: document)
      var list = PropertyList()
      for (name, value) in object?.members ?? [] {
        list.add(
          name, PropertyValue(json: value), json: value.utf8.first == .quote ? nil : value)
      }
      self.list = list.properties
      text = object?.text ?? document[...]
    }
    var known: Set<String> = []
    for property in list where known.insert(property.key).inserted {
      names.append(property.key)
      set(property.key, to: property.value)
    }
  }

  private static func isComment(_ line: Substring) -> Bool {
    let text = line.droppingBlanks
    return text.isEmpty || text.hasPrefix(bytes: "#")
  }

  /// Whether `document` begins with properties, of which one at least has a name.
  package static func begins(_ document: String) -> Bool {
    split(document) != nil && !FrontMatter(document).names.isEmpty
  }

  /// Whether `document` begins with properties in JSON and has a text after them that is no object too, as a line of JSON
  /// Lines is.
  package static func beginsWithObject(_ document: String) -> Bool {
    guard let rest = object(of: document)?.text.trimmingBlanks, !rest.isEmpty else { return false }
    return object(of: rest) == nil
  }

  /// The members of the object of JSON that begins `document`, and the text after it; `nil` for another document.
  private static func object(
    of document: String
  ) -> (members: [(name: String, value: String)], text: Substring)? {
    let start = document.afterSpace
    guard start.utf8.first == .openBrace else { return nil }
    let bytes = Array(start.utf8.prefix(maximumBytes))
    var index = 0
    let outcome = bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(maximumDepth: PropertyValue.maximumDepth)
      return scanner.scan(bytes, from: &index) == .complete && !scanner.isTooDeep
    }
    let text = start[start.utf8.index(start.startIndex, offsetBy: index)...]
    guard outcome,
      text.unicodeScalars.drop(while: { $0 == " " || $0 == "\t" }).first?.endsLine ?? true,
      let members = MemberList(Array(bytes[..<index]))?.members, !members.isEmpty
    else { return nil }
    return (members, text)
  }

  /// The lines between the fences, and the text after them; `nil` if there are no fences.
  private static func split(
    _ document: String
  ) -> (lines: [Substring], text: Substring, isTOML: Bool)? {
    let start = document.afterSpace
    let isTOML = start.hasPrefix(bytes: "+++")
    guard isTOML || start.hasPrefix(bytes: "---") else { return nil }
    var lines: [Substring] = []
    var rest = start.unicodeScalars
    var isFirst = true
    while let end = rest.firstIndex(where: \.endsLine) ?? (rest.isEmpty ? nil : rest.endIndex) {
      let line = rest[..<end]
      rest = rest[end...]
      if rest.popFirst() == "\r", rest.first == "\n" { rest.removeFirst() }
      let word = line.prefix { !$0.properties.isWhitespace }
      let isFence = line[word.endIndex...].allSatisfy(\.properties.isWhitespace)
      let fence = isFence ? Substring(word) : ""
      if isFirst {
        guard fence == "---" || fence == "+++" else { return nil }
      } else if fence == (isTOML ? "+++" : "---") || !isTOML && fence == "..." {
        return (lines, Substring(rest), isTOML)
      } else {
        lines.append(Substring(line))
      }
      isFirst = false
      if start.utf8.distance(from: start.startIndex, to: end) > maximumBytes { return nil }
    }
    return nil
  }

  /// Stores the texts, the elements and the objects of a value, and those of its inner values behind a point; the first one
  /// of a name counts.
  private mutating func set(_ key: String, to value: PropertyValue) {
    guard key.utf8.count <= PropertyList.maximumNameBytes else { return }
    if let text = value.text, !text.isEmpty, properties[key] == nil { properties[key] = text }
    switch value {
    case .scalar: return
    case .list(let values):
      guard lists[key] == nil else { return }
      lists[key] = value.texts
      objects[key] = values.compactMap(\.members).filter { !$0.isEmpty }
      for case .map(let members) in values { setMembers(members, of: key) }
    case .map(let members): setMembers(members, of: key)
    }
  }

  private mutating func setMembers(
    _ members: [(name: String, value: PropertyValue)], of key: String
  ) {
    for (name, value) in members where name.utf8.count < PropertyList.maximumNameBytes {
      set("\(key).\(name.lowercased())", to: value)
    }
  }
}

extension FrontMatter {
  /// The properties as members of JSON, in their order, without those of `taken` names.
  ///
  /// Of names that differ in their case alone, the first one can be taken. An object of the name ``FeedItem/extraKey`` gives
  /// its members in its place.
  ///
  /// - Complexity: O(bytes).
  package func members(without taken: Set<String>) -> [(name: String, value: String)] {
    var known: Set<String> = []
    return list.flatMap { property -> [(name: String, value: String)] in
      let isFirst = known.insert(property.key).inserted
      guard !isFirst || !isTaken(property, by: taken) else { return [] }
      if property.key == FeedItem.extraKey, let inner = MemberList(json: property.json) {
        return inner.members
      }
      return [(property.name, property.json)]
    }
  }

  /// Whether `taken` has the name of a property, of its table, or of each member of its object.
  private func isTaken(_ property: Property, by taken: Set<String>) -> Bool {
    if taken.contains(property.key) || property.table.map(taken.contains) == true { return true }
    guard case .map(let members) = property.value, !members.isEmpty else { return false }
    return members.allSatisfy { taken.contains("\(property.key).\($0.name.lowercased())") }
  }
}

extension Unicode.Scalar {
  /// Whether this ends a line of YAML 1.2 and of TOML; other line separators of Unicode are text there.
  fileprivate var endsLine: Bool { self == "\n" || self == "\r" }
}

extension String {
  /// The text behind white space and a byte order mark.
  fileprivate var afterSpace: Substring {
    Substring(unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" })
  }
}
