/// The properties by which fontconfig chooses a font.
package struct FontRequest: Hashable, Sendable {
  package var family: String
  /// Layout units per em.
  package var size: Double
  /// 100–1000, as in OpenType.
  package var weight: Int
  package var isItalic: Bool

  package init(family: String, size: Double, weight: Int, isItalic: Bool) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}
