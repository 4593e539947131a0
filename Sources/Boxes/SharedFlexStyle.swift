/// A style behind a reference, for boxes that share it: a style has 500 bytes, and a solver hands it on often.
package final class SharedFlexStyle: Sendable {
  package let style: FlexStyle
  /// Whether all numbers are known to be usable, so that they need no check for each box.
  let isSound: Bool

  /// The margins, unless one is a percentage; automatic ones are zero.
  let margin: BoxEdges<Double>?
  /// Padding and border together, unless one is a percentage.
  let inset: BoxEdges<Double>?
  /// Whether a margin is automatic.
  let hasAutoMargin: Bool
  /// Whether the style has neither a size nor limits of one nor a ratio.
  let isFree: Bool

  /// A style that is checked for each box.
  package convenience init(_ style: FlexStyle) { self.init(style, isSound: false) }

  /// A style that is checked here, for many boxes.
  package convenience init(checking style: FlexStyle) {
    do throws(BoxError) {
      try style.check(box: 0)
      self.init(style, isSound: true)
    } catch { self.init(style, isSound: false) }
  }

  private init(_ style: FlexStyle, isSound: Bool) {
    self.style = style
    self.isSound = isSound
    margin = style.margin.fixed
    inset = style.padding.fixed.map { $0 + style.border }
    hasAutoMargin = style.margin.contains { $0 == .auto }
    isFree =
      style.size == .auto && style.minSize == .auto && style.maxSize == .auto
      && style.aspectRatio == nil
  }
}

extension BoxEdges<BoxLength> {
  /// The lengths, with zero for automatic ones; `nil` if one is a percentage.
  fileprivate var fixed: BoxEdges<Double>? {
    contains { if case .percent = $0 { true } else { false } } ? nil : map { $0.resolved(0) ?? 0 }
  }

  fileprivate func contains(where isWanted: (BoxLength) -> Bool) -> Bool {
    isWanted(top) || isWanted(leading) || isWanted(bottom) || isWanted(trailing)
  }
}
