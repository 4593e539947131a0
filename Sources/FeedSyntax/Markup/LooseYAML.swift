import GalleyPrimitives

extension PropertyList {
  /// The properties of lines of YAML, or of lines that resemble it.
  ///
  /// Yams reads them as a whole if they are YAML; or else each property with its lines, and our own reader of lines those
  /// that Yams refuses. So a bad line costs no other property.
  ///
  /// `depth` is the number of objects around the lines.
  ///
  /// - Complexity: O(bytes × levels), of at most 8 levels.
  init(yaml lines: [Substring], depth: Int = 0) {
    if addNodes(of: lines) { return }
    let indent = lines.first { $0.beginsProperty(within: .max) }?.indent ?? 0
    var rest = PropertyLines(lines)
    while let line = rest.next() {
      guard line.beginsProperty(within: indent), let (name, own) = line.nameAndValue else {
        continue
      }
      let start = rest.index
      let value = rest.whole(own, isTOML: false)
      let end = rest.index
      let inner = rest.prefix { $0.beginsProperty(within: indent) }
      let loose = LooseProperty(
        name: name, value: value, lines: inner,
        all: [line] + lines[start..<end] + inner, indent: indent, depth: depth)
      loose.add(to: &self)
    }
  }
}

extension PropertyList {
  /// Adds the properties that Yams finds in lines; `false` if it refuses these.
  fileprivate mutating func addNodes(of lines: [Substring]) -> Bool {
    let yaml = lines.joined(separator: "\n") + "\n"
    guard let properties = YAMLNodes.properties(of: yaml) else { return false }
    var last: Int?
    for (name, value, line) in properties {
      // Several names on one line are within braces, and are not looked for again.
      var json: String?
      if let line, line != last, lines.indices.contains(line) { json = lines[line].json(of: name) }
      last = line
      add(name, value, json: json)
    }
    return true
  }
}

/// A property of lines that are no YAML as a whole.
private struct LooseProperty {
  let name: String
  /// The value on the line of the name, with further lines if it begins with a bracket or a brace.
  let value: String
  /// The lines between the value and the next property.
  let lines: ArraySlice<Substring>
  /// All lines of the property.
  let all: [Substring]
  /// The number of blanks before the name.
  let indent: Int
  let depth: Int

  /// The largest number of objects within each other of which each property is read alone.
  private static let maximumDepth = 8

  /// Adds the property as Yams finds it in its lines, or in those that seem to belong to it; or else as these seem to mean.
  func add(to list: inout PropertyList) {
    let inner = innerLines
    for part in inner.count == lines.count ? [all] : [all, all.dropLast(lines.count) + inner] {
      if list.addNodes(of: part) { return }
    }
    if value.isBlockHeader {
      list.add(name, block(inner))
    } else if value.isEmpty || value.hasPrefix(bytes: "#") {
      list.add(name, isList(inner) ? elements(inner) : object(inner))
    } else if value.beginsFlow, PropertyValue(loose: value).isCollection {
      list.add(name, text: value)
    } else {
      let words = inner.map(\.trimmingBlanks).filter { !$0.isEmpty && !$0.hasPrefix(bytes: "#") }
      list.add(name, text: ([value] + words).joined(separator: " "))
    }
  }

  /// The lines that are indented, elements of a list, empty, or comments.
  ///
  /// Behind another line, which may be a damaged name with lines of its own, only elements that go on with a list are.
  private var innerLines: [Substring] {
    var inner: [Substring] = []
    var elementIndent: Int?
    var isBehindOther = false
    for line in lines {
      let text = line.droppingBlanks
      if text.isElement, !isBehindOther || line.indent == elementIndent {
        elementIndent = elementIndent ?? line.indent
        isBehindOther = false
      } else if line.indent <= indent, !text.isEmpty, !text.hasPrefix(bytes: "#") {
        isBehindOther = true
      }
      if !isBehindOther { inner.append(line) }
    }
    return inner
  }

  /// The text of a block, without the blanks before all of its lines.
  private func block(_ lines: [Substring]) -> PropertyValue {
    let indents = lines.filter { !$0.droppingBlanks.isEmpty }.map(\.indent)
    let least = indents.min() ?? 0
    let isFolded = value.hasPrefix(bytes: ">")
    let texts = lines.map { String($0.unicodeScalars.dropFirst(min(least, $0.indent))) }
    let text = texts.joined(separator: isFolded ? " " : "\n")
    return .scalar(text.trimmingBlanks, isQuoted: true)
  }

  private func isList(_ lines: [Substring]) -> Bool {
    lines.contains { $0.droppingBlanks.isElement }
  }

  /// The members of an object, or the words on lines below a name.
  private func object(_ lines: [Substring]) -> PropertyValue {
    if depth < Self.maximumDepth {
      let list = PropertyList(yaml: lines, depth: depth + 1)
      if !list.properties.isEmpty { return .map(list.properties.map { ($0.name, $0.value) }) }
    }
    let words = lines.map(\.trimmingBlanks).filter { !$0.isEmpty && !$0.hasPrefix(bytes: "#") }
    return PropertyValue(loose: words.joined(separator: " "))
  }

  /// The elements of a list: texts, and objects of members on lines of their own.
  private func elements(_ lines: [Substring]) -> PropertyValue {
    var elements: [PropertyValue] = []
    var members: [(name: String, value: PropertyValue)] = []
    func endObject() {
      if !members.isEmpty { elements.append(.map(members)) }
      members = []
    }
    for line in lines {
      var text = line.droppingBlanks
      if text.isElement {
        endObject()
        text = Substring(text.unicodeScalars.dropFirst()).droppingBlanks
      }
      guard !text.isEmpty, !text.hasPrefix(bytes: "#") else { continue }
      let value = PropertyValue(loose: text.trimmingBlanks)
      if case .scalar = value, let (name, value) = text.nameAndValue {
        members.append((name, PropertyValue(loose: value.trimmingBlanks)))
      } else {
        elements.append(value)
      }
    }
    endObject()
    return .list(elements)
  }
}

extension PropertyValue {
  /// The value of a text that need be no YAML or TOML: an object or a list, the text within quotation marks, or the text up
  /// to a comment.
  ///
  /// - Complexity: O(bytes).
  init(loose text: String) {
    if let value = PropertyValue(flow: text) {
      self = value
    } else if let texts = text.looseElements {
      self = .list(texts.map { .scalar($0, isQuoted: false) })
    } else if let text = text.wholeUnquoted {
      self = .scalar(text, isQuoted: true)
    } else {
      // A comment begins with a blank and a number sign, but not within a bracket such as that of `[Issue #5] title`.
      let isQuoted = text.hasPrefix(bytes: "\"") || text.hasPrefix(bytes: "'")
      let start = (text.beginsFlow ? text.firstClosing : nil) ?? text.startIndex
      let comment = isQuoted ? nil : text[start...].firstRange(bytes: " #")?.lowerBound
      self.init(plain: text[..<(comment ?? text.endIndex)].trimmingBlanks)
    }
  }
}

extension PropertyValue {
  /// Whether the value is a list or an object.
  fileprivate var isCollection: Bool { if case .scalar = self { false } else { true } }
}

extension StringProtocol {
  /// Whether the text begins with a bracket or a brace.
  fileprivate var beginsFlow: Bool { hasPrefix(bytes: "[") || hasPrefix(bytes: "{") }

  /// The place of the first closing bracket or brace.
  fileprivate var firstClosing: Index? { unicodeScalars.firstIndex { $0 == "]" || $0 == "}" } }

  /// The number of blanks and tabs before the text.
  fileprivate var indent: Int {
    utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// Whether the text begins with the sign of an element of a list.
  fileprivate var isElement: Bool {
    guard hasPrefix(bytes: "-") else { return false }
    return unicodeScalars.dropFirst().first?.properties.isWhitespace ?? true
  }

  /// Whether the text is the sign of a block, alone or with its numbers and a comment.
  fileprivate var isBlockHeader: Bool {
    guard hasPrefix(bytes: "|") || hasPrefix(bytes: ">") else { return false }
    let rest = unicodeScalars.dropFirst().drop { "+-0123456789".unicodeScalars.contains($0) }
    let words = rest.drop(while: \.properties.isWhitespace)
    return words.isEmpty || words.first == "#" && words.startIndex > rest.startIndex
  }
}

extension Substring {
  /// Whether a line has a name behind at most `indent` blanks.
  fileprivate func beginsProperty(within indent: Int) -> Bool {
    guard self.indent <= indent else { return false }
    let text = droppingBlanks
    return !text.isElement && !text.hasPrefix(bytes: "#") && text.nameAndValue != nil
  }

  /// The list or the object on the line of a name, if it is JSON, which keeps its blanks, numbers and escapes; else `nil`.
  fileprivate func json(of name: String) -> String? {
    guard let (found, rest) = nameAndValue, found == name else { return nil }
    let text = rest.trimmingBlanks
    guard text.utf8.first == .openBracket || text.utf8.first == .openBrace,
      JSONScanner.isValue(Array(text.utf8))
    else { return nil }
    return text
  }

  /// The name of a line of YAML without quotation marks, and the part behind its colon, which a blank or the end of the
  /// line follows; `nil` for another line.
  fileprivate var nameAndValue: (name: String, value: Substring)? {
    var rest = unicodeScalars.drop(while: \.properties.isWhitespace)
    let start = rest.startIndex
    if let quoted = String.popQuoted(&rest) {
      // A name in quotation marks is one if its colon follows them.
      rest = rest.drop(while: \.properties.isWhitespace)
      guard quoted.isClosed, rest.popFirst() == ":", rest.first?.properties.isWhitespace ?? true
      else { return nil }
      return (quoted.text, Substring(rest))
    }
    while let colon = rest.firstIndex(of: ":") {
      rest = rest[rest.index(after: colon)...]
      if rest.first?.properties.isWhitespace ?? true {
        return (self[start..<colon].trimmingBlanks, Substring(rest))
      }
    }
    return nil
  }
}

extension String {
  /// The elements of a list in brackets, of which quoted ones may have commas; `nil` for any other value.
  fileprivate var looseElements: [String]? {
    guard hasPrefix(bytes: "["), let end = unicodeScalars.lastIndex(of: "]"),
      case let rest = Substring(unicodeScalars[end...].dropFirst()),
      case let words = rest.trimmingBlanks,
      words.isEmpty || words == "," || words == ";"
        || words.hasPrefix(bytes: "#") && rest.first?.isWhitespace == true
    else { return nil }
    var elements: [Substring] = []
    var start = unicodeScalars.index(after: startIndex)
    // Brackets within an element, as in `c++ [lang]`.
    var depth = 0
    var quote: Unicode.Scalar?
    var (isEscaped, isAtStart) = (false, true)
    for place in unicodeScalars[start..<end].indices {
      let scalar = unicodeScalars[place]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = scalar == "\\" && open == "\""
        if scalar == open { quote = nil }
      } else if scalar == ",", depth == 0 {
        elements.append(self[start..<place])
        start = unicodeScalars.index(after: place)
        isAtStart = true
      } else if scalar == "]" {
        guard depth > 0 else { return nil }
        depth -= 1
      } else if scalar == "[" {
        depth += 1
        isAtStart = false
      } else if isAtStart, scalar == "\"" || scalar == "'" {
        quote = scalar
        isAtStart = false
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      }
    }
    guard depth == 0 else { return nil }
    return (elements + [self[start..<end]]).map { $0.trimmingBlanks.unquoted }
      .filter { !$0.isEmpty }
  }
}
