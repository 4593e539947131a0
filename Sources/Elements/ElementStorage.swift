import GalleyBoxes
import GalleyConstraints
import GalleyText

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

  var byteCount: Int {
    var count = 512
    if case .text(let text) = content {
      count += text.text.utf8Count + text.text.runs.count * 128
    }
    for child in children { count += child.byteCount }
    return count
  }

  func isEqual(_ other: ElementStorage) -> Bool {
    depth == other.depth && (style === other.style || style.isEqual(other.style))
      && content == other.content && children == other.children
  }
}
