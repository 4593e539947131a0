package import GalleyBoxes
package import GalleyConstraints

/// The members of an element that do not depend on the text or image that it shows.
///
/// The cells of a template share them, so that filling a cell copies no style, and a content key takes their bytes
/// ready made.
package final class ElementStyle: Sendable {
  package let sharedBox: SharedFlexStyle
  package let look: BoxLook
  /// Whether the look draws anything.
  package let draws: Bool
  package let role: String?
  package let traits: ConstraintTraits?
  /// The bytes of the other members in a content key; empty if they are not ready.
  package let keyBytes: [UInt8]

  package init(
    box: FlexStyle, look: BoxLook, role: String? = nil, traits: ConstraintTraits? = nil,
    keyBytes: [UInt8] = []
  ) {
    // Many cells share a style whose bytes are ready.
    sharedBox = keyBytes.isEmpty ? SharedFlexStyle(box) : SharedFlexStyle(checking: box)
    self.look = look
    draws = look != BoxLook()
    self.role = role
    self.traits = traits
    self.keyBytes = keyBytes
  }

  package var box: FlexStyle { sharedBox.style }

  func isEqual(_ other: ElementStyle) -> Bool {
    box == other.box && look == other.look && role == other.role && traits == other.traits
  }
}
