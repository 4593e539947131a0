internal import CPango

/// A script, by GLib's number.
///
/// The named scripts are inlinable constants: itemizing compares them for each character. A test compares their
/// tags with ISO 15924.
@usableFromInline
package struct UnicodeScript: Hashable, Sendable {
  @usableFromInline package let number: UInt8
  @inlinable package init(number: UInt8) { self.number = number }

  @inlinable package static var common: UnicodeScript { UnicodeScript(number: 0) }
  @inlinable package static var inherited: UnicodeScript { UnicodeScript(number: 1) }
  @inlinable package static var arabic: UnicodeScript { UnicodeScript(number: 2) }
  @inlinable package static var armenian: UnicodeScript { UnicodeScript(number: 3) }
  @inlinable package static var bengali: UnicodeScript { UnicodeScript(number: 4) }
  @inlinable package static var bopomofo: UnicodeScript { UnicodeScript(number: 5) }
  @inlinable package static var cyrillic: UnicodeScript { UnicodeScript(number: 8) }
  @inlinable package static var devanagari: UnicodeScript { UnicodeScript(number: 10) }
  @inlinable package static var ethiopic: UnicodeScript { UnicodeScript(number: 11) }
  @inlinable package static var georgian: UnicodeScript { UnicodeScript(number: 12) }
  @inlinable package static var greek: UnicodeScript { UnicodeScript(number: 14) }
  @inlinable package static var gujarati: UnicodeScript { UnicodeScript(number: 15) }
  @inlinable package static var gurmukhi: UnicodeScript { UnicodeScript(number: 16) }
  @inlinable package static var han: UnicodeScript { UnicodeScript(number: 17) }
  @inlinable package static var hangul: UnicodeScript { UnicodeScript(number: 18) }
  @inlinable package static var hebrew: UnicodeScript { UnicodeScript(number: 19) }
  @inlinable package static var hiragana: UnicodeScript { UnicodeScript(number: 20) }
  @inlinable package static var kannada: UnicodeScript { UnicodeScript(number: 21) }
  @inlinable package static var katakana: UnicodeScript { UnicodeScript(number: 22) }
  @inlinable package static var khmer: UnicodeScript { UnicodeScript(number: 23) }
  @inlinable package static var lao: UnicodeScript { UnicodeScript(number: 24) }
  @inlinable package static var latin: UnicodeScript { UnicodeScript(number: 25) }
  @inlinable package static var malayalam: UnicodeScript { UnicodeScript(number: 26) }
  @inlinable package static var myanmar: UnicodeScript { UnicodeScript(number: 28) }
  @inlinable package static var oriya: UnicodeScript { UnicodeScript(number: 31) }
  @inlinable package static var sinhala: UnicodeScript { UnicodeScript(number: 33) }
  @inlinable package static var tamil: UnicodeScript { UnicodeScript(number: 35) }
  @inlinable package static var telugu: UnicodeScript { UnicodeScript(number: 36) }
  @inlinable package static var thai: UnicodeScript { UnicodeScript(number: 38) }

  /// Whether text in Han is also written in this script.
  var isEastAsian: Bool {
    switch self {
    case .han, .hangul, .hiragana, .katakana, .bopomofo: true
    default: false
    }
  }

  /// The script of a character.
  package init(of character: UInt32) {
    number = UInt8(truncatingIfNeeded: g_unichar_get_script(character).rawValue)
  }

  /// The tag of ISO 15924, as HarfBuzz has it.
  package var tag: UInt32 { g_unicode_script_to_iso15924(glib) }

  var glib: GUnicodeScript { GUnicodeScript(rawValue: Int32(number)) }
  var pango: PangoScript { PangoScript(rawValue: PangoScript.RawValue(number)) }
}
