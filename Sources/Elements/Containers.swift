public import GalleyBoxes
public import GalleyPrimitives

/// Elements beside each other, from the start side on.
public struct Row: Element {
  /// The row as a tree.
  public let tree: ElementTree

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - gap: The distance between two elements, in layout units.
  ///   - alignment: The alignment of elements along y.
  ///   - justification: The distribution of free space along x.
  ///   - content: The elements.
  public init(
    gap: Double = 0, alignment: BoxAlignment = .stretch, justification: BoxJustification = .start,
    @ElementBuilder content: () -> ElementList
  ) {
    var box = FlexStyle(.row)
    (box.columnGap, box.rowGap) = (.units(gap), .units(gap))
    (box.alignItems, box.justifyContent) = (alignment, justification)
    tree = ElementTree(box: box, children: content().trees)
  }
}

/// Elements below each other.
public struct Column: Element {
  /// The column as a tree.
  public let tree: ElementTree

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - gap: The distance between two elements, in layout units.
  ///   - alignment: The alignment of elements along x.
  ///   - justification: The distribution of free space along y.
  ///   - content: The elements.
  public init(
    gap: Double = 0, alignment: BoxAlignment = .stretch, justification: BoxJustification = .start,
    @ElementBuilder content: () -> ElementList
  ) {
    var box = FlexStyle(.column)
    (box.columnGap, box.rowGap) = (.units(gap), .units(gap))
    (box.alignItems, box.justifyContent) = (alignment, justification)
    tree = ElementTree(box: box, children: content().trees)
  }
}

/// Elements over each other; the last one is on top.
public struct Overlay: Element {
  /// The overlay as a tree.
  public let tree: ElementTree

  /// Makes an overlay, as large as its largest element.
  ///
  /// - Parameters:
  ///   - x: The place of smaller elements along x; a stretched element is as wide as the overlay.
  ///   - y: The place of smaller elements along y; a stretched element is as tall as the overlay.
  ///   - content: The elements, the lowest first.
  public init(
    x: BoxAlignment = .stretch, y: BoxAlignment = .stretch,
    @ElementBuilder content: () -> ElementList
  ) {
    var box = FlexStyle(.overlay)
    (box.justifyItems, box.alignItems) = (x, y)
    tree = ElementTree(box: box, children: content().trees)
  }
}

/// Free space that pushes the elements beside it apart.
public struct Spacer: Element {
  /// The space as a tree.
  public let tree: ElementTree

  /// Makes space of at least `minimum` layout units along the axis of the box around it.
  public init(minimum: Double = 0) {
    var box = FlexStyle(.column)
    box.grow = 1
    box.shrink = 0
    box.basis = .units(minimum)
    tree = ElementTree(box: box)
  }
}

/// A shape in one colour: a dot, a line, a frame.
public struct Shape: Element {
  /// The shape as a tree.
  public let tree: ElementTree

  /// Makes a shape, which needs a frame or a place that stretches it.
  ///
  /// - Parameters:
  ///   - kind: The outline.
  ///   - fill: The colour inside; `nil` for none.
  ///   - border: The line along the inside of the outline; `nil` for none.
  public init(_ kind: Kind = .rectangle, fill: Color?, border: Border? = nil) {
    var box = FlexStyle(.column)
    box.shrink = 0
    if kind == .circle { box.aspectRatio = 1 }
    var look = BoxLook()
    look.background = fill
    look.border = border
    if kind != .rectangle { look.radii = CornerRadii(all: BoxLook.capsuleRadius) }
    tree = ElementTree(box: box, look: look)
  }

  /// The outline of a shape.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A rectangle; its corners can be rounded.
    case rectangle
    /// A rectangle whose shorter sides are half circles.
    case capsule
    /// A circle, as wide as it is high.
    case circle
  }
}

extension BoxLook {
  /// A radius that is scaled down to half of any box.
  static let capsuleRadius = 16_384.0
}
