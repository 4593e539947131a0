public import GalleyPrimitives

/// Whole pixel rows of a frame that come from one source.
public struct FrameSegment: Hashable, Sendable {
  /// Where pixels come from.
  public enum Source: Hashable, Sendable {
    /// Pixel rows of a picture, from `firstRow` on.
    case picture(ContentKey, firstRow: Int)
    /// The placeholder for a picture that is not there.
    case placeholder
    /// The page colour.
    case background
  }

  /// Where the pixels come from.
  public var source: Source
  /// The row that is shown; `nil` for background.
  public var row: Int?
  /// The frame's pixel rows, 0 at its top.
  public var band: Range<Int>
  /// Whether the source is shown from its first to its last pixel row, so that its strip can be used
  /// as it is.
  public var isWhole: Bool
  /// Whether these pixels are the row's current picture, or background.
  public var isCurrent: Bool
  /// How opaque a picture lies over what stands where there is none; 255 for one that is alone.
  public var opacity: UInt8

  /// A segment of a frame.
  public init(
    source: Source, row: Int?, band: Range<Int>, isWhole: Bool, isCurrent: Bool,
    opacity: UInt8 = 255
  ) {
    self.source = source
    self.row = row
    self.band = band
    self.isWhole = isWhole
    self.isCurrent = isCurrent
    self.opacity = opacity
  }

  /// The pixel rows of the picture that are shown; `nil` where there is no picture.
  public var pictureRows: Range<Int>? {
    guard case .picture(_, let first) = source else { return nil }
    return first..<(first + band.count)
  }

  /// The source of the pixel row `y` of the frame; equal ones are equal pixels.
  ///
  /// - Precondition: `band` holds `y`.
  func source(at y: Int) -> Source {
    guard case .picture(let key, let first) = source else { return source }
    return .picture(key, firstRow: first + y - band.lowerBound)
  }
}
