public import GalleyPrimitives
public import GalleyText

/// The drawing of a box, apart from its content.
public struct BoxLook: Hashable, Sendable, Codable {
  /// The colour behind the content; `nil` for none.
  public var background: Color?
  /// The line along the inside of the box's edge; it takes no space.
  public var border: Border?
  /// The radii of the corners of background, border and image, and of a clipped box.
  ///
  /// Radii that do not fit the box are scaled down together, so huge ones make a capsule.
  public var radii = CornerRadii.zero
  /// A shadow below the box, as if the box were opaque; `nil` for none.
  public var shadow: TextShadow?
  /// The opacity of the box with its content, 0…1.
  public var opacity = 1.0
  /// Whether the content is clipped to the box and its corners.
  public var isClipped = false

  /// Makes the look of a box that draws nothing itself.
  public init() {}
}
