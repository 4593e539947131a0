extension String {
  /// This text as a message shows it: on one line, without effect on a terminal, and not too long.
  ///
  /// Text from outside (a feed's, a theme's, the name of a file or of a font) may hold escape codes,
  /// line breaks and changes of direction, by which it could clear a terminal, forge a line or hide what
  /// follows. Those are written as escapes, such as `\u{1B}`. Of longer text the middle is left out, and
  /// its length in bytes is added.
  ///
  /// - Parameter limit: how many Unicode scalars are shown, escapes counted as one.
  /// - Returns: One line.
  /// - Complexity: O(length) for text beyond the limit, O(limit) otherwise.
  package func shown(limit: Int = 80) -> String {
    let scalars = unicodeScalars
    // A scalar has at least a byte: most texts need not be counted.
    guard utf8.count > limit, scalars.count > limit else { return Self.escaped(scalars[...]) }
    let tail = limit / 3
    return Self.escaped(scalars.prefix(limit - tail)) + "…" + Self.escaped(scalars.suffix(tail))
      + " (\(utf8.count) bytes)"
  }

  /// This text without effect on a terminal: as ``shown(limit:)``, but of any length, and with its line breaks and
  /// tabulators.
  ///
  /// - Complexity: O(length).
  package var shownLines: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" || !scalar.acts {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar == "\r" ? "\\r" : scalar.escape
      }
    }
    return text
  }

  private static func escaped(_ scalars: Substring.UnicodeScalarView) -> String {
    var text = ""
    for scalar in scalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.acts {
          text += scalar.escape
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// The escape of this in Swift: `\u{1B}`.
  fileprivate var escape: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }

  /// Whether a terminal does something else with this than to show it: control characters (C0, C1 and
  /// delete), separators of lines and paragraphs, and controls of direction.
  fileprivate var acts: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: properties.isBidiControl
    }
  }
}
