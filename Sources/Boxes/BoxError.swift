/// The reason why boxes cannot be laid out.
public enum BoxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A box is nested in more boxes than ``BoxTree/depthLimit``.
  case tooDeep(limit: Int)
  /// A number of a box is NaN, infinite, above ``BoxTree/lengthLimit``, or negative where it may not be.
  case unusableNumber(box: Int, property: String, value: String)
  /// A measured size of a leaf is NaN, infinite, negative or above ``BoxTree/lengthLimit``.
  case unusableMeasurement(leaf: Int, width: String, height: String)
  /// The width or height to lay out at is NaN, infinite, negative or above ``BoxTree/lengthLimit``.
  case unusableSpace(String)
  /// The boxes measure each other more often than ``BoxTree/workLimit`` for each box.
  case tooMuchWork(boxes: Int)

  /// One line with the reason.
  public var description: String {
    switch self {
    case .tooDeep(let limit): "boxes are nested more than \(limit) deep"
    case .unusableNumber(let box, let property, let value):
      "\(property) of box \(box) is \(value), which is not a usable number"
    case .unusableMeasurement(let leaf, let width, let height):
      "the content of box \(leaf) measures \(width) by \(height), which is not a usable size"
    case .unusableSpace(let value): "boxes cannot be laid out at the size \(value)"
    case .tooMuchWork(let boxes): "\(boxes) boxes measure each other too often"
    }
  }
}
