internal import CPango

/// The type of a character in the bidirectional algorithm, by FriBidi's table.
///
/// - SeeAlso: UAX #9, table 4.
package enum BidiType: Sendable {
  case left, right, arabicLetter, europeanNumber, europeanSeparator, europeanTerminator
  case arabicNumber, commonSeparator, nonspacingMark, boundaryNeutral, whiteSpace, otherNeutral
  /// A separator, or an explicit embedding, override or isolate.
  case other

  /// The type of a character.
  package init(of character: UInt32) {
    switch galley_bidi_type(character) {
    case PANGO_BIDI_TYPE_L: self = .left
    case PANGO_BIDI_TYPE_R: self = .right
    case PANGO_BIDI_TYPE_AL: self = .arabicLetter
    case PANGO_BIDI_TYPE_EN: self = .europeanNumber
    case PANGO_BIDI_TYPE_ES: self = .europeanSeparator
    case PANGO_BIDI_TYPE_ET: self = .europeanTerminator
    case PANGO_BIDI_TYPE_AN: self = .arabicNumber
    case PANGO_BIDI_TYPE_CS: self = .commonSeparator
    case PANGO_BIDI_TYPE_NSM: self = .nonspacingMark
    case PANGO_BIDI_TYPE_BN: self = .boundaryNeutral
    case PANGO_BIDI_TYPE_WS: self = .whiteSpace
    case PANGO_BIDI_TYPE_ON: self = .otherNeutral
    default: self = .other
    }
  }
}
