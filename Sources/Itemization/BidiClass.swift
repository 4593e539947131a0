import GalleyHandles

/// The class of a character in the bidirectional algorithm, in text without explicit embeddings.
///
/// - SeeAlso: UAX #9, table 4.
enum BidiClass: UInt8 {
  case left, right, arabicLetter, europeanNumber, europeanSeparator, europeanTerminator,
    arabicNumber
  case commonSeparator, mark, boundary, white, neutral
  /// A bracket of ASCII.
  case bracket
  /// A character that ``BidiLevels`` leaves to FriBidi.
  case other
}

extension BidiClass {
  /// Looks the class up; rare types, and brackets outside ASCII, are left to FriBidi.
  init(of character: UInt32) {
    switch BidiType(of: character) {
    case .left: self = .left
    case .right: self = .right
    case .arabicLetter: self = .arabicLetter
    case .europeanNumber: self = .europeanNumber
    case .europeanSeparator: self = .europeanSeparator
    case .europeanTerminator: self = .europeanTerminator
    case .arabicNumber: self = .arabicNumber
    case .commonSeparator: self = .commonSeparator
    case .nonspacingMark: self = .mark
    case .boundaryNeutral: self = .boundary
    case .whiteSpace: self = .white
    case .otherNeutral:
      switch UnicodeProperties.category(of: character) {
      case .openPunctuation, .closePunctuation: self = character < 0x80 ? .bracket : .other
      default: self = .neutral
      }
    case .other: self = .other
    }
  }

  /// The direction that neighbours see: numbers count as from right to left; `nil` for neutral classes.
  var direction: BidiClass? {
    switch self {
    case .left: .left
    case .right, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }
}
