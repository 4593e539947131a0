public import GalleyPrimitives

/// Whole pixel rows of a frame that come from one source.
public struct FrameSegment: Hashable, Sendable {
  /// The source of pixels.
  public enum Source: Hashable, Sendable {
    /// Pixel rows of a picture, from `firstRow` on.
    case picture(ContentKey, firstRow: Int)
    /// The placeholder for a missing picture.
    case placeholder
    /// The page colour.
    case background
  }

  /// The source of the pixels.
  public var source: Source
  /// The visible row; `nil` for background.
  public var row: Int?
  /// The pixel rows in the frame, from 0 at its top.
  public var band: Range<Int>
  /// Whether all pixel rows of the source are shown, so that its strip can be used unchanged.
  public var isWhole: Bool
  /// Whether these pixels show the row's current picture, or background.
  public var isCurrent: Bool
  /// The opacity of a picture over its placeholder; 255 for an opaque picture.
  public var opacity: UInt8

  /// Makes a segment of a frame.
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

  /// The visible pixel rows of the picture; `nil` if there is no picture.
  public var pictureRows: Range<Int>? {
    guard case .picture(_, let first) = source else { return nil }
    return first..<(first + band.count)
  }

  /// Returns the source of the pixel row `y` of the frame; equal sources have equal pixels.
  ///
  /// - Precondition: `band` holds `y`.
  func source(at y: Int) -> Source {
    guard case .picture(let key, let first) = source else { return source }
    return .picture(key, firstRow: first + y - band.lowerBound)
  }
}
