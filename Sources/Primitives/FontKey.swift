/// A font file at a size: the data that a worker needs to open the same font.
///
/// Fonts never leave the worker that opened them; only keys do.
public struct FontKey: Hashable, Sendable, Codable {
  /// The font file's path.
  public var path: String
  /// The face in the file, and in the upper 16 bits its named instance, as in FreeType.
  public var faceIndex: Int
  /// Layout units per em.
  public var size: Double
  /// The family and style, for reports.
  public var name: String
  /// The synthetic transform of the outlines, y up; `nil` for none.
  public var transform: FontTransform?
  /// Whether the weight is synthesized by thickening the outlines.
  public var isEmboldened: Bool
  /// The width of the line along the outlines, in layout units, if that is drawn instead of the glyphs.
  public var strokeWidth: Double?
  /// The places on the axes of a variable font, in the file's order; `nil` for those of the face.
  public var axes: [Double]?

  /// Makes a key for one face of a file at `size` layout units per em.
  public init(
    path: String, faceIndex: Int = 0, size: Double, name: String = "",
    transform: FontTransform? = nil, isEmboldened: Bool = false
  ) {
    self.path = path
    self.faceIndex = faceIndex
    self.size = size
    self.name = name
    self.transform = transform
    self.isEmboldened = isEmboldened
  }
}

/// A linear transform of glyph outlines, y up: fontconfig's `FC_MATRIX`.
public struct FontTransform: Hashable, Sendable, Codable {
  /// The x of the transformed x axis.
  public var xx: Double
  /// The x of the transformed y axis: the slant.
  public var xy: Double
  /// The y of the transformed x axis.
  public var yx: Double
  /// The y of the transformed y axis.
  public var yy: Double

  /// Makes a transform from its four coefficients.
  public init(xx: Double, xy: Double, yx: Double, yy: Double) {
    self.xx = xx
    self.xy = xy
    self.yx = yx
    self.yy = yy
  }
}

extension FontKey {
  /// The font rotated a quarter turn clockwise, as for text that lies on its side in vertical
  /// lines.
  public var turned: FontKey {
    let own = transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    var key = self
    key.transform = FontTransform(xx: own.yx, xy: own.yy, yx: -own.xx, yy: -own.xy)
    return key
  }

  /// The font with its glyphs condensed along x by a factor.
  package func condensed(by factor: Double) -> FontKey {
    let own = transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    var key = self
    key.transform = FontTransform(
      xx: own.xx * factor, xy: own.xy * factor, yx: own.yx, yy: own.yy)
    return key
  }
}

/// A length in Pango units: 1/1024 of a layout unit.
///
/// Line breaking uses integer arithmetic in these units; drawing uses `Double`.
///
/// - SeeAlso: [`PANGO_SCALE`](https://docs.gtk.org/Pango/const.SCALE.html)
public struct PangoUnits: Hashable, Comparable, Sendable, Codable {
  /// The length in Pango's integer units.
  public var rawValue: Int32

  /// Makes a length of `rawValue` Pango units.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// This length in layout units, without rounding.
  public var length: Double { Double(rawValue) / 1024 }

  /// Whether `left` is shorter than `right`.
  public static func < (left: PangoUnits, right: PangoUnits) -> Bool {
    left.rawValue < right.rawValue
  }
}
