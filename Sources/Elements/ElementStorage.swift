import GalleyBoxes
import GalleyConstraints

/// The members of an element, which copies of its tree share until one of them changes.
///
/// Invariant: only ``ElementTree`` has references, and changes a storage only while its own is the only one.
final class ElementStorage: @unchecked Sendable {
  var content: ElementTree.Content
  var style: ElementStyle
  let children: [ElementTree]
  let depth: Int

  init(
    content: ElementTree.Content, style: ElementStyle, children: [ElementTree], depth: Int
  ) {
    self.content = content
    self.style = style
    self.children = children
    self.depth = depth
  }

  func copy() -> ElementStorage {
    ElementStorage(content: content, style: style, children: children, depth: depth)
  }

  func isEqual(_ other: ElementStorage) -> Bool {
    depth == other.depth && (style === other.style || style.isEqual(other.style))
      && content == other.content && children == other.children
  }
}
