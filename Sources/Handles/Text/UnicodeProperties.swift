internal import CHarfBuzz
internal import CPango

/// Properties of characters, from the tables of the libraries that use them.
package enum UnicodeProperties {
  /// The general category, of GLib.
  package static func category(of character: UInt32) -> Unicode.GeneralCategory {
    let number = Int(g_unichar_type(character).rawValue)
    return categories.indices.contains(number) ? categories[number] : .unassigned
  }

  /// In the order of GLib's numbers.
  private static let categories: [Unicode.GeneralCategory] = [
    .control, .format, .unassigned, .privateUse, .surrogate, .lowercaseLetter, .modifierLetter,
    .otherLetter, .titlecaseLetter, .uppercaseLetter, .spacingMark, .enclosingMark,
    .nonspacingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
    .dashPunctuation, .closePunctuation, .finalPunctuation, .initialPunctuation,
    .otherPunctuation, .openPunctuation, .currencySymbol, .modifierSymbol, .mathSymbol,
    .otherSymbol, .lineSeparator, .paragraphSeparator, .spaceSeparator,
  ]

  /// Whether lines break around a character as around ideographs.
  package static func isIdeographic(_ character: UInt32) -> Bool {
    g_unichar_break_type(character) == G_UNICODE_BREAK_IDEOGRAPHIC
  }

  /// Whether a character is as wide as an ideograph.
  ///
  /// - SeeAlso: UAX #11.
  package static func isWide(_ character: UInt32) -> Bool { g_unichar_iswide(character) != 0 }

  /// Whether a character never joins the one before it, by HarfBuzz's tables.
  package static func startsCluster(_ character: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), character) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK, HB_UNICODE_GENERAL_CATEGORY_FORMAT,
      HB_UNICODE_GENERAL_CATEGORY_CONTROL, HB_UNICODE_GENERAL_CATEGORY_MODIFIER_SYMBOL,
      HB_UNICODE_GENERAL_CATEGORY_UNASSIGNED:
      false
    default: true
    }
  }

  /// Whether a character is a mark, by HarfBuzz's tables.
  package static func isMark(_ character: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), character) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
      true
    default: false
    }
  }

  /// Whether a character is a virama, which may join the letters beside it.
  ///
  /// - SeeAlso: Canonical_Combining_Class 9.
  package static func isVirama(_ character: UInt32) -> Bool {
    hb_unicode_combining_class(hb_unicode_funcs_get_default(), character)
      == HB_UNICODE_COMBINING_CLASS_VIRAMA
  }

  /// Whether a script, an OpenType tag, is written from right to left.
  package static func isRightToLeft(script: UInt32) -> Bool {
    hb_script_get_horizontal_direction(hb_script_t(script)) == HB_DIRECTION_RTL
  }
}
