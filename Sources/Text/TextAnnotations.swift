/// Makes a stretch behave as one character: it is not broken, carets do not stand in it, and it is
/// deleted as a whole.
///
/// One that is wider than its line reaches beyond the line's end.
public struct TextBinding: Hashable, Sendable, Codable {
  /// Whether a first delete selects the stretch and only a second one deletes it.
  public var confirmsDelete: Bool

  /// A binding.
  public init(confirmsDelete: Bool = false) { self.confirmsDelete = confirmsDelete }
}

/// The plain text that a stretch stands for: what is copied where something else is shown.
public struct TextBackedString: Hashable, Sendable, Codable {
  /// The plain text.
  public var string: String

  /// A stretch stands for `string`.
  public init(_ string: String) { self.string = string }
}

/// An affine transform of glyphs, about each one's origin on the baseline, y down.
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
  /// How far glyphs are moved along x.
  public var tx: Double
  /// How far glyphs are moved along y.
  public var ty: Double

  /// A transform of its coefficients.
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

/// Small text beside a stretch that says how it is read.
///
/// The stretch is not broken; where the small text is wider, the stretch is spaced out.
public struct RubyAnnotation: Hashable, Sendable, Codable {
  /// The small text; one line of it.
  public var text: String
  /// Its size, in sizes of the stretch's font, 0.1…1.
  public var sizeFactor: Double
  /// Where it stands.
  public var position: Position

  /// An annotation above its stretch.
  public init(_ text: String, sizeFactor: Double = 0.5, position: Position = .above) {
    self.text = text
    self.sizeFactor = sizeFactor
    self.position = position
  }

  /// Where an annotation stands.
  public enum Position: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above the stretch.
    case above
    /// Below the stretch.
    case below
  }
}
