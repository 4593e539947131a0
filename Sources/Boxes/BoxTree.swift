/// Boxes within boxes, each with a ``FlexStyle``: what ``BoxTree/layout(width:height:isRightToLeft:measure:)``
/// turns into rectangles.
///
/// Boxes are numbered in the order in which they are added, from 0, the root; a container comes before its
/// children.
public struct BoxTree: Sendable {
  /// The maximum number of boxes around a box.
  public static let depthLimit = 256
  /// The largest length, in layout units.
  public static let lengthLimit = 16_777_216.0
  /// The maximum number of times that boxes are measured or placed, on average for each box.
  public static let workLimit = 2_000

  /// A box and its place in the tree.
  struct Node: Sendable {
    let shared: SharedFlexStyle
    var isLeaf: Bool
    var depth: Int
    var parent: Int
    /// The first child; -1 if there is none.
    var firstChild = -1
    var lastChild = -1
    /// The next child of the same container; -1 if there is none.
    var nextSibling = -1
  }

  private(set) var nodes: [Node] = []

  /// A tree without boxes.
  public init() {}

  /// The number of boxes.
  public var count: Int { nodes.count }

  /// Prepares memory for `count` boxes.
  public mutating func reserveCapacity(_ count: Int) {
    nodes.reserveCapacity(count)
  }

  /// Adds a box that arranges the boxes that are added to it.
  ///
  /// - Parameters:
  ///   - style: Its properties.
  ///   - container: The box around it; `nil` for the root, which is added first.
  /// - Returns: The number of the box.
  /// - Throws: ``BoxError/tooDeep(limit:)``, ``BoxError/unusableNumber(box:property:value:)``.
  public mutating func addBox(_ style: FlexStyle, to container: Int? = nil) throws(BoxError) -> Int
  {
    try add(SharedFlexStyle(style), to: container, isLeaf: false)
  }

  /// Adds a box with content that is measured during the layout.
  ///
  /// - Throws: ``BoxError/tooDeep(limit:)``, ``BoxError/unusableNumber(box:property:value:)``.
  public mutating func addLeaf(_ style: FlexStyle, to container: Int? = nil) throws(BoxError) -> Int
  {
    try add(SharedFlexStyle(style), to: container, isLeaf: true)
  }

  /// Adds a box whose style others share.
  package mutating func add(
    _ style: SharedFlexStyle, to container: Int?, isLeaf: Bool
  ) throws(BoxError) -> Int {
    let index = nodes.count
    precondition(nodes.isEmpty == (container == nil), "a tree has one root")
    if !style.isSound { try style.style.check(box: index) }
    var depth = 0
    if let container {
      precondition(!nodes[container].isLeaf, "a leaf has no children")
      depth = nodes[container].depth + 1
      guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
      if nodes[container].lastChild >= 0 {
        nodes[nodes[container].lastChild].nextSibling = index
      } else {
        nodes[container].firstChild = index
      }
      nodes[container].lastChild = index
    }
    nodes.append(Node(shared: style, isLeaf: isLeaf, depth: depth, parent: container ?? -1))
    return index
  }
}

extension FlexStyle {
  /// Checks the numbers of box number `box`.
  func check(box: Int) throws(BoxError) {
    try check(grow, "grow", box)
    try check(shrink, "shrink", box)
    try check(basis, "basis", box)
    try check(columnGap, "columnGap", box)
    try check(rowGap, "rowGap", box)
    try check(size, "size", box)
    try check(minSize, "minSize", box)
    try check(maxSize, "maxSize", box)
    try check(padding, "padding", box)
    try check(border.top, "border", box)
    try check(border.leading, "border", box)
    try check(border.bottom, "border", box)
    try check(border.trailing, "border", box)
    try check(margin, "margin", box, least: -BoxTree.lengthLimit)
    try check(insets, "insets", box, least: -BoxTree.lengthLimit)
    if let aspectRatio, !(aspectRatio >= 1e-4 && aspectRatio <= 1e4) {
      throw .unusableNumber(box: box, property: "aspectRatio", value: "\(aspectRatio)")
    }
  }

  private func check(
    _ edges: BoxEdges<BoxLength>, _ property: String, _ box: Int, least: Double = 0
  ) throws(BoxError) {
    try check(edges.top, property, box, least: least)
    try check(edges.leading, property, box, least: least)
    try check(edges.bottom, property, box, least: least)
    try check(edges.trailing, property, box, least: least)
  }

  private func check(_ size: BoxSize, _ property: String, _ box: Int) throws(BoxError) {
    try check(size.width, property, box)
    try check(size.height, property, box)
  }

  private func check(
    _ length: BoxLength, _ property: String, _ box: Int, least: Double = 0
  ) throws(BoxError) {
    if let number = length.number { try check(number, property, box, least: least) }
  }

  private func check(
    _ number: Double, _ property: String, _ box: Int, least: Double = 0
  ) throws(BoxError) {
    guard number >= least, number <= BoxTree.lengthLimit else {
      throw .unusableNumber(box: box, property: property, value: "\(number)")
    }
  }
}
