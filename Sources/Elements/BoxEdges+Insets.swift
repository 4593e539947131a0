import GalleyBoxes
import GalleyPrimitives

extension BoxEdges<BoxLength> {
  /// Makes lengths in layout units; left and right are those of a left-to-right cell.
  init(_ insets: EdgeInsets) {
    self.init(
      top: .units(insets.top), leading: .units(insets.left), bottom: .units(insets.bottom),
      trailing: .units(insets.right))
  }
}
