public import GalleyPrimitives
import GalleyText

/// An error of laying out a text.
public enum LayoutError: Error, Hashable, Sendable {
  /// The container's size or scale is not positive, its insets or scale are not finite, the scale is
  /// beyond 1/64…64, the limit of text rows is negative, or the line positions are out of bounds.
  case invalidContainer(TextContainer)
  /// A container's or an exclusion's path has a number that is not finite or beyond ±1,048,576, or
  /// more than 65,536 elements; or the container's own path encloses nothing.
  case invalidPath(Path)
  /// A font size of the text, a truncation token or a message is not between 1 and 512 layout units.
  case invalidFontSize(Double)
  /// A number of an attribute is not within its documented bounds; the attribute's name, and its range in
  /// the text, the truncation token or the message.
  case invalidAttribute(String, Range<Int>)
  /// The text is longer than 16 MiB of UTF-8, or a truncation token or message than 64 KiB.
  case textTooLong(utf8Count: Int)
  /// A number of a cell's template, theme or image is not finite or out of bounds: its name and its value.
  case invalidNumber(String, Double)
}

extension LayoutError: CustomStringConvertible {
  /// One line with the value and its bounds.
  public var description: String {
    switch self {
    case .invalidContainer(let container):
      """
      a container of \(container.size.width) × \(container.size.height) at scale \(container.scale) is \
      out of bounds: its sides are more than 0, its scale is 1/64 to 64, and its insets, limit of rows \
      and line positions are within their bounds
      """
    case .invalidPath:
      """
      a path encloses nothing, has more than 65536 elements, or has a number that is not within \
      -1048576 to 1048576
      """
    case .invalidFontSize(let size): "font size \(size) is out of bounds: it is 1 to 512"
    case .invalidAttribute(let name, let range):
      """
      \(name) of bytes \(range.lowerBound) to \(range.upperBound) is out of bounds: \
      \(TextAttributes.boundsInWords(of: name))
      """
    case .textTooLong(let count):
      """
      the text has \(count) bytes, more than the limit of 16777216, or of 65536 for a truncation token \
      or its message
      """
    case .invalidNumber(let name, let number): "\(name) is \(number), which is out of bounds"
    }
  }
}
