import GalleyPrimitives

/// The changes that a text needed before layout.
public struct TextRepairs: Hashable, Sendable, Codable {
  /// The number of NULs replaced by U+2400, SYMBOL FOR NULL: Pango would end the text at the first
  /// NUL.
  public var nulCount = 0
  /// The number of combining marks dropped because a base had more than ``maximumMarks``.
  public var droppedMarkCount = 0

  /// Makes counts of zero.
  public init() {}

  mutating func add(_ other: TextRepairs) {
    nulCount += other.nulCount
    droppedMarkCount += other.droppedMarkCount
  }

  /// The number of repairs.
  public var count: Int { nulCount + droppedMarkCount }

  /// The maximum number of combining marks per base.
  public static let maximumMarks = 32
}

/// Makes a string safe to shape: replaces each NUL by U+2400, and drops marks beyond the limit.
///
/// - Complexity: O(string); a string that needs no repair is returned unchanged.
package func repaired(_ string: String) -> (String, TextRepairs) {
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
  /// The number of marks on the current base.
  private var marks = 0

  mutating func append(_ scalars: Substring.UnicodeScalarView) {
    for scalar in scalars {
      if scalar == "\0" {
        repairs.nulCount += 1
        marks = 0
        result.unicodeScalars.append("\u{2400}")
      } else if scalar.isCombiningMark {
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

/// Whether the string may need a repair: it has a NUL, or a long stretch of possible marks.
///
/// Property look-ups are slow, so they start only when a stretch of scalars that could be marks
/// exceeds the limit; text in most scripts never has one.
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
