public import GalleyElements
import GalleyPrimitives
public import GalleyTypesetting

extension CellTemplate {
  /// Lays out a tree of elements; it is as wide as the template, and as high as it needs.
  ///
  /// The reading direction is that of the first text with a letter, unless the root has one. Of the theme, only
  /// ``Theme/families`` matter.
  ///
  /// - Throws: ``/GalleyElements/ElementError`` if the tree, the width or the scale is out of bounds.
  /// - Complexity: O(elements + text); boxes with percentages and wrapping texts measure texts repeatedly.
  public func layout(
    _ tree: ElementTree, with typesetter: Typesetter
  ) throws(ElementError) -> CellLayout {
    var work: TreeWork?
    return try layout(tree, with: typesetter, work: &work)
  }

  /// Lays out a tree of elements, and returns the amounts of work.
  package func layout(
    _ tree: ElementTree, with typesetter: Typesetter, work: inout TreeWork?
  ) throws(ElementError) -> CellLayout {
    guard width > 0, width <= 16_384 else { throw .invalidNumber(ElementPath(), "width", width) }
    guard (1 / 64...64).contains(scale) else { throw .invalidNumber(ElementPath(), "scale", scale) }
    try tree.validate()
    var layouter = TreeLayouter(template: self, typesetter: typesetter)
    work = layouter.work
    return try layouter.layout(tree)
  }
}
