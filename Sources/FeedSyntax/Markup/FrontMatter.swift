import GalleyFeedItems
import GalleyPrimitives

/// The properties at the beginning of a Markdown file, and the text after them.
///
/// They are lines between two lines `---`, in the part of YAML that articles use: texts, quoted or not,
/// blocks, lists and objects in brackets and braces or on lines of their own, and the members of one inner level; or
/// between two lines `+++`, in TOML with its tables likewise; or an object of JSON. Names are in small letters. Aliases,
/// tags and other structures are not read.
package struct FrontMatter {
  /// The largest length of the properties in bytes.
  package static let maximumBytes = 64 << 10

  package private(set) var properties: [String: String] = [:]
  /// The elements of the properties that are lists of texts.
  package private(set) var lists: [String: [String]] = [:]
  /// The members of the objects in the properties that are lists of objects.
  package private(set) var objects: [String: [[String: String]]] = [:]
  /// The values of JSON, other than strings, that properties have on their own lines.
  private(set) var values: [String: String] = [:]
  /// The names in their order.
  package private(set) var names: [String] = []
  /// The names with the capital letters that the document gives them.
  private(set) var spellings: [String: String] = [:]
  /// Whether a value has no end.
  private var hasOpenValue = false
  /// The Markdown.
  package let text: Substring

  /// Divides a document into its properties and its text.
  package init(_ document: String) {
    guard let (lines, text, isTOML) = Self.split(document) else {
      let object = Self.object(of: document)
      self.text = object?.text ?? document[...]
      readJSON(object?.members ?? [])
      return
    }
    self.text = text
    if isTOML { readTOML(lines) } else { readYAML(lines) }
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
      var scanner = JSONScanner(maximumDepth: FlowValue.maximumDepth)
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
      } else if fence == (isTOML ? "+++" : "---") || fence == "..." {
        return (lines, Substring(rest), isTOML)
      } else {
        lines.append(Substring(line))
      }
      isFirst = false
      if start.utf8.distance(from: start.startIndex, to: end) > maximumBytes { return nil }
    }
    return nil
  }

  private mutating func set(_ name: some StringProtocol, to value: String) {
    let spelling = name.trimmingBlanks.unquoted
    let name = spelling.lowercased()
    guard !name.isEmpty, !value.isEmpty else { return }
    if properties.updateValue(value, forKey: name) == nil { names.append(name) }
    spellings[name] = spelling
  }

  private mutating func readYAML(_ lines: [Substring]) {
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard let first = line.unicodeScalars.first, !first.properties.isWhitespace, first != "#",
        first != "-", let (name, text) = line.nameAndValue
      else { continue }
      // A comment is no value.
      let own = text.trimmingBlanks
      let value = own.hasPrefix(bytes: "#") ? "" : whole(own, lines, &index, isTOML: false)
      // The lines that belong to this name are indented, or are elements of its list.
      let end = lines[index...].firstIndex { inner in
        guard let first = inner.unicodeScalars.first else { return false }
        return !first.properties.isWhitespace && first != "-"
      }
      let inner = Array(lines[index..<(end ?? lines.count)])
      index = end ?? lines.count
      let isBlock = value.hasPrefix(bytes: "|")
      if isBlock || value.hasPrefix(bytes: ">") {
        let texts = inner.map(\.trimmingBlanks)
        set(name, to: texts.joined(separator: isBlock ? "\n" : " ").trimmingBlanks)
      } else if value.isEmpty {
        readInner(inner, of: name)
      } else {
        set(name, toValue: value.continued(by: inner))
      }
    }
  }

  /// Reads the elements of a list, joined by commas, and the members of an inner object.
  private mutating func readInner(_ lines: [Substring], of name: Substring) {
    var elements: [String] = []
    let key = name.trimmingBlanks.lowercased()
    for line in lines {
      var text = line.trimmingBlanks
      if text.hasPrefix(bytes: "- ") {
        text = String(text.unicodeScalars.dropFirst(2)).trimmingBlanks
        if let members = FlowValue(text)?.members {
          objects[key, default: []].append(members)
          if let name = members["name"] { elements.append(name) }
          continue
        }
        objects[key, default: []].append([:])
      } else if text.isEmpty {
        continue
      }
      guard let (inner, rest) = text[...].nameAndValue else {
        elements.append(text.scalar)
        continue
      }
      let member = inner.trimmingBlanks.lowercased()
      let value = rest.trimmingBlanks.scalar
      if let last = objects[key]?.indices.last { objects[key]?[last][member] = value }
      if member == "name" { elements.append(value) }
      if properties["\(name.lowercased()).\(member)"] == nil { set("\(name).\(member)", to: value) }
    }
    if !elements.isEmpty { lists[key] = elements }
    objects[key]?.removeAll(where: \.isEmpty)
    set(name, to: elements.joined(separator: ", "))
  }

  /// Sets a property to a value on its own line, which may be a list in brackets.
  private mutating func set(_ name: some StringProtocol, toValue value: String) {
    let key = name.trimmingBlanks.unquoted.lowercased()
    if let flow = FlowValue(value), setFlow(flow, of: name, key, value) { return }
    if let list = value.elements { lists[key] = list }
    if value.utf8.first != .quote, JSONScanner.isValue(Array(value.utf8)) { values[key] = value }
    set(name, to: value.scalar)
  }

  private mutating func readJSON(_ members: [(name: String, value: String)]) {
    for (name, value) in members {
      if let text = value.textOfJSON {
        set(name, to: text)
      } else {
        set(name, toValue: value)
      }
    }
  }

  private mutating func readTOML(_ lines: [Substring]) {
    var index = 0
    // The name of the table with its point, and whether it is an element of a list.
    var table = (name: "", isElement: false)
    while index < lines.count {
      let line = lines[index].trimmingBlanks
      index += 1
      if line.hasPrefix(bytes: "[") {
        let words = line.unicodeScalars.prefix { $0 != "#" }
          .split { "[]\"'".unicodeScalars.contains($0) }
        let name = words.map { String($0) }.joined().trimmingBlanks
        table = (name.isEmpty ? "" : name + ".", line.hasPrefix(bytes: "[["))
        if table.isElement { objects[name.lowercased(), default: []].append([:]) }
        continue
      }
      guard let sign = line.unicodeScalars.firstIndex(of: "="), !line.hasPrefix(bytes: "#")
      else { continue }
      let name = line[..<sign].trimmingBlanks
      let value = whole(
        line[line.utf8.index(after: sign)...].trimmingBlanks, lines, &index, isTOML: true)
      let key = String(table.name.dropLast()).lowercased()
      if table.isElement, let last = objects[key]?.indices.last {
        let text = FlowValue(value).flatMap(\.text) ?? value.scalar
        objects[key]?[last][name.unquoted.lowercased()] = text
      } else {
        set(table.name + name.unquoted, toValue: value)
      }
    }
  }

  /// A value with the lines after its own that belong to it: those of a bracket, of a brace, or of a text in three
  /// quotation marks, as TOML has it.
  private mutating func whole(
    _ value: String, _ lines: [Substring], _ index: inout Int, isTOML: Bool
  ) -> String {
    // The lines after a value that never ends are searched once.
    guard !hasOpenValue else { return value }
    var place = index
    if isTOML, let quote = MultilineQuote.allCases.first(where: { value.hasPrefix(bytes: $0.sign) })
    {
      var text = String(value.unicodeScalars.dropFirst(3))
      var isClosed = quote.end(of: text) != nil
      while !isClosed, place < lines.count {
        isClosed = quote.end(of: String(lines[place])) != nil
        text += (text.isEmpty ? "" : "\n") + lines[place]
        place += 1
      }
      guard isClosed, let end = quote.end(of: text) else {
        hasOpenValue = true
        return value
      }
      index = place
      return quote.onOneLine(text[..<end])
    }
    guard value.hasPrefix(bytes: "[") || value.hasPrefix(bytes: "{") else { return value }
    var end = FlowEnd()
    guard !end.take(value) else { return value }
    var text = value
    while place < lines.count {
      text += "\n" + lines[place]
      place += 1
      guard end.take(lines[place - 1]) else { continue }
      index = place
      return text
    }
    hasOpenValue = true
    return value
  }

  /// Sets a property to an object or a list in braces or brackets; `false` for a list of texts on one line.
  private mutating func setFlow(
    _ flow: FlowValue, of name: some StringProtocol, _ key: String, _ value: String
  ) -> Bool {
    let isJSON = JSONScanner.isValue(Array(value.utf8))
    switch flow {
    case .scalar: return false
    case .map:
      note(name)
      values[key] = isJSON ? value : flow.json
      for (member, text) in flow.members ?? [:] where !text.isEmpty {
        properties["\(key).\(member)"] = properties["\(key).\(member)"] ?? text
      }
    case .list(let elements):
      let maps = elements.compactMap(\.members)
      guard !maps.isEmpty || value.utf8.contains(.newline) else { return false }
      lists[key] = elements.compactMap(\.text)
      guard !maps.isEmpty else {
        set(name, to: lists[key]?.joined(separator: ", ") ?? "")
        return true
      }
      note(name)
      objects[key] = maps
      values[key] = isJSON ? value : flow.json
    }
    return true
  }

  /// Notes the name of a property that is no text.
  private mutating func note(_ name: some StringProtocol) {
    let spelling = name.trimmingBlanks.unquoted
    guard spellings.updateValue(spelling, forKey: spelling.lowercased()) == nil else { return }
    names.append(spelling.lowercased())
  }
}

extension FrontMatter {
  /// The properties as members of JSON, in their order, without those of `taken` names.
  ///
  /// An object of the name ``FeedItem/extraKey`` gives its members in its place.
  package func members(without taken: Set<String>) -> [(name: String, value: String)] {
    names.flatMap { name -> [(name: String, value: String)] in
      // A property of an inner level belongs to its object.
      let outer = String(name.prefix { $0 != "." })
      guard !taken.contains(name), !taken.contains(outer),
        objects[outer]?.isEmpty != false || values[name] != nil, !isTaken(objectAt: name, by: taken)
      else { return [] }
      if name == FeedItem.extraKey, let inner = values[name].flatMap({ MemberList(json: $0) }) {
        return inner.members
      }
      let list = lists[name].map { "[" + $0.map(\.json).joined(separator: ",") + "]" }
      return [(spellings[name] ?? name, values[name] ?? list ?? properties[name]?.json ?? "null")]
    }
      + objects.sorted { $0.key < $1.key }.compactMap { name, list in
        guard !list.isEmpty, !taken.contains(name), values[name] == nil else { return nil }
        let values = list.map { object in
          MemberList.object(object.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        }
        return (spellings[name] ?? name, "[" + values.joined(separator: ",") + "]")
      }
  }
}

extension FrontMatter {
  /// Whether each member of an object in braces is one of `taken` names.
  private func isTaken(objectAt name: String, by taken: Set<String>) -> Bool {
    guard let members = values[name].flatMap({ MemberList(json: $0) })?.members, !members.isEmpty
    else { return false }
    return members.allSatisfy { taken.contains("\(name).\($0.name.lowercased())") }
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

extension String {
  /// The text of a value: without quotation marks, or the elements of a list in brackets.
  fileprivate var scalar: String {
    if let elements { return elements.joined(separator: ", ") }
    guard hasPrefix(bytes: "\"") || hasPrefix(bytes: "'") else {
      // A comment begins with a blank and a number sign.
      guard let comment = firstRange(bytes: " #") else { return isNull ? "" : self }
      return self[..<comment.lowerBound].trimmingBlanks
    }
    return unquoted
  }

  /// The elements of a list in brackets, of which quoted ones may have commas; `nil` for any other value.
  fileprivate var elements: [String]? {
    guard hasPrefix(bytes: "["), let end = unicodeScalars.lastIndex(of: "]") else { return nil }
    var elements: [Substring] = []
    var start = unicodeScalars.index(after: startIndex)
    var quote: Unicode.Scalar?
    var (isEscaped, isAtStart) = (false, true)
    for place in unicodeScalars[start..<end].indices {
      let scalar = unicodeScalars[place]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = scalar == "\\" && open == "\""
        if scalar == open { quote = nil }
      } else if scalar == "," {
        elements.append(self[start..<place])
        start = unicodeScalars.index(after: place)
        isAtStart = true
      } else if isAtStart, scalar == "\"" || scalar == "'" {
        quote = scalar
        isAtStart = false
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      }
    }
    return (elements + [self[start..<end]]).map { $0.trimmingBlanks.unquoted }
      .filter { !$0.isEmpty }
  }

  private var isNull: Bool { self == "null" || self == "~" }
}
