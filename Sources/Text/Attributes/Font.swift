/// A font as text requests it; layout decides which file serves it.
public struct Font: Hashable, Sendable, Codable {
  /// The family; the fallback families serve scripts that it lacks.
  public var family: String
  /// Layout units per em, 1–512.
  public var size: Double
  /// The weight, clamped to 100–1000: 400 is regular, 700 bold.
  public var weight: Int
  /// Whether the text is slanted.
  public var isItalic: Bool

  /// Makes a font of `family` at `size` layout units per em.
  public init(family: String = "Noto Sans", size: Double, weight: Int = 400, isItalic: Bool = false)
  {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// Parses a font in Pango's notation: family, optional style words such as `Bold` or `Italic`,
  /// then the size, as in `Noto Sans Bold 14`; `nil` if there is no size.
  ///
  /// - SeeAlso: [`pango_font_description_from_string`](https://docs.gtk.org/Pango/type_func.FontDescription.from_string.html)
  public init?(description: String) {
    var words = description.split(separator: " ")
    guard let last = words.popLast(),
      let size = Double(last.hasSuffix("px") ? last.dropLast(2) : last), size.isFinite, size > 0
    else { return nil }
    self.init(size: size)
    while let word = words.last, let style = Self.styles[word.lowercased()], words.count > 1 {
      if let weight = style { self.weight = weight } else { isItalic = true }
      words.removeLast()
    }
    guard !words.isEmpty else { return nil }
    family = words.joined(separator: " ")
  }

  /// The weight of a style word; `nil` for a slant.
  private static let styles: [String: Int?] = [
    "thin": 100, "extralight": 200, "ultra-light": 200, "light": 300, "regular": 400,
    "medium": 500, "semibold": 600, "semi-bold": 600, "bold": 700, "extrabold": 800,
    "ultra-bold": 800, "heavy": 900, "black": 900, "italic": nil, "oblique": nil,
  ]
}
