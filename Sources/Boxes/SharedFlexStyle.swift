/// A style behind a reference, for boxes that share it: a style has 500 bytes, and a solver hands it on often.
package final class SharedFlexStyle: Sendable {
  package let style: FlexStyle
  /// Whether all numbers are known to be usable, so that they need no check for each box.
  let isSound: Bool

  /// A style that is checked for each box.
  package init(_ style: FlexStyle) {
    self.style = style
    isSound = false
  }

  /// A style that is checked here, for many boxes.
  package init(checking style: FlexStyle) {
    self.style = style
    do throws(BoxError) {
      try style.check(box: 0)
      isSound = true
    } catch { isSound = false }
  }
}
