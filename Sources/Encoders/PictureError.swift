public import GalleyPrimitives

/// Why a picture cannot be made in a format.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture has no pixel, or an edge that is longer than the format allows.
  case unsupportedSize(PictureFormat.Kind, PixelSize, edgeLimit: Int)
  /// The library of the format has failed, for example for lack of memory.
  case notEncoded(PictureFormat.Kind, PixelSize, reason: String)

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
