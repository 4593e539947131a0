/// Makes a range behave as one character: lines do not break inside it, carets do not stop inside
/// it, and it is deleted as a whole.
///
/// A range wider than its line extends beyond the line's end.
public struct TextBinding: Hashable, Sendable, Codable {
  /// Whether the first delete selects the range and only the second deletes it.
  public var confirmsDelete: Bool

  /// Makes a binding.
  public init(confirmsDelete: Bool = false) { self.confirmsDelete = confirmsDelete }
}

/// The plain text that a range stands for: the text to copy when something else is shown.
public struct TextBackedString: Hashable, Sendable, Codable {
  /// The plain text.
  public var string: String

  /// Makes the plain text `string` of a range.
  public init(_ string: String) { self.string = string }
}

/// An affine transform of glyphs around their origins on the baseline, y down.
///
/// A point becomes (`a`·x + `c`·y + `tx`, `b`·x + `d`·y + `ty`); `a`…`d` are −16…16, `tx` and `ty`
/// layout units, −4,096…4,096.
public struct GlyphTransform: Hashable, Sendable, Codable {
  /// The x of the transformed x axis.
  public var a: Double
  /// The y of the transformed x axis.
  public var b: Double
  /// The x of the transformed y axis.
  public var c: Double
  /// The y of the transformed y axis.
  public var d: Double
  /// The movement of glyphs along x.
  public var tx: Double
  /// The movement of glyphs along y.
  public var ty: Double

  /// Makes a transform from its coefficients.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }
}

/// Small text beside a range that tells its reading.
///
/// Lines break inside the range only if it is longer than a line; each then has the part of the small text that belongs to
/// its part of the range. If the small text is wider, the range is spaced out.
public struct RubyAnnotation: Hashable, Sendable, Codable {
  /// The small text, on one line.
  ///
  /// Its UTF-8 count times its font size is at most 65,536.
  public var text: String
  /// Its size as a multiple of the range's font size, 0.1…1.
  public var sizeFactor: Double
  /// The side of the range at which the text stands.
  public var position: Position

  /// Makes an annotation, by default above its range.
  public init(_ text: String, sizeFactor: Double = 0.5, position: Position = .above) {
    self.text = text
    self.sizeFactor = sizeFactor
    self.position = position
  }

  /// The side at which an annotation stands.
  public enum Position: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above the range.
    case above
    /// Below the range.
    case below
  }
}
