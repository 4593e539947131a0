public import GalleyPrimitives

/// Why a picture cannot be made in a format.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture has no pixel, or an edge that is longer than the format allows.
  case unsupportedSize(PictureFormat.Kind, PixelSize, edgeLimit: Int)
  /// The library of the format has failed, for example for lack of memory.
  case notEncoded(PictureFormat.Kind, PixelSize, reason: String)
  /// A PDF of this many bytes has no place for its offsets, which have ten digits.
  case documentTooLarge(byteCount: Int)
  /// The page would be wider than 14,400 units of PDF, each 4/3 layout units; the width in layout units.
  case pageTooWide(Double)
  /// The page would be higher than 14,400 units of PDF, each 4/3 layout units; the height in layout units.
  case pageTooHigh(Double)
  /// Memory ran out while the fonts of a document were set up.
  case outOfMemory

  /// One line with the limit, and the way out.
  public var description: String {
    switch self {
    case .unsupportedSize(let kind, let size, let limit):
      """
      \(kind.name) cannot have \(size.width) × \(size.height) pixels: an edge has 1 to \(limit); \
      --pages or --cards make smaller pictures, and a PNG may be taller
      """
    case .notEncoded(let kind, let size, let reason):
      "cannot make \(kind.name) of \(size.width) × \(size.height) pixels: \(reason)"
    case .documentTooLarge(let byteCount):
      "a PDF cannot have \(byteCount) bytes, at most 9999999999: --rows renders parts of a feed"
    case .pageTooWide(let width):
      "a page of a PDF cannot be \(width) layout units wide, at most 19200"
    case .pageTooHigh(let height):
      "a page of a PDF cannot be \(height) layout units high, at most 19200"
    case .outOfMemory: "memory ran out while fonts were set up"
    }
  }
}

extension PictureFormat.Kind {
  /// The format's name in messages, with its article.
  fileprivate var name: String {
    switch self {
    case .png: "a PNG"
    case .jpeg: "a JPEG"
    case .webp: "a WebP"
    case .pdf: "a PDF"
    case .svg: "an SVG"
    }
  }
}
