public import GalleyPrimitives

/// A glyph and its position, in Pango units from its run's origin, y down.
public struct PlacedGlyph: Hashable, Sendable, Codable {
  /// The glyph's number in its font, or for a missing glyph `missingMark` and the character.
  public var id: UInt32
  /// The pen's distance from the run's origin, shaping's own offset included.
  public var x: PangoUnits
  /// The pen's distance below the run's baseline, shaping's own offset included.
  public var y: PangoUnits
  /// How far the glyph moves the pen.
  public var advance: PangoUnits
  /// The UTF-8 offset at which the glyph's cluster starts.
  public var cluster: UInt32

  @inlinable package init(
    id: UInt32, x: PangoUnits, y: PangoUnits, advance: PangoUnits, cluster: UInt32
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.advance = advance
    self.cluster = cluster
  }

  /// The bit of ``id`` for a missing glyph; the other bits are then the character.
  package static let missingMark: UInt32 = 1 << 31

  /// The character that has no glyph in any font; `nil` if there is a glyph.
  public var missingCharacter: Unicode.Scalar? {
    id & Self.missingMark == 0 ? nil : Unicode.Scalar(id & ~Self.missingMark)
  }
}
