/// The limits above which an image counts as missing, judged by its file's length and header.
///
/// They can only be lowered: a value out of its range counts as the nearest one in it.
public struct ImageLimits: Hashable, Sendable {
  /// The largest length of an image's file in bytes, or of the image in a `data:` URI; 1 to 64 MiB.
  public var maximumBytes: Int
  /// The largest number of an image's pixels; 1 to 256 Mi.
  public var maximumPixels: Int
  /// The longest edge of an image, in pixels; 1 to 32,767.
  public var maximumEdge: Int

  /// The limits that nothing can raise.
  public static let ceiling = ImageLimits()

  /// Makes limits; by default the largest ones.
  public init(
    maximumBytes: Int = 64 << 20, maximumPixels: Int = 256 << 20,
    maximumEdge: Int = 32_767
  ) {
    self.maximumBytes = maximumBytes
    self.maximumPixels = maximumPixels
    self.maximumEdge = maximumEdge
  }

  /// These limits with each value in its range.
  var inRange: ImageLimits {
    func nearest(_ value: Int, _ most: Int) -> Int { min(max(value, 1), most) }
    return ImageLimits(
      maximumBytes: nearest(maximumBytes, Self.ceiling.maximumBytes),
      maximumPixels: nearest(maximumPixels, Self.ceiling.maximumPixels),
      maximumEdge: nearest(maximumEdge, Self.ceiling.maximumEdge))
  }
}
