/// How the corners of a card and of the pictures on it come to be round.
///
/// The choice is one of cost, not of looks: pictures differ by a step or two of 255 along the curves.
///
/// | | who pays | what lies beneath | what lies in the shape |
/// |---|---|---|---|
/// | ``drawn`` | the worker, little | anything | is not clipped |
/// | ``covered`` | the worker, little | one colour | is clipped |
/// | ``masked`` | whoever composites, for each frame | anything | is clipped |
///
/// - SeeAlso: Texture, "Corner Rounding", whose precompositing, clipping and layer masks these are.
public enum CornerRounding: String, Hashable, Sendable, Codable, CaseIterable {
  /// All corners are square.
  case none
  /// The shape is drawn round.
  case drawn
  /// The shape is drawn square, and its corners are covered with the colour of what lies beneath.
  ///
  /// Where that is not one opaque colour, the shape is ``drawn``.
  case covered
  /// The shape is drawn square, onto pixels of its own, and cut by a mask when a frame is composited.
  ///
  /// In a picture that is not part of a frame, it is cut when the picture is drawn, to the same bytes.
  case masked
}
