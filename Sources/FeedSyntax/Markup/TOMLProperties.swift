import GalleyPrimitives

extension PropertyList {
  /// The properties of lines of TOML: those of a table have its name and a point before their own, and tables in two
  /// brackets are the objects of a list.
  ///
  /// - Complexity: O(bytes).
  init(toml lines: [Substring]) {
    var reader = TOMLReader(lines)
    self = reader.read()
  }
}

/// Reads the lines of TOML that articles use.
private struct TOMLReader {
  private var lines: PropertyLines
  private var list = PropertyList()
  /// The names of the table whose lines are read.
  private var table: [String] = []
  /// Whether the name of the table is one that is read.
  private var isRead = true
  /// The names between the object of a list that ``table`` names and a table within it.
  private var inner: [String] = []
  /// Whether the table is an object of a list, or within one.
  private var isElement = false
  /// The objects of the lists, by the names of their tables; they stand in ``list`` when all lines are read.
  private var objects: [String: [[(name: String, value: PropertyValue)]]] = [:]

  init(_ lines: [Substring]) { self.lines = PropertyLines(lines) }

  mutating func read() -> PropertyList {
    while let line = lines.next() {
      let text = line.droppingBlanks
      if text.hasPrefix(bytes: "[") {
        beginTable(text)
      } else if !text.hasPrefix(bytes: "#") {
        readProperty(text)
      }
    }
    for property in list.properties {
      guard let maps = objects[property.name] else { continue }
      list.add(property.name, .list(maps.map { .map($0) }), table: property.table)
    }
    return list
  }

  private mutating func beginTable(_ line: Substring) {
    isElement = line.hasPrefix(bytes: "[[")
    var rest = line.unicodeScalars.dropFirst(isElement ? 2 : 1)
    table = Self.names(&rest, before: "]") ?? []
    let name = table.joined(separator: ".")
    isRead = name.utf8.count <= PropertyList.maximumNameBytes
    inner = []
    guard isRead, !name.isEmpty else { return }
    guard isElement else { return enterElement() }
    if objects[name] == nil { list.add(name, .list([]), table: Self.outer(of: table)) }
    objects[name, default: []].append([])
  }

  /// Enters the last object of the innermost list around a table: its lines are members of that object.
  private mutating func enterElement() {
    let count = table.indices.last { objects[table[..<$0].joined(separator: ".")] != nil }
    guard let count else { return }
    inner = Array(table[count...])
    table = Array(table[..<count])
    isElement = true
  }

  private mutating func readProperty(_ line: Substring) {
    var rest = line.unicodeScalars
    guard let names = Self.names(&rest, before: "=") else { return }
    let value = lines.whole(Substring(rest), isTOML: true)
    // Each line of a table would copy its names.
    guard isRead else { return }
    let path = (isElement ? inner : table) + names
    guard path.reduce(0, { $0 + $1.utf8.count }) <= PropertyList.maximumNameBytes else { return }
    let name = path.joined(separator: ".")
    guard isElement else { return list.add(name, text: value, table: Self.outer(of: path)) }
    let outer = table.joined(separator: ".")
    guard let last = objects[outer]?.indices.last else { return }
    objects[outer]?[last].append((name, PropertyValue(loose: value)))
  }

  /// The name in small letters of the outermost table of a path; `nil` for a path of one name.
  private static func outer(of path: [String]) -> String? {
    path.count > 1 ? path.first?.lowercased() : nil
  }

  /// Removes names with points between them, in quotation marks or without, and the sign `end` behind them; `nil` if a line
  /// has others.
  private static func names(
    _ rest: inout Substring.UnicodeScalarView, before end: Unicode.Scalar
  ) -> [String]? {
    var names: [String] = []
    while true {
      rest = rest.drop(while: \.properties.isWhitespace)
      if let quoted = String.popQuoted(&rest) {
        guard quoted.isClosed else { return nil }
        names.append(quoted.text)
      } else {
        let word = rest.prefix { $0 != end && $0 != "." }
        names.append(Substring(word).trimmingBlanks)
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.properties.isWhitespace)
      guard let sign = rest.popFirst(), names.last?.isEmpty == false else { return nil }
      if sign == end { return names }
      guard sign == "." else { return nil }
    }
  }
}
