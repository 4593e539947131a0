/// What had to be changed in a text before it could be set.
public struct TextRepairs: Hashable, Sendable, Codable {
  /// How many NULs became U+2400, SYMBOL FOR NULL: Pango would cut the text at the first.
  public var nulCount = 0
  /// How many combining marks were dropped, being beyond ``maximumMarks`` on one base.
  public var droppedMarkCount = 0

  /// No repairs.
  public init() {}

  /// How many repairs there were.
  public var count: Int { nulCount + droppedMarkCount }

  /// How many combining marks one base may carry.
  public static let maximumMarks = 32
}

/// Makes a string safe to shape: NUL becomes U+2400, and marks beyond the limit are dropped.
///
/// - Complexity: O(string); a string that needs nothing is returned as it is.
func repaired(_ string: String) -> (String, TextRepairs) {
  guard needsRepair(string) else {
    var native = string
    native.makeContiguousUTF8()
    return (native, TextRepairs())
  }
  var repairer = TextRepairer()
  repairer.append(string.unicodeScalars[...])
  return (repairer.result, repairer.repairs)
}

/// Repairs a string piece by piece.
struct TextRepairer {
  private(set) var result = ""
  private(set) var repairs = TextRepairs()
  /// How many marks the last base has.
  private var marks = 0

  mutating func append(_ scalars: Substring.UnicodeScalarView) {
    for scalar in scalars {
      if scalar == "\0" {
        repairs.nulCount += 1
        marks = 0
        result.unicodeScalars.append("\u{2400}")
      } else if isMark(scalar) {
        marks += 1
        if marks <= TextRepairs.maximumMarks {
          result.unicodeScalars.append(scalar)
        } else {
          repairs.droppedMarkCount += 1
        }
      } else {
        marks = 0
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Whether there may be something to repair: a NUL, or a long stretch that could be all marks.
///
/// Property look-ups are slow, so they wait until a stretch of scalars that could be marks is
/// longer than the limit; text of most scripts never has one.
func needsRepair(_ string: String) -> Bool {
  var candidates = 0
  for scalar in string.unicodeScalars {
    if scalar == "\0" { return true }
    let couldBeMark =
      scalar.value >= 0x300 && !(0x3400...0x9FFF).contains(scalar.value)
      && !(0xAC00...0xD7A3).contains(scalar.value)
    candidates = couldBeMark ? candidates + 1 : 0
    if candidates > TextRepairs.maximumMarks { return true }
  }
  return false
}

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  guard scalar.value >= 0x300 else { return false }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark: return true
  default: return false
  }
}
