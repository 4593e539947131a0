import GalleyPrimitives

/// A value of front matter: a text, or a list in brackets or an object in braces, as YAML and TOML have them on one line
/// or on several.
enum FlowValue {
  case scalar(String, isQuoted: Bool)
  case list([FlowValue])
  case map([(name: String, value: FlowValue)])

  /// The largest number of lists and objects within each other; a deeper one is not read.
  static let maximumDepth = 32

  /// The value of a text that begins with a bracket or a brace; `nil` for another text, and for one that goes on behind
  /// its value.
  ///
  /// - Complexity: O(text).
  init?(_ text: String) {
    guard text.hasPrefix(bytes: "[") || text.hasPrefix(bytes: "{") else { return nil }
    var parser = Parser(Array(text.unicodeScalars))
    guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = value
  }

  /// The value as JSON: a text in quotation marks, or without any that is no other value of JSON, is a string.
  var json: String {
    switch self {
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
    case .list(let values): values.compactMap(\.text).joined(separator: ", ")
    case .map: nil
    }
  }

  /// The texts of the members of an object by their names in small letters; `nil` for another value.
  var members: [String: String]? {
    guard case .map(let members) = self else { return nil }
    return Dictionary(
      members.compactMap { member in member.value.text.map { (member.name.lowercased(), $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension FlowValue {
  /// Reads values from scalars: a mark on a sign leaves it a sign.
  private struct Parser {
    let scalars: [Unicode.Scalar]
    var index = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// Whether nothing but white space and a comment follows.
    var isAtEnd: Bool {
      mutating get {
        passSpace()
        return next == nil
      }
    }

    private mutating func passSpace() {
      while let scalar = next, scalar.properties.isWhitespace || scalar == "#" {
        index += 1
        guard scalar == "#" else { continue }
        while let scalar = next, scalar != "\n" { index += 1 }
      }
    }

    mutating func value(depth: Int) -> FlowValue? {
      passSpace()
      guard depth < FlowValue.maximumDepth else { return nil }
      switch next {
      case "[": return list(depth: depth)
      case "{": return map(depth: depth)
      case "\"", "'": return .scalar(quoted(), isQuoted: true)
      default:
        let start = index
        while let scalar = next, !",]}\n".unicodeScalars.contains(scalar),
          !(scalar == "#" && index > start && scalars[index - 1].properties.isWhitespace)
        {
          index += 1
        }
        let text = text(start..<index).trimmingBlanks
        return .scalar(text == "null" || text == "~" ? "" : text, isQuoted: false)
      }
    }

    private mutating func list(depth: Int) -> FlowValue? {
      var values: [FlowValue] = []
      index += 1
      while true {
        passSpace()
        switch next {
        case nil: return nil
        case "]":
          index += 1
          return .list(values)
        case ",": index += 1
        default:
          guard let value = value(depth: depth + 1) else { return nil }
          passSpace()
          guard next == "," || next == "]" else { return nil }
          if case .scalar("", isQuoted: _) = value { continue }
          values.append(value)
        }
      }
    }

    private mutating func map(depth: Int) -> FlowValue? {
      var members: [(name: String, value: FlowValue)] = []
      index += 1
      while true {
        passSpace()
        switch next {
        case nil: return nil
        case "}":
          index += 1
          return .map(members)
        case ",": index += 1
        default:
          guard let name = name(), let value = value(depth: depth + 1) else { return nil }
          passSpace()
          guard next == "," || next == "}" else { return nil }
          members.append((name, value))
        }
      }
    }

    /// The name of a member, with the sign after it passed; `nil` without one.
    private mutating func name() -> String? {
      if next == "\"" || next == "'" {
        let name = quoted()
        passSpace()
        guard next == ":" || next == "=" else { return nil }
        index += 1
        return name
      }
      let start = index
      while let scalar = next, !",{}[]\n".unicodeScalars.contains(scalar) {
        let after = index + 1 < scalars.count ? scalars[index + 1] : " "
        if scalar == "=" || scalar == ":" && after.properties.isWhitespace {
          let name = text(start..<index).trimmingBlanks
          index += 1
          return name.isEmpty ? nil : name
        }
        index += 1
      }
      return nil
    }

    /// The text in quotation marks that begins here.
    private mutating func quoted() -> String {
      let start = index
      let quote = scalars[index]
      index += 1
      while let scalar = next {
        index += scalar == "\\" && quote == "\"" ? 2 : 1
        guard scalar == quote else { continue }
        // A doubled apostrophe is one of the text.
        guard quote == "'", next == "'" else { break }
        index += 1
      }
      index = min(index, scalars.count)
      return text(start..<index).unquoted
    }

    private func text(_ range: Range<Int>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range])
      return String(text)
    }
  }
}

/// Finds the end of a value in brackets or braces over several lines.
struct FlowEnd {
  private var depth = 0
  private var quote: Unicode.Scalar?

  /// Whether the value ends within the lines so far, of which `line` is the next one.
  mutating func take(_ line: some StringProtocol) -> Bool {
    var isEscaped = false
    var before: Unicode.Scalar = " "
    for scalar in line.unicodeScalars {
      defer { before = scalar }
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = scalar == "\\" && open == "\""
        if scalar == open { quote = nil }
      } else {
        switch scalar {
        case "[", "{": depth += 1
        case "]", "}": depth -= 1
        case "\"", "'":
          let mayOpen = "[{,:=".unicodeScalars.contains(before) || before.properties.isWhitespace
          if mayOpen { quote = scalar }
        case "#" where before.properties.isWhitespace: return depth <= 0
        default: break
        }
        if depth <= 0 { return true }
      }
    }
    return false
  }
}

extension Substring {
  /// The parts of a line of YAML before and behind the colon after a name, which a blank or the end of the line follows;
  /// `nil` for another line.
  var nameAndValue: (Substring, Substring)? {
    guard let first = unicodeScalars.first else { return nil }
    var rest = unicodeScalars
    if first == "\"" || first == "'" {
      // A name in quotation marks is one if its colon follows them.
      guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
      rest = rest[rest.index(after: end)...]
      guard rest.first == ":" else { return nil }
    }
    while let colon = rest.firstIndex(of: ":") {
      rest = rest[rest.index(after: colon)...]
      if rest.first?.properties.isWhitespace ?? true { return (self[..<colon], Substring(rest)) }
    }
    return nil
  }
}
