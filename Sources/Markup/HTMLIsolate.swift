import GalleyDocuments
import GalleyText

/// The characters around text within a line that has a direction of its own, as in the rendering section of HTML.
struct HTMLIsolate {
  let opening: String
  let closing: String
  /// Whether the paragraph so far has the opening characters without the closing ones.
  var isOpen = false

  /// The characters of the element that begins with a tag, in text of a direction; `nil` if it changes no direction.
  init?(_ tag: HTMLStartTag, in direction: ParagraphStyle.Direction?) {
    let own = tag.direction
    let isAutomatic = tag.value(of: "dir")?.lowercased() == "auto"
    guard own != nil || isAutomatic || tag.name == "bdi" || tag.name == "bdo" else { return nil }
    let shown = own ?? (tag.name == "bdo" && !isAutomatic ? direction ?? .leftToRight : nil)
    let isolate =
      switch shown {
      case .leftToRight: "\u{2066}"
      case .rightToLeft: "\u{2067}"
      case nil: "\u{2068}"
      }
    guard tag.name == "bdo" else {
      (opening, closing) = (isolate, "\u{2069}")
      return
    }
    opening = isolate + (shown == .rightToLeft ? "\u{202E}" : "\u{202D}")
    closing = "\u{202C}\u{2069}"
  }
}

/// The directions of text within a line.
extension HTMLWriter {
  /// Writes the opening characters of elements that the paragraph does not have yet.
  mutating func openIsolates() {
    for index in elements.indices where elements[index].isolate?.isOpen == false {
      elements[index].isolate?.isOpen = true
      extend(elements[index].isolate?.opening ?? "", elements[index].look)
    }
  }

  /// Writes the closing characters of the elements from `first` on, which end.
  mutating func closeIsolates(from first: Int) {
    for index in elements.indices[first...].reversed()
    where elements[index].isolate?.isOpen == true {
      elements[index].isolate?.isOpen = false
      extend(elements[index].isolate?.closing ?? "", elements[index].look)
    }
  }

  /// Notes the end of a paragraph, which ends all directions within it.
  mutating func forgetIsolates() {
    for index in elements.indices where elements[index].isolate != nil {
      elements[index].isolate?.isOpen = false
    }
  }
}
