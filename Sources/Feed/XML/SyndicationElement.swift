import GalleyFeedSyntax
import GalleyPrimitives

/// An element of RSS or Atom with all that it has.
package struct SyndicationElement {
  /// The name with the common prefix of its namespace, or with that of the document.
  var name: String
  /// The name by which fields are found.
  var key: String
  var attributes: [XMLTag.Attribute]
  var text: [UInt8] = []
  var children: [SyndicationElement] = []
  /// The number of bytes of the text before each of the children.
  private var textCounts: [Int] = []

  /// The element of a tag; declarations of prefixes that are common everywhere are left out.
  init(_ tag: XMLTag, key: String, _ namespaces: XMLNamespaces) {
    name = namespaces.fullName(tag.name)
    self.key = key
    attributes = tag.attributes.filter { attribute in
      attribute.name.hasPrefix("xmlns:")
        ? XMLNamespaces.known[attribute.value] == nil
        : attribute.name != "xmlns" || !attribute.value.isEmpty
    }
    for name in [tag.name] + tag.attributes.map(\.name) {
      if let declaration = namespaces.declaration(of: name), self[declaration.name] == nil {
        attributes.append(declaration)
      }
    }
  }

  /// The value of the attribute `name`.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The text of the element itself without white space at its ends.
  var string: String {
    let start = text.drop(while: \.isJSONSpace)
    let end = start.lastIndex { !$0.isJSONSpace }.map { start.index(after: $0) }
    return String(decoding: start[..<(end ?? start.startIndex)], as: UTF8.self).streamSafe
  }

  /// The text as one line, with single blanks.
  var line: String { string.joiningBlanks }

  /// The number of bytes of the names, the attributes and the texts of the element and of those within it.
  var byteCount: Int { children.reduce(tagByteCount + text.count) { $0 + $1.byteCount } }

  /// The number of bytes of the name and the attributes.
  fileprivate var tagByteCount: Int {
    attributes.reduce(name.utf8.count + 16) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
  }

  /// Whether the element has nothing but a name and white space.
  var isBlank: Bool {
    attributes.isEmpty && children.isEmpty && text.allSatisfy(\.isJSONSpace)
  }

  /// The names of Atom that RSS does not have, by which an element of Atom in RSS is found again.
  package static let namesOfAtom: Set = [
    "contributor", "icon", "logo", "published", "rights", "subtitle", "summary", "updated",
  ]

  /// Gives an element of Atom in another document the name that it has in Atom, and the elements within theirs.
  mutating func dropPrefixOfAtom() {
    guard name.hasPrefix("atom:"), Self.namesOfAtom.contains(String(name.dropFirst(5))) else {
      return
    }
    dropPrefix("atom:")
  }

  private mutating func dropPrefix(_ prefix: String) {
    if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    for index in children.indices { children[index].dropPrefix(prefix) }
  }

  /// The name of the list of texts and elements in an object of JSON.
  package static let contentKey = "#content"

  /// Adds an element after the text so far.
  mutating func append(_ child: SyndicationElement) {
    children.append(child)
    textCounts.append(text.count)
  }

  /// The element as a value of JSON: its text, or an object with `@` before the names of attributes, with the
  /// elements in it, and with its text as `#text`.
  ///
  /// Markup, in which the order counts, is a list of texts and of objects with one element.
  var json: String {
    let text = string
    guard !attributes.isEmpty || !children.isEmpty else { return text.json }
    let own = attributes.map { ("@" + $0.name, $0.value.json) }
    guard !isMarkup else {
      return MemberList.object(
        own + [(Self.contentKey, "[" + content.joined(separator: ",") + "]")])
    }
    return MemberList.object(
      own + Self.members(children) + [("#text", text.isEmpty ? nil : text.json)])
  }

  /// Whether texts follow elements or directly precede them, or elements of one name have others between them.
  private var isMarkup: Bool {
    guard let first = textCounts.first else { return false }
    if !text[first...].allSatisfy(\.isJSONSpace) { return true }
    let space = text[..<first].reversed().prefix(while: \.isJSONSpace)
    if space.count < first, !space.isEmpty, !space.contains(.newline) { return true }
    var names: Set<String> = []
    return zip([""] + children.map(\.name), children).contains { before, child in
      before != child.name && !names.insert(child.name).inserted
    }
  }

  /// The texts, as strings of JSON, and the elements in their order.
  private var content: [String] {
    var parts: [String] = []
    var start = 0
    func add(to end: Int) {
      if start < end {
        parts.append(String(decoding: text[start..<end], as: UTF8.self).streamSafe.json)
      }
      start = end
    }
    for (child, count) in zip(children, textCounts) {
      add(to: count)
      parts.append(MemberList.object([(child.name, child.json)]))
    }
    add(to: text.count)
    return parts
  }

  /// Elements as members of JSON: an array for those of one name.
  static func members(_ elements: [SyndicationElement]) -> [(name: String, value: String?)] {
    let values = Dictionary(grouping: elements, by: \.name)
    var names: Set<String> = []
    return elements.filter { names.insert($0.name).inserted }.map { element in
      let same = values[element.name] ?? []
      return (
        element.name,
        same.count == 1 ? element.json : "[" + same.map(\.json).joined(separator: ",") + "]"
      )
    }
  }
}

/// Keeps elements whole while a document is read, within a limit of bytes.
struct ElementRecorder {
  /// The largest number of elements within each other that are kept; a deeper one is not kept.
  private static let maximumDepth = 16

  let byteLimit: Int
  private var byteCount = 0
  /// The number of elements around the first of `open`.
  private var base = 0
  private var open: [SyndicationElement] = []
  private var ended: [SyndicationElement] = []
  private var isTooDeep = false

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Whether any elements are kept.
  var isUsed: Bool { byteLimit > 0 }

  /// Whether an element is open.
  var isOpen: Bool { !open.isEmpty }

  /// Adds an element with `depth` elements around it, and ends the others that are not among these.
  mutating func begin(_ element: SyndicationElement, at depth: Int, isEmpty: Bool) {
    end(at: depth)
    byteCount += element.tagByteCount
    guard byteCount <= byteLimit else { return }
    if open.isEmpty { (base, isTooDeep) = (depth, false) }
    var element = element
    element.attributes.removeAll { attribute in
      attribute.name.hasPrefix("xmlns:") && open.contains { $0[attribute.name] == attribute.value }
    }
    guard open.count < Self.maximumDepth else {
      isTooDeep = true
      return
    }
    open.append(element)
    if isEmpty { end(at: depth) }
  }

  /// Adds text to the innermost element.
  mutating func append(_ bytes: [UInt8]) {
    byteCount += bytes.count
    guard byteCount <= byteLimit, !open.isEmpty else { return }
    open[open.count - 1].text += bytes
  }

  /// Ends the elements with `depth` elements around them, or more.
  mutating func end(at depth: Int) {
    while let last = open.last, base + open.count > depth {
      open.removeLast()
      if !open.isEmpty {
        open[open.count - 1].append(last)
      } else if !isTooDeep {
        ended.append(last)
      }
    }
  }

  /// The elements that ended since the last call, and those that are open; none if they have more bytes than the limit.
  mutating func take() -> [SyndicationElement] {
    end(at: 0)
    defer { (ended, byteCount) = ([], 0) }
    return byteCount <= byteLimit ? ended : []
  }
}
