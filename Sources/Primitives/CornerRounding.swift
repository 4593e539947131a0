/// The way in which the corners of a card and of its pictures become round.
///
/// The choice affects cost, not looks: pictures differ by a step or two of 255 along the curves.
///
/// | | cost | ground beneath | content inside the shape |
/// |---|---|---|---|
/// | ``drawn`` | the worker, little | any | not clipped |
/// | ``covered`` | the worker, little | one colour | clipped |
/// | ``masked`` | the compositor, for each frame | any | clipped |
///
/// - SeeAlso: Texture, "Corner Rounding", which describes them as precompositing, clipping and
///   layer masks.
public enum CornerRounding: String, Hashable, Sendable, Codable, CaseIterable {
  /// All corners are square.
  case none
  /// The shape is drawn with round corners.
  case drawn
  /// The shape is drawn square, and its corners are painted over with the colour of the ground
  /// beneath.
  ///
  /// If the ground is not one opaque colour, the shape is ``drawn``.
  case covered
  /// The shape is drawn square, onto its own surface, and a mask clips it when a frame is
  /// composited.
  ///
  /// In a picture outside a frame, it is clipped when the picture is drawn, with the same bytes.
  case masked
}
