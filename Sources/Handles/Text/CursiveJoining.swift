internal import CICU

/// How a letter of a cursive script joins its neighbours, from ICU's tables.
///
/// - SeeAlso: The Unicode Standard, section 9.2, *Cursive Joining*.
package struct CursiveJoining: Hashable, Sendable {
  /// Whether a mark or a format character stands between letters without a change of their joining.
  package let isTransparent: Bool
  /// Whether the letter joins the one before it, in reading order.
  package let joinsBefore: Bool
  /// Whether the letter joins the one after it, in reading order.
  package let joinsAfter: Bool
  /// The family of letters with the same skeleton.
  package let group: Group

  /// The families whose letters decide where a word is lengthened.
  package enum Group: Sendable {
    case ain, alef, beh, dal, feh, gaf, hah, heh, kaf, lam, qaf, reh, sad, seen, tah, tehMarbuta
    case waw, yeh, other
  }

  /// The joining of a character.
  package init(of character: UInt32) {
    let type = galley_joining_type(character)
    // In ICU's order: non-joining, join-causing, dual-joining, left-joining, right-joining, transparent.
    isTransparent = type == 5
    joinsBefore = type == 1 || type == 2 || type == 4
    joinsAfter = type == 1 || type == 2 || type == 3
    group = Self.groups[galley_joining_group(character)] ?? .other
  }

  /// Families by ICU's numbers.
  private static let groups: [Int32: Group] = [
    1: .ain, 3: .alef, 4: .beh, 6: .dal, 9: .feh, 11: .gaf, 13: .hah, 14: .tehMarbuta, 16: .heh,
    17: .heh, 19: .kaf, 21: .heh, 22: .lam, 29: .qaf, 31: .reh, 33: .sad, 35: .seen, 37: .kaf,
    40: .tah, 42: .tehMarbuta, 44: .waw, 45: .yeh, 55: .yeh,
  ]
}
