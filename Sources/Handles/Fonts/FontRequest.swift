/// The properties by which fontconfig chooses a font.
@usableFromInline
package struct FontRequest: Hashable, Sendable {
  @usableFromInline package var family: String
  /// Layout units per em.
  @usableFromInline package var size: Double
  /// 100–1000, as in OpenType.
  @usableFromInline package var weight: Int
  @usableFromInline package var isItalic: Bool
  /// The places on the axes of a variable font, in Pango's notation.
  @usableFromInline package var variations: String

  package init(
    family: String, size: Double, weight: Int, isItalic: Bool, variations: String = ""
  ) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
    self.variations = variations
  }

  // Inlinable, because each paragraph compares its request with earlier ones.
  @inlinable package static func == (one: FontRequest, other: FontRequest) -> Bool {
    one.size == other.size && one.weight == other.weight && one.isItalic == other.isItalic
      && one.family == other.family && one.variations == other.variations
  }
}
