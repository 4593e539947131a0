/// How a box arranges its children.
public enum BoxArrangement: String, Hashable, Sendable, Codable, CaseIterable {
  /// Side by side, from leading to trailing.
  case row
  /// One below the other.
  case column
  /// All in the same place, one in front of the other. As in a CSS grid with one cell, the box is as wide as
  /// its widest child, and as high as its highest.
  case overlay
}

/// Whether a row or column continues on further lines.
public enum BoxWrap: String, Hashable, Sendable, Codable, CaseIterable {
  /// All children are on one line.
  case none
  /// A child that does not fit begins another line.
  case wrap
  /// Like ``wrap``, with the lines stacked from the end of the cross axis to its start.
  case reverse
}

/// Where children are along the cross axis of a line, or in an overlay.
public enum BoxAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  /// At the start; in a box with ``BoxWrap/reverse``, at the end of the cross axis.
  case start
  /// In the middle.
  case center
  /// At the end.
  case end
  /// From start to end, if the child has no size of its own along the axis; otherwise at the start.
  case stretch
  /// With the first baselines at one height; ``start`` in a column.
  case baseline
}

/// How the remaining space of a line, or between lines, is distributed.
public enum BoxJustification: String, Hashable, Sendable, Codable, CaseIterable {
  /// At the end.
  case start
  /// One half at each end.
  case center
  /// At the start.
  case end
  /// Equally among the lines, which become thicker. For children of a line: ``start``.
  case stretch
  /// Equally between neighbours.
  case spaceBetween
  /// Equally around each: one half of a share at each end.
  case spaceAround
  /// Equally between neighbours and at both ends.
  case spaceEvenly
}

/// Values, one for each axis.
public struct BoxSize: Hashable, Sendable, Codable {
  /// Along x.
  public var width: BoxLength
  /// Along y.
  public var height: BoxLength

  /// A width and a height.
  public init(width: BoxLength = .auto, height: BoxLength = .auto) {
    self.width = width
    self.height = height
  }

  /// Automatic along both axes.
  public static let auto = BoxSize()
}

/// The properties of one box of a ``BoxTree``, with the meaning and the defaults of CSS flexbox, and
/// `box-sizing: border-box`: a size includes padding and border.
public struct FlexStyle: Hashable, Sendable, Codable {
  /// How the box arranges its children.
  public var arrangement: BoxArrangement
  /// Whether the children follow each other from the end of the main axis to its start.
  public var isReversed: Bool
  /// Whether the children continue on further lines.
  public var wrap: BoxWrap
  /// The space between neighbours along x, with a column's lines included.
  public var columnGap: BoxLength
  /// The space between neighbours along y, with a row's lines included.
  public var rowGap: BoxLength
  /// How the space of a line is distributed along the main axis.
  public var justifyContent: BoxJustification
  /// How the space between lines is distributed along the cross axis.
  public var alignContent: BoxJustification
  /// Where children are along the cross axis; in an overlay, along y.
  public var alignItems: BoxAlignment
  /// Where children of an overlay are along x.
  public var justifyItems: BoxAlignment
  /// Replaces ``alignItems`` of the container for this box.
  public var alignSelf: BoxAlignment?
  /// Replaces ``justifyItems`` of the container, an overlay, for this box.
  public var justifySelf: BoxAlignment?
  /// The box's share of remaining space.
  public var grow: Double
  /// The box's share of missing space, in proportion to its ``basis`` too.
  public var shrink: Double
  /// The length along the main axis before growing and shrinking; automatic: the size.
  public var basis: BoxLength
  /// The size.
  public var size: BoxSize
  /// The smallest size.
  ///
  /// Automatic is zero; along the main axis of a container, it is the smallest size
  /// of the content.
  public var minSize: BoxSize
  /// The largest size; automatic: without limit.
  public var maxSize: BoxSize
  /// Width divided by height; takes effect if one of them is automatic.
  public var aspectRatio: Double?
  /// The space around the box; automatic margins take remaining space.
  public var margin: BoxEdges<BoxLength>
  /// The space between border and children; automatic is zero.
  public var padding: BoxEdges<BoxLength>
  /// The widths of the border in layout units.
  public var border: BoxEdges<Double>
  /// Whether the box takes no part in the arrangement, and has a place by ``insets`` in the padding box of
  /// its container.
  public var isAbsolute: Bool
  /// The distances of an absolute box from the sides of its container.
  public var insets: BoxEdges<BoxLength>
  /// Whether the box reads from right to left; `nil`: like its container.
  public var isRightToLeft: Bool?

  /// A box with the defaults of CSS: a row that does not wrap, with `flex: 0 1 auto`.
  public init(_ arrangement: BoxArrangement = .row) {
    self.arrangement = arrangement
    isReversed = false
    wrap = .none
    columnGap = .zero
    rowGap = .zero
    justifyContent = .start
    alignContent = .stretch
    alignItems = .stretch
    justifyItems = .stretch
    grow = 0
    shrink = 1
    basis = .auto
    size = .auto
    minSize = .auto
    maxSize = .auto
    margin = BoxEdges(all: .zero)
    padding = BoxEdges(all: .zero)
    border = BoxEdges(all: 0)
    isAbsolute = false
    insets = BoxEdges(all: .auto)
  }
}
