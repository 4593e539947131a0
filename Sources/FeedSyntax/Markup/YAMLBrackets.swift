/// The brackets of a text of YAML that are open at once.
///
/// Where libyaml may see quotation marks, comments, blocks of text or plain texts in another way, all later closing brackets
/// count as text, so that no bracket hides others from the limit. That is so outside of brackets, but for values behind
/// a colon and a blank, and for names in quotation marks at the beginning of a line.
///
/// Source: libyaml 0.2.5, `src/scanner.c`, `yaml_parser_fetch_next_token` and `yaml_parser_scan_plain_scalar`.
struct YAMLBrackets {
  private enum Place {
    /// Outside of the others.
    case plain
    case double, single, comment
    /// Where closing brackets may be text.
    case unknown
  }

  private var place = Place.plain
  private var depth = 0
  /// The scalar before.
  private var previous: Unicode.Scalar = "\n"
  /// The last scalar outside of comments that is no white space; a line feed before the first one.
  private var last: Unicode.Scalar = "\n"
  /// Whether the next scalar of a text in quotation marks is escaped.
  private var isEscaped = false
  /// Whether a text in quotation marks ended right before, or before a colon.
  private var isQuotedBefore = false

  /// Whether at most `limit` brackets of a text of YAML are open at once.
  ///
  /// - Complexity: O(bytes).
  static func areBounded(_ yaml: String, limit: Int) -> Bool {
    guard yaml.utf8.count(where: { $0 == UInt8(ascii: "[") || $0 == .openBrace }) > limit else {
      return true
    }
    var brackets = YAMLBrackets()
    for scalar in yaml.unicodeScalars {
      brackets.add(scalar)
      if brackets.depth > limit { return false }
    }
    return true
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    switch place {
    case .plain: addPlain(scalar)
    case .comment: if scalar == "\n" || scalar == "\r" { place = .plain }
    case .double:
      if !isEscaped, scalar == "\"" { close(scalar) }
      isEscaped = !isEscaped && scalar == "\\"
    case .single: if scalar == "'" { close(scalar) }
    case .unknown: if scalar == "[" || scalar == "{" { depth += 1 }
    }
    previous = scalar
  }

  private mutating func close(_ mark: Unicode.Scalar) {
    place = .plain
    last = mark
    isQuotedBefore = true
  }

  private mutating func addPlain(_ scalar: Unicode.Scalar) {
    guard !isBlank(scalar) else { return }
    // Two apostrophes within a text in apostrophes are one of its text.
    if scalar == "'", previous == "'", last == "'", isQuotedBefore { return place = .single }
    switch scalar {
    case "[", "{":
      if depth == 0, !isValue, last != "\n" { place = .unknown }
      depth += 1
    case "]", "}": depth = max(0, depth - 1)
    case "\"", "'":
      if isValue || isBehind("[{,", last) || isLine {
        place = scalar == "'" ? .single : .double
      } else if !isWord(previous) {
        place = .unknown
      }
    case "#":
      if isBlank(previous) || isBehind("[{,", previous) {
        return place = .comment
      }
      if !isWord(previous) { place = .unknown }
    // A tag in angle brackets may have any sign.
    case "<": if previous == "!" { place = .unknown }
    case "|", ">", "%": if depth == 0, !isWord(previous) { place = .unknown }
    default: break
    }
    if scalar != ":" || previous != last { isQuotedBefore = false }
    last = scalar
  }

  /// Whether the next token is a value: behind a colon that ends a name.
  private var isValue: Bool {
    last == ":" && (isBlank(previous) || depth > 0 && isQuotedBefore)
  }

  /// Whether a line of a name begins.
  private var isLine: Bool { depth == 0 && (previous == "\n" || previous == "\r") }

  /// Whether a scalar is white space of YAML; that of Unicode is text.
  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  /// Whether a scalar is one of some signs within brackets.
  private func isBehind(_ signs: String, _ scalar: Unicode.Scalar) -> Bool {
    depth > 0 && signs.unicodeScalars.contains(scalar)
  }

  /// Whether no token begins behind a scalar.
  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
