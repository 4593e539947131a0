/// The reason why a feed cannot be rendered with the given options.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The width or the scale is out of bounds.
  case unsupportedSize(width: Double, scale: Double)
  /// A page's height is not a whole number of device pixels, or is out of bounds.
  case unsupportedPageHeight(Double, scale: Double)
  /// An output is a file that the run reads: the feed, or an image of a row.
  case replacesInput(path: String)

  /// One line that names the limit.
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let scale):
      """
      width \(width) at scale \(scale) is out of bounds: width 16 to 8192, scale 0.5 to 4, \
      together a whole number of at most 16384 device pixels
      """
    case .unsupportedPageHeight(let height, let scale):
      """
      page height \(height) at scale \(scale) is out of bounds: a whole number of 1 to 65536 \
      device pixels
      """
    case .replacesInput(let path):
      "\(path) is read by this run, which would replace it: choose another output"
    }
  }
}
