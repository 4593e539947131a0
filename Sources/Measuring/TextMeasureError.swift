/// The reason why paragraphs cannot be measured with the given options.
public enum TextMeasureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width is out of bounds.
  case unsupportedWidth(Double)
  /// The font's size is out of bounds.
  case unsupportedFontSize(Double)
  /// The limit on text rows is negative.
  case unsupportedRowCount(Int)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedWidth(let width): "width \(width) is out of bounds: 1 to 8192"
    case .unsupportedFontSize(let size): "font size \(size) is out of bounds: 1 to 512"
    case .unsupportedRowCount(let count): "\(count) text rows are out of bounds: 0 (all) or more"
    }
  }
}
