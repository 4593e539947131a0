/// Lengths of texts that are estimated by their characters, because a parser has no fonts.
///
/// They are those of Noto Sans in its regular weight, rounded up.
extension StringProtocol {
  /// About how long it is, in ems.
  ///
  /// - Complexity: O(text).
  var ems: Double { unicodeScalars.reduce(0) { $0 + $1.ems } }

  /// About how long its longest word is, in ems; wide characters are words of their own.
  ///
  /// - Complexity: O(text).
  var longestWordEms: Double {
    var (longest, word) = (0.0, 0.0)
    for scalar in unicodeScalars {
      let isWide = scalar.value >= 0x1100 && scalar.ems == 1
      word = scalar.properties.isWhitespace ? 0 : isWide ? 1 : word + scalar.ems
      longest = Swift.max(longest, word)
    }
    return longest
  }
}

extension Unicode.Scalar {
  fileprivate var ems: Double {
    switch self {
    case " ", ".", ",": 0.27
    case "0"..."9": 0.58
    case "m", "w", "M", "W": 0.95
    case "I", "J", "f", "i", "j", "l", "r", "t": 0.42
    case "A"..."Z": 0.75
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: 0
      default: value < 0x1100 ? 0.62 : 1
      }
    }
  }
}
