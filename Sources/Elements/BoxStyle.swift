public import GalleyPrimitives

/// The size of a box, its place in the box around it, and its arrangement of children: the rules of CSS
/// flexbox.
///
/// Left and right are those of a left-to-right cell; in a right-to-left one, all is mirrored. A border takes no
/// space. Sizes include the padding.
public struct BoxStyle: Hashable, Sendable, Codable {
  /// The arrangement of the children.
  public var arrangement: BoxArrangement
  /// Whether children begin at the far end of their axis.
  public var isReversed = false
  /// Whether children that do not fit begin a new line.
  public var wraps = false
  /// The distance between two children along x, or between two columns of them.
  public var columnGap = 0.0
  /// The distance between two children along y, or between two rows of them.
  public var rowGap = 0.0
  /// The distances from the box's sides to its children.
  public var padding = EdgeInsets.zero
  /// The distances from the box's sides to other boxes.
  public var margin = EdgeInsets.zero
  /// The distribution of children along their axis.
  public var justification = BoxJustification.start
  /// The alignment of children across their axis.
  public var alignment = BoxAlignment.stretch
  /// The distribution of the lines of a box that wraps.
  public var lineDistribution = BoxJustification.start
  /// This box's alignment in the box around it; `nil` for that box's ``alignment``.
  public var ownAlignment: BoxAlignment?
  /// The width.
  public var width = BoxLength.auto
  /// The height.
  public var height = BoxLength.auto
  /// The minimum width; automatic is the width of the longest word.
  public var minimumWidth = BoxLength.auto
  /// The minimum height.
  public var minimumHeight = BoxLength.auto
  /// The maximum width.
  public var maximumWidth = BoxLength.auto
  /// The maximum height.
  public var maximumHeight = BoxLength.auto
  /// The width divided by the height; `nil` if they do not depend on each other.
  public var aspectRatio: Double?
  /// The share of free space that the box takes.
  public var grow = 0.0
  /// The share of missing space that the box gives, multiplied by its basis.
  public var shrink = 1.0
  /// The extent along the axis before the box grows or shrinks; automatic is its width or height.
  public var basis = BoxLength.auto
  /// The distances from the sides of the box around it; `nil` for a box among its siblings.
  public var anchors: BoxAnchors?
  /// The reading direction of the box and of those within it.
  public var direction = BoxDirection.inherited

  /// Makes the style of a box with an arrangement.
  public init(_ arrangement: BoxArrangement = .column) { self.arrangement = arrangement }
}

/// The arrangement of children in a box.
public enum BoxArrangement: String, Hashable, Sendable, Codable, CaseIterable {
  /// Beside each other.
  case row
  /// Below each other.
  case column
  /// Over each other; ``BoxStyle/justification`` places them along x, ``BoxStyle/alignment`` along y.
  case overlay
}

/// The distribution of space along an axis.
public enum BoxJustification: String, Hashable, Sendable, Codable, CaseIterable {
  /// All space is at the end.
  case start
  /// All space is at the start.
  case end
  /// Half of the space is at each end.
  case center
  /// All space is between the children.
  case spaceBetween
  /// Each child has the same space on both sides.
  case spaceAround
  /// All spaces are equal, those at the ends too.
  case spaceEvenly
  /// The lines of a box that wraps grow to fill it; for children the same as ``start``.
  case stretch
}

/// The alignment of a child across its axis.
public enum BoxAlignment: String, Hashable, Sendable, Codable, CaseIterable {
  /// As large as the line, unless the child has a size of its own.
  case stretch
  /// At the start.
  case start
  /// At the end.
  case end
  /// In the middle.
  case center
  /// The first baselines of the children of a row are at one height.
  case baseline
}

/// The reading direction of a box.
public enum BoxDirection: String, Hashable, Sendable, Codable, CaseIterable {
  /// That of the box around it; for the outermost box the same as ``byText``.
  case inherited
  /// That of the first text in the box.
  case byText
  /// The start side is the left.
  case leftToRight
  /// The start side is the right.
  case rightToLeft
}

/// A length that a box asks for.
public enum BoxLength: Hashable, Sendable, Codable {
  /// By the content and the box around it.
  case auto
  /// A number of layout units.
  case units(Double)
  /// A percentage of the inside of the box around it; 100 is all of it.
  case percent(Double)
}

extension BoxLength: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Makes a length in layout units.
  public init(floatLiteral value: Double) { self = .units(value) }
  /// Makes a length in layout units.
  public init(integerLiteral value: Int) { self = .units(Double(value)) }
}

/// The distances of a box from the sides of the box around it.
///
/// The box is outside the arrangement of its siblings. Distances from two opposite sides determine its extent,
/// if it has no own.
public struct BoxAnchors: Hashable, Sendable, Codable {
  /// The distance from the top; automatic if the top does not matter.
  public var top: BoxLength
  /// The distance from the left.
  public var left: BoxLength
  /// The distance from the bottom.
  public var bottom: BoxLength
  /// The distance from the right.
  public var right: BoxLength

  /// Makes distances.
  public init(
    top: BoxLength = .auto, left: BoxLength = .auto, bottom: BoxLength = .auto,
    right: BoxLength = .auto
  ) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
