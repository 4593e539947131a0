import GalleyHandles

/// Divides plain text at changes of script.
///
/// A character that all scripts share takes the script before it, or at the start the script after it; a
/// closing bracket takes that of its opening one.
///
/// - SeeAlso: UAX #24, section 5.1; ICU's `usc_impl.c`, which Pango follows.
struct ScriptRuns {
  private struct Opened {
    var pair: Int
    var script: UInt8
  }

  private var opened: [Opened] = []
  /// The number of entries of `opened` from before the current run.
  private var known = 0
  private var script: UInt8 = 0
  private static var common: UInt8 { UnicodeScript.common.number }
  private static let maximumDepth = 128

  /// Whether `character` continues the current run; if not, a new run starts with it.
  mutating func continues(_ character: PlainCharacter) -> Bool {
    // Most characters have the script of the one before.
    if character.script == script, script != Self.common { return true }
    if accept(character) { return true }
    script = Self.common
    known = opened.count
    _ = accept(character)
    return false
  }

  /// The script of the current run so far.
  var current: UInt8 { script }

  /// Starts a paragraph.
  mutating func reset() {
    opened.removeAll(keepingCapacity: true)
    known = 0
    script = Self.common
  }

  private mutating func accept(_ character: PlainCharacter) -> Bool {
    var own = character.script
    var closes = false
    if own == Self.common, let bracket = character.bracket {
      if bracket.isOpening {
        if opened.count < Self.maximumDepth {
          opened.append(Opened(pair: bracket.pair, script: script))
        }
      } else {
        while let last = opened.last, last.pair != bracket.pair { opened.removeLast() }
        known = min(known, opened.count)
        if let last = opened.last {
          own = last.script
          closes = true
        }
      }
    }
    guard script == Self.common || own == Self.common || script == own else { return false }
    if script == Self.common, own != Self.common {
      script = own
      // Brackets before the first character of a script have its script too.
      while known < opened.count {
        opened[known].script = own
        known += 1
      }
    }
    if closes {
      opened.removeLast()
      known = min(known, opened.count)
    }
    return true
  }
}
