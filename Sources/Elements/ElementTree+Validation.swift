import GalleyConstraints
import GalleyPrimitives
import GalleyText

extension ElementTree {
  /// Checks the depth, the number of elements, the numbers of looks, texts and images, and constraints.
  ///
  /// The numbers of boxes, and the fonts and attributes of texts, are checked when they are laid out.
  ///
  /// - Throws: ``ElementError``.
  /// - Complexity: O(elements).
  public func validate() throws(ElementError) {
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    var check = ElementCheck()
    try check.check(self)
  }
}

/// Checks a tree element by element.
private struct ElementCheck {
  private var count = 0
  private var path: [Int] = []

  /// The bounds of lengths, in layout units.
  private static let extent = 0...16_384.0

  mutating func check(_ tree: ElementTree) throws(ElementError) {
    count += 1
    guard count <= ElementTree.countLimit else {
      throw .tooManyElements(limit: ElementTree.countLimit)
    }
    if tree.style.draws { try check(tree.style.look) }
    switch tree.content {
    case .none: break
    case .constraints(let constraints):
      do throws(ConstraintError) {
        _ = try ConstraintSystem(
          constraints, traits: tree.children.map { $0.traits ?? ConstraintTraits() })
      } catch { throw .constraints(ElementPath(path), error) }
    case .text(let text):
      guard tree.children.isEmpty else { throw .childrenOfContent(ElementPath(path)) }
      try expect(text.minimumScale, in: 0.01...1, "minimumScale")
    case .image(let image):
      try expect(image.size?.width ?? 0, in: 0...1e9, "image width")
      try expect(image.size?.height ?? 0, in: 0...1e9, "image height")
      try expect(image.focus.x, in: 0...1, "focus x")
      try expect(image.focus.y, in: 0...1, "focus y")
    }
    let children = tree.children
    for index in children.indices {
      path.append(index)
      try check(children[index])
      path.removeLast()
    }
  }

  private func expect(
    _ number: Double, in bounds: ClosedRange<Double>, _ name: String
  ) throws(ElementError) {
    guard bounds.contains(number) else { throw .invalidNumber(ElementPath(path), name, number) }
  }

  private func check(_ look: BoxLook) throws(ElementError) {
    try expect(look.opacity, in: 0...1, "opacity")
    if look.radii != .zero {
      try expect(look.radii.topLeft, in: Self.extent, "corner radius")
      try expect(look.radii.topRight, in: Self.extent, "corner radius")
      try expect(look.radii.bottomRight, in: Self.extent, "corner radius")
      try expect(look.radii.bottomLeft, in: Self.extent, "corner radius")
    }
    if let border = look.border {
      try expect(border.width, in: Self.extent, "border width")
      try expect(border.phase, in: -16_384...16_384, "border phase")
      for dash in border.dashes { try expect(dash, in: Self.extent, "border dash") }
    }
    if let shadow = look.shadow {
      try expect(shadow.offset.x, in: -4_096...4_096, "shadow offset")
      try expect(shadow.offset.y, in: -4_096...4_096, "shadow offset")
      try expect(shadow.radius, in: 0...256, "shadow radius")
    }
  }
}
