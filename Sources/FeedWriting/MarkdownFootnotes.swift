import GalleyDocuments
import GalleyPrimitives

/// The footnotes of a text of HTML, as generators of Markdown write them.
struct MarkdownFootnotes {
  /// The number of notes in the section that has them.
  private(set) var count = 0
  /// The numbers of the references that were written as such.
  private(set) var references: Set<Int> = []
  private var isInSection = false
  private var listDepth = 0

  /// No notes.
  init() {}

  /// The notes of a text, which stand behind their references; few texts have any.
  ///
  /// - Complexity: O(bytes).
  init(html: String) {
    guard html.contains(bytes: "footnotes") else { return }
    var html = html
    _ = html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        read(event)
        return true
      }
    }
  }

  /// Counts the notes.
  private mutating func read(_ event: HTMLEvent) {
    switch event {
    case .start(let tag):
      if Self.isSection(tag) { isInSection = true }
      if ["ul", "ol", "menu", "dir"].contains(tag.name) { listDepth += 1 }
      if tag.name == "li", isInSection, listDepth == 1 { count += 1 }
    case .end(let name):
      if name == "section" { isInSection = false }
      if ["ul", "ol", "menu", "dir"].contains(name) { listDepth = max(0, listDepth - 1) }
    case .text: break
    }
  }

  /// The sign of a reference whose content is `inner`, in Markdown; `nil` if there is no such note or other text.
  mutating func reference(_ inner: String, isInNotes: Bool) -> String? {
    var text = inner.replacing(bytes: "<sup>", with: "").replacing(bytes: "</sup>", with: "")
    // The address of a link is not part of its text.
    if let address = text.firstRange(bytes: "](<") {
      guard text.hasSuffix(">)") else { return nil }
      text = String(text[..<address.lowerBound])
    }
    let digits = text.drop { !("0"..."9").contains($0) }.prefix { ("0"..."9").contains($0) }
    guard !text.contains(where: \.isLetter), let number = Int(digits), number >= 1,
      number <= count, !isInNotes || references.contains(number)
    else { return nil }
    references.insert(number)
    return "[^\(number)]"
  }

  /// Whether a tag begins the section with the notes.
  static func isSection(_ tag: HTMLStartTag) -> Bool {
    tag.name == "section" && hasClass("footnotes", tag)
  }

  /// Whether a tag begins a reference.
  static func isReference(_ tag: HTMLStartTag) -> Bool {
    (tag.name == "sup" || tag.name == "a") && hasClass("footnote-ref", tag)
  }

  private static func hasClass(_ name: String, _ tag: HTMLStartTag) -> Bool {
    let classes = (tag.value(of: "class") ?? "").split(whereSeparator: \.isWhitespace)
    return classes.contains { $0 == name }
  }
}
