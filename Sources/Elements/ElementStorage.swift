import GalleyBoxes
import GalleyConstraints

/// The members of an element, which copies of its tree share until one of them changes.
///
/// Invariant: only ``ElementTree`` has references, and changes a storage only while its own is the only one.
final class ElementStorage: @unchecked Sendable {
  var content: ElementTree.Content
  var box: FlexStyle
  var look: BoxLook
  var role: String?
  var traits: ConstraintTraits?
  let children: [ElementTree]
  let depth: Int

  init(
    content: ElementTree.Content, box: FlexStyle, look: BoxLook, role: String?,
    traits: ConstraintTraits?, children: [ElementTree], depth: Int
  ) {
    self.content = content
    self.box = box
    self.look = look
    self.role = role
    self.traits = traits
    self.children = children
    self.depth = depth
  }

  func copy() -> ElementStorage {
    ElementStorage(
      content: content, box: box, look: look, role: role, traits: traits, children: children,
      depth: depth)
  }

  func isEqual(_ other: ElementStorage) -> Bool {
    depth == other.depth && content == other.content && box == other.box && look == other.look
      && role == other.role && traits == other.traits && children == other.children
  }
}
