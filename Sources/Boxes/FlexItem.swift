/// A length along the main axis of a container, and one along its cross axis.
struct FlexPair<Value> {
  var main: Value
  var cross: Value
}

/// The axes of a row or column.
///
/// All positions within a container are counted from the main start and the cross start, so that a reversed
/// container or one that reads right to left differs in the last step alone.
struct FlexFlow {
  let isRow: Bool
  /// Whether the main axis runs to the left or up.
  let isMainFlipped: Bool
  /// Whether the cross axis runs to the left or up.
  let isCrossFlipped: Bool
  let isWrapReversed: Bool
  private let isRightToLeft: Bool

  init(_ style: FlexStyle, isRightToLeft: Bool) {
    isRow = style.arrangement != .column
    isWrapReversed = style.wrap == .reverse
    self.isRightToLeft = isRightToLeft
    isMainFlipped = isRow ? style.isReversed != isRightToLeft : style.isReversed
    isCrossFlipped = isRow ? isWrapReversed : isWrapReversed != isRightToLeft
  }

  var mainAxis: BoxAxis { isRow ? .horizontal : .vertical }

  func pair<Value>(width: Value, height: Value) -> FlexPair<Value> {
    isRow ? FlexPair(main: width, cross: height) : FlexPair(main: height, cross: width)
  }

  func pair(_ size: KnownSize) -> FlexPair<Double?> { pair(width: size.width, height: size.height) }

  func size(_ pair: FlexPair<Double?>) -> KnownSize {
    isRow
      ? KnownSize(width: pair.main, height: pair.cross)
      : KnownSize(width: pair.cross, height: pair.main)
  }

  /// The edges of a box that reads right to left or not, from the starts of this container's axes.
  func edges<Value>(_ edges: BoxEdges<Value>, isRightToLeft: Bool) -> FlexEdges<Value> {
    let left = isRightToLeft ? edges.trailing : edges.leading
    let right = isRightToLeft ? edges.leading : edges.trailing
    let isXFlipped = isRow ? isMainFlipped : isCrossFlipped
    let isYFlipped = isRow ? isCrossFlipped : isMainFlipped
    let x = isXFlipped ? (right, left) : (left, right)
    let y = isYFlipped ? (edges.bottom, edges.top) : (edges.top, edges.bottom)
    return isRow
      ? FlexEdges(mainStart: x.0, mainEnd: x.1, crossStart: y.0, crossEnd: y.1)
      : FlexEdges(mainStart: y.0, mainEnd: y.1, crossStart: x.0, crossEnd: x.1)
  }

  /// The edges of the container itself.
  func edges<Value>(_ edges: BoxEdges<Value>) -> FlexEdges<Value> {
    self.edges(edges, isRightToLeft: isRightToLeft)
  }
}

/// Four values, one for each end of the axes.
struct FlexEdges<Value> {
  var mainStart: Value
  var mainEnd: Value
  var crossStart: Value
  var crossEnd: Value
}

extension FlexEdges<Double> {
  var main: Double { mainStart + mainEnd }
  var cross: Double { crossStart + crossEnd }
}

/// A child during the layout of its row or column.
///
/// Sizes are those of border boxes.
struct FlexItem {
  let box: Int
  let align: BoxAlignment
  let grow: Double
  let shrink: Double
  let isRightToLeft: Bool
  /// The style's size, within its minimum and maximum along the cross axis.
  var size: FlexPair<Double?>
  var minimum: FlexPair<Double?>
  var maximum: FlexPair<Double?>
  /// The margins; automatic ones are zero until space is distributed.
  var margin: FlexEdges<Double>
  let isMarginAuto: FlexEdges<Bool>
  /// Padding and border.
  let inset: FlexPair<Double>
  let ratio: Double?
  /// Whether the style has no cross size, not even a percentage of an unknown one.
  let isCrossAuto: Bool

  /// The length along the main axis before growing and shrinking.
  var basis = 0.0
  /// The automatic minimum of an item as long as its content is measured once items shrink.
  var leastMain = 0.0
  var isLeastPending = false
  /// The length that limits the automatic minimum; `nil` for none.
  var preferredMain: Double?
  /// The cross size with which the content is measured.
  var knownCross: Double?
  /// Whether the basis does not depend on content.
  var isBasisDefinite = false
  var hypotheticalMain = 0.0
  /// The result.
  var main = 0.0
  var cross = 0.0
  var isFrozen = false
  var violation = 0.0
  /// The position of the margin box in its line.
  var mainOffset = 0.0
  var crossOffset = 0.0
  /// The distance of the baseline from the cross start of the margin box; `nil` if the item is not aligned by it.
  var ascent: Double?

  /// Whether the item is as thick as its line.
  var stretches: Bool {
    align == .stretch && isCrossAuto && !isMarginAuto.crossStart && !isMarginAuto.crossEnd
  }

  var outerMain: Double { main + margin.main }
  var outerCross: Double { cross + margin.cross }

  func clampedMain(_ length: Double) -> Double {
    max(min(length, maximum.main ?? .infinity), leastMain, inset.main)
  }

  func clampedCross(_ length: Double) -> Double {
    max(min(length, maximum.cross ?? .infinity), minimum.cross ?? 0, inset.cross)
  }
}

/// The items of a line.
struct FlexLine {
  var items: Range<Int>
  var cross = 0.0
  var crossOffset = 0.0
  /// The distance of the shared baseline from the line's cross start.
  var ascent = 0.0
}
