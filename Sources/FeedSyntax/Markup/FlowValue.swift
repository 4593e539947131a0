import GalleyPrimitives

extension PropertyValue {
  /// The value of a text that begins with a bracket or a brace, as YAML and TOML have lists and objects on one line or on
  /// several; `nil` for another text, and for one that goes on behind its value.
  ///
  /// - Complexity: O(text).
  init?(flow text: String) {
    guard text.hasPrefix(bytes: "[") || text.hasPrefix(bytes: "{") else { return nil }
    var parser = FlowParser(Array(text.unicodeScalars))
    guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
    self = value
  }
}

/// Reads values from scalars: a mark on a sign leaves it a sign.
private struct FlowParser {
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

  mutating func value(depth: Int) -> PropertyValue? {
    passSpace()
    guard depth < PropertyValue.maximumDepth else { return nil }
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
      return PropertyValue(plain: text(start..<index).trimmingBlanks)
    }
  }

  private mutating func list(depth: Int) -> PropertyValue? {
    var values: [PropertyValue] = []
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
        values.append(value)
      }
    }
  }

  private mutating func map(depth: Int) -> PropertyValue? {
    var members: [(name: String, value: PropertyValue)] = []
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
