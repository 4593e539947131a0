/// A font as text requests it; layout decides which file serves it.
public struct Font: Hashable, Sendable, Codable {
  /// The family; the fallback families serve scripts that it lacks.
  public var family: String
  /// Layout units per em, 1–512.
  public var size: Double
  /// The weight, clamped to 100–1000: 400 is regular, 700 bold.
  ///
  /// Of a family without it, the nearest face serves; of a variable font, the place on its axis `wght`.
  public var weight: Int
  /// Whether the text is slanted.
  public var isItalic: Bool
  /// The places on the axes of a variable font, as `wght=350, wdth=80`.
  ///
  /// There are at most 16. They are stronger than ``weight``, and other fonts ignore them.
  ///
  /// - SeeAlso: CSS Fonts 4, `font-variation-settings`.
  public var variations = ""

  /// Makes a font of `family` at `size` layout units per em.
  public init(family: String = "Noto Sans", size: Double, weight: Int = 400, isItalic: Bool = false)
  {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// Parses a font in Pango's notation: family, optional style words such as `Bold` or `Italic`, then the size, and
  /// last the axes of a variable font, as in `Noto Sans Bold 14` or `Cantarell 14 @wght=350,wdth=80`; `nil` if there
  /// is no size.
  ///
  /// - SeeAlso: [`pango_font_description_from_string`](https://docs.gtk.org/Pango/type_func.FontDescription.from_string.html)
  public init?(description: String) {
    let parts = description.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard var words = parts.first?.split(separator: " ") else { return nil }
    guard let last = words.popLast(),
      let size = Double(last.hasSuffix("px") ? last.dropLast(2) : last), size.isFinite, size > 0
    else { return nil }
    self.init(size: size)
    if parts.count == 2 {
      variations = String(parts[1])
      guard canonicalVariations != nil else { return nil }
    }
    while let word = words.last, let style = Self.styles[word.lowercased()], words.count > 1 {
      if let weight = style { self.weight = weight } else { isItalic = true }
      words.removeLast()
    }
    guard !words.isEmpty else { return nil }
    family = words.joined(separator: " ")
  }

  /// The ``variations`` in one notation, in the order of their tags; `nil` if one is no tag of four characters with a
  /// number, or if there are more than 16.
  package var canonicalVariations: String? {
    if variations.isEmpty { return "" }
    var values: [String: Double] = [:]
    for part in variations.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map {
        $0.filter { $0 != " " && $0 != "\"" && $0 != "'" }
      }
      guard sides.count == 2, sides[0].utf8.count == 4,
        sides[0].utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let value = Double(sides[1]),
        abs(value) <= 32_767
      else { return nil }
      values[sides[0]] = (value * 1000).rounded() / 1000
    }
    guard values.count <= 16 else { return nil }
    return values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  /// Whether a word of a font's notation names no family: a style, or a size.
  package static func isStyleOrSize(_ word: Substring) -> Bool {
    styles[word.lowercased()] != nil
      || Double(word.hasSuffix("px") ? word.dropLast(2) : word) != nil
  }

  /// The weight of a style word; `nil` for a slant.
  private static let styles: [String: Int?] = [
    "thin": 100, "extralight": 200, "ultra-light": 200, "light": 300, "regular": 400,
    "medium": 500, "semibold": 600, "semi-bold": 600, "bold": 700, "extrabold": 800,
    "ultra-bold": 800, "heavy": 900, "black": 900, "italic": nil, "oblique": nil,
  ]
}

extension Font {
  /// Reads the output of `encode(to:)`; without ``variations``, a font has none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      family: try values.decode(String.self, forKey: .family),
      size: try values.decode(Double.self, forKey: .size),
      weight: try values.decode(Int.self, forKey: .weight),
      isItalic: try values.decode(Bool.self, forKey: .isItalic))
    variations = try values.decodeIfPresent(String.self, forKey: .variations) ?? ""
  }
}
