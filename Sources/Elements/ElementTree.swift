public import GalleyBoxes
public import GalleyConstraints

/// An element with all elements within it, as a value.
///
/// Templates and the elements of Swift (``Text``, ``Image``, ``Row``, ``Column``, ``Overlay``,
/// ``Constrained``, ``Shape``, ``Spacer``) make such trees. Lengths are layout units.
public struct ElementTree: Element, Hashable, Sendable {
  /// The text or the image that the element shows; a box shows neither.
  public var content: Content {
    get { storage.content }
    set { own().content = newValue }
  }
  /// The size of the box, and its arrangement of children.
  public var box: FlexStyle {
    get { storage.style.box }
    set { setStyle(box: newValue, look: style.look, role: style.role, traits: style.traits) }
  }
  /// The background, the border and other drawing of the box.
  public var look: BoxLook {
    get { storage.style.look }
    set { setStyle(box: style.box, look: newValue, role: style.role, traits: style.traits) }
  }
  /// The name of the part in the cell's layout and among its hit areas; `nil` for an unnamed one.
  public var role: String? {
    get { storage.style.role }
    set { setStyle(box: style.box, look: style.look, role: newValue, traits: style.traits) }
  }
  /// The identifier and the priorities of an element in a ``Constrained``; `nil` for the default ones.
  public var traits: ConstraintTraits? {
    get { storage.style.traits }
    set { setStyle(box: style.box, look: style.look, role: style.role, traits: newValue) }
  }
  /// The elements within a box, in drawing order; a text has none.
  ///
  /// Those of an image take its place, within its box, if its file is missing or cannot be read.
  public var children: [ElementTree] { storage.children }
  /// The number of levels of elements, this one included.
  public var depth: Int { storage.depth }

  // One reference, so that trees are cheap to copy: each step of the pipeline walks them.
  private var storage: ElementStorage

  /// The largest depth of a tree that can be laid out.
  public static let depthLimit = 128
  /// The largest number of elements in a tree that can be laid out.
  public static let countLimit = 16_384

  /// Makes an element.
  ///
  /// A tree deeper than ``depthLimit`` is kept without its children, and cannot be laid out, so that no
  /// operation on a tree exhausts the stack.
  public init(
    _ content: Content = .none, box: FlexStyle = FlexStyle(.column), look: BoxLook = BoxLook(),
    role: String? = nil, traits: ConstraintTraits? = nil, children: [ElementTree] = []
  ) {
    self.init(
      content, style: ElementStyle(box: box, look: look, role: role, traits: traits),
      children: children)
  }

  /// Makes an element with a style that others share.
  package init(_ content: Content, style: ElementStyle, children: [ElementTree]) {
    var deepest = 0
    for child in children { deepest = max(deepest, child.depth) }
    storage = ElementStorage(
      content: content, style: style,
      children: deepest < Self.depthLimit ? children : [], depth: deepest + 1)
  }

  /// The storage, of which no other tree has a reference.
  private mutating func own() -> ElementStorage {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    return storage
  }

  /// The approximate number of bytes in memory, without those that cells of one template share.
  ///
  /// - Complexity: O(elements).
  package var byteCount: Int { storage.byteCount }

  /// The box, the look, the role and the traits.
  package var style: ElementStyle { storage.style }

  private mutating func setStyle(
    box: FlexStyle, look: BoxLook, role: String?, traits: ConstraintTraits?
  ) {
    own().style = ElementStyle(box: box, look: look, role: role, traits: traits)
  }

  /// Whether the elements and all elements within them are equal.
  public static func == (one: ElementTree, other: ElementTree) -> Bool {
    one.storage === other.storage || one.storage.isEqual(other.storage)
  }

  /// Hashes the element and all elements within it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
    hasher.combine(box)
    hasher.combine(look)
    hasher.combine(role)
    hasher.combine(traits)
    hasher.combine(children)
  }

  /// This tree.
  public var tree: ElementTree { self }

  /// The content of an element.
  public indirect enum Content: Hashable, Sendable, Codable {
    /// Nothing: a box.
    case none
    /// A text.
    case text(ElementText)
    /// An image.
    case image(ElementImage)
    /// Constraints that place the children.
    case constraints([LayoutConstraint])
  }

  /// Returns this tree with children that `change` returns for its children.
  package func mapChildren(_ change: (ElementTree) -> ElementTree) -> ElementTree {
    guard !children.isEmpty else { return self }
    return ElementTree(content, style: style, children: children.map(change))
  }
}

extension ElementTree: Codable {
  private enum Key: String, CodingKey { case content, box, look, role, traits, children }

  /// Decodes a tree; missing members have the values of an empty box.
  ///
  /// - Throws: `DecodingError`, also for a tree deeper than ``depthLimit``.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= 4 * Self.depthLimit else { throw Self.tooDeep(decoder) }
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      try values.decodeIfPresent(Content.self, forKey: .content) ?? .none,
      box: try values.decodeIfPresent(FlexStyle.self, forKey: .box) ?? FlexStyle(.column),
      look: try values.decodeIfPresent(BoxLook.self, forKey: .look) ?? BoxLook(),
      role: try values.decodeIfPresent(String.self, forKey: .role),
      traits: try values.decodeIfPresent(ConstraintTraits.self, forKey: .traits),
      children: try values.decodeIfPresent([ElementTree].self, forKey: .children) ?? [])
    guard depth <= Self.depthLimit else { throw Self.tooDeep(decoder) }
  }

  private static func tooDeep(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "the tree has more than \(depthLimit) levels"))
  }

  /// Encodes the members that differ from those of an empty box.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    if content != .none { try values.encode(content, forKey: .content) }
    if box != FlexStyle(.column) { try values.encode(box, forKey: .box) }
    if look != BoxLook() { try values.encode(look, forKey: .look) }
    try values.encodeIfPresent(role, forKey: .role)
    try values.encodeIfPresent(traits, forKey: .traits)
    if !children.isEmpty { try values.encode(children, forKey: .children) }
  }
}
