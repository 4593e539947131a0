/// Why a document cannot be written.
public enum VectorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Memory ran out while fonts were set up.
  case outOfMemory
  /// A PDF of this many bytes has no place for its offsets, which have ten digits.
  case documentTooLarge(byteCount: Int)
  /// The page would be wider than 14,400 units of PDF, each 4/3 layout units; the width in layout units.
  case pageTooWide(Double)

  /// One line with the limit, and the way out.
  public var description: String {
    switch self {
    case .outOfMemory: "memory ran out while fonts were set up"
    case .documentTooLarge(let byteCount):
      "a PDF cannot have \(byteCount) bytes, at most 9999999999: --rows renders parts of a feed"
    case .pageTooWide(let width):
      "a page of a PDF cannot be \(width) layout units wide, at most 19200"
    }
  }
}
