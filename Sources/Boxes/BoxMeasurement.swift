public import GalleyPrimitives

/// The space for a box along one axis.
public enum BoxSpace: Hashable, Sendable {
  /// This extent, in layout units.
  case exactly(Double)
  /// The extent of the content, but not more than this where content can break.
  case atMost(Double)
  /// The smallest extent of content that does not overflow: text breaks at each opportunity.
  case minContent
  /// The extent of content that does not break.
  case maxContent
}

/// The space in which a leaf is measured: that of its content, without padding and border.
public struct BoxProposal: Hashable, Sendable {
  /// The space along x.
  public var width: BoxSpace
  /// The space along y.
  public var height: BoxSpace

  /// The space along both axes.
  public init(width: BoxSpace, height: BoxSpace) {
    self.width = width
    self.height = height
  }
}

/// The size of a leaf's content.
public struct BoxMeasurement: Hashable, Sendable {
  /// The size, in layout units.
  ///
  /// An axis proposed ``BoxSpace/exactly(_:)`` has that extent; the measured one does not count.
  public var size: Size
  /// The distance of the first baseline from the content's top; `nil`: the box's bottom edge stands for it.
  public var firstBaseline: Double?

  /// A size and a first baseline.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}
