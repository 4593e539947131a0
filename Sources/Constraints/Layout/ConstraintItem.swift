/// A side, an extent, a center or a baseline that constraints refer to.
public enum ConstraintAttribute: String, Hashable, Sendable, Codable, CaseIterable {
  /// The side where lines begin: the left one, or the right one in a cell that reads right to left.
  case leading
  /// The side where lines end.
  case trailing
  /// The left side in each reading direction.
  case left
  /// The right side in each reading direction.
  case right
  /// The upper side.
  case top
  /// The lower side.
  case bottom
  /// The extent along x.
  case width
  /// The extent along y.
  case height
  /// The middle along x.
  case centerX
  /// The middle along y.
  case centerY
  /// The baseline of the first line; the lower side of an element without text.
  case firstBaseline
  /// The baseline of the last line of a text; the lower side of another element.
  case lastBaseline

  var isExtent: Bool { self == .width || self == .height }
  var isHorizontal: Bool {
    switch self {
    case .leading, .trailing, .left, .right, .width, .centerX: true
    case .top, .bottom, .height, .centerY, .firstBaseline, .lastBaseline: false
    }
  }
  /// Whether it has the same side in each reading direction.
  var isPhysical: Bool { self == .left || self == .right }
  /// Whether its side depends on the reading direction.
  var isLogical: Bool { self == .leading || self == .trailing }
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
}

/// An element that constraints place, by its identifier, or the box around these elements.
///
/// ```swift
/// let (image, title, box) = (ConstraintItem("image"), ConstraintItem("title"), ConstraintItem.container)
/// title.top == image.bottom + 8
/// ```
public struct ConstraintItem: Hashable, Sendable, Codable {
  /// The identifier; `nil` for the container.
  public var identifier: String?

  /// An element with this identifier.
  public init(_ identifier: String) { self.identifier = identifier }

  private init() {}

  /// The box around the elements, without its padding.
  public static let container = ConstraintItem()

  /// The side where lines begin.
  public var leading: ConstraintExpression { self[.leading] }
  /// The side where lines end.
  public var trailing: ConstraintExpression { self[.trailing] }
  /// The left side in each reading direction.
  public var left: ConstraintExpression { self[.left] }
  /// The right side in each reading direction.
  public var right: ConstraintExpression { self[.right] }
  /// The upper side.
  public var top: ConstraintExpression { self[.top] }
  /// The lower side.
  public var bottom: ConstraintExpression { self[.bottom] }
  /// The extent along x.
  public var width: ConstraintExpression { self[.width] }
  /// The extent along y.
  public var height: ConstraintExpression { self[.height] }
  /// The middle along x.
  public var centerX: ConstraintExpression { self[.centerX] }
  /// The middle along y.
  public var centerY: ConstraintExpression { self[.centerY] }
  /// The baseline of the first line.
  public var firstBaseline: ConstraintExpression { self[.firstBaseline] }
  /// The baseline of the last line.
  public var lastBaseline: ConstraintExpression { self[.lastBaseline] }

  /// An attribute of the item.
  public subscript(attribute: ConstraintAttribute) -> ConstraintExpression {
    ConstraintExpression(ConstraintAnchor(item: self, attribute: attribute))
  }
}

extension ConstraintItem: ExpressibleByStringLiteral {
  /// Makes an element with this identifier.
  public init(stringLiteral value: String) { self.init(value) }
}

/// An attribute of an item.
public struct ConstraintAnchor: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The element or the container.
  public var item: ConstraintItem
  /// The side, extent, center or baseline.
  public var attribute: ConstraintAttribute

  /// Makes an anchor.
  public init(item: ConstraintItem, attribute: ConstraintAttribute) {
    self.item = item
    self.attribute = attribute
  }

  /// The identifier and the attribute, as in `title.top`.
  public var description: String {
    "\(item.identifier ?? "container").\(attribute.rawValue)"
  }
}
