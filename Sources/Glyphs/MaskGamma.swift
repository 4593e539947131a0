import Foundation
package import GalleyPrimitives

/// How the coverage of text depends on its colour.
public enum TextContrast: Hashable, Sendable {
  /// As in Chromium: light text covers more of its pixels than its outlines do.
  case browser
  /// The share of each pixel that the outline covers, as Cairo draws it.
  case linear
}

/// The tables that change the coverage of glyph masks by the lightness of the text's colour.
///
/// The bytes of two colours are blended, not their light: where a pixel is half covered, white on black is darker than
/// the mean of their light, and looks thinner. The table of a lightness holds the coverage with which bytes blend to
/// the colour that light would blend to, with a gamma of 1.2, on a ground of the opposite lightness; dark text takes
/// some more contrast before.
///
/// - SeeAlso: Skia, `SkMaskGamma.cpp`; decision 0041.
package enum MaskGamma {
  /// The number of lightnesses that have a table.
  static let levelCount = 8
  /// The level of coverage that stays as it is.
  package static let linear = levelCount

  private static let gamma = 1.2
  private static let contrast = 0.2
  private static let tables = (0..<levelCount).map { table(lightness: Double($0) / 7) }

  /// The level of a colour: the upper three bits of its lightness.
  package static func level(of color: Color) -> Int {
    (Int(color.red) * 54 + Int(color.green) * 183 + Int(color.blue) * 19) >> 13
  }

  /// The coverage in the place of each of the 256 coverages; `nil` at the level ``linear``.
  static func table(level: Int) -> [UInt8]? { tables.indices.contains(level) ? tables[level] : nil }

  private static func table(lightness: Double) -> [UInt8] {
    let ground = 1 - lightness
    let (textLight, groundLight) = (pow(lightness, gamma), pow(ground, gamma))
    return (0...255).map { byte in
      let linear = Double(byte) / 255
      // The contrast ends where the text is white.
      let coverage = linear + (1 - linear) * linear * contrast * groundLight
      let light = textLight * coverage + groundLight * (1 - coverage)
      return UInt8(((pow(light, 1 / gamma) - ground) / (lightness - ground) * 255).rounded())
    }
  }
}
