/// The rules of text where Pango's differ from those that readers expect.
public enum TextRules: String, Hashable, Sendable, Codable, CaseIterable {
  /// One alphabetic baseline for all scripts, symbols from Noto's fonts of symbols, Han by the kana or the Hangul
  /// of a text without a language, hyphens only at soft hyphens, words of Khmer, Lao and Burmese by dictionary,
  /// and no full stop before an ellipsis.
  case reader
  /// Pango's lines, fonts and hyphens, for a comparison with PangoLayout.
  case pango
}
