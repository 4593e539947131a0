public import GalleyPrimitives

/// The content of a frame: segments that cover each of its pixel rows once, from top to bottom.
///
/// The list of the segments' strips is the frame.
public struct FramePlan: Hashable, Sendable {
  /// The frame's extent in device pixels.
  public let size: PixelSize
  /// The y in the table of the frame's top, in device pixels.
  public let offset: Int
  /// The segments from top to bottom.
  public let segments: [FrameSegment]
  /// The number of pixels of visible rows that do not show their current picture.
  public let blankArea: Int
  /// Whether part of a visible row does not show its current picture.
  public let isBlank: Bool

  /// Makes a plan of segments.
  ///
  /// - Precondition: The segments cover `0..<size.height` without gap or overlap, and each has at
  ///   least one pixel row.
  public init(size: PixelSize, offset: Int, segments: [FrameSegment]) {
    var (bottom, blankCount) = (0, 0)
    for segment in segments {
      precondition(
        segment.band.lowerBound == bottom && !segment.band.isEmpty,
        "a segment at \(segment.band) after \(bottom)")
      bottom = segment.band.upperBound
      if !segment.isCurrent { blankCount += segment.band.count }
    }
    precondition(bottom == size.height, "segments for \(bottom) of \(size.height) pixel rows")
    self.size = size
    self.offset = offset
    self.segments = segments
    blankArea = blankCount * size.width
    isBlank = blankCount > 0
  }

  /// The number of pixels where a picture fades over a placeholder.
  public var fadingArea: Int {
    segments.reduce(0) { $1.opacity < 255 ? $0 + $1.band.count : $0 } * size.width
  }

  /// The visible rows, from top to bottom.
  public var rows: [Int] { segments.compactMap(\.row) }

  /// Returns the pixel rows that differ from `last`, in the fewest ranges, from top to bottom.
  ///
  /// Without a last frame, or after one of another size, the whole frame is damaged.
  ///
  /// - Complexity: O(segments of both).
  public func damage(since last: FramePlan?) -> [Range<Int>] {
    guard let last, last.size == size else { return size.height > 0 ? [0..<size.height] : [] }
    var damage: [Range<Int>] = []
    var (mine, theirs, y) = (0, 0, 0)
    while y < size.height {
      let (new, old) = (segments[mine], last.segments[theirs])
      let end = min(new.band.upperBound, old.band.upperBound)
      if new.source(at: y) != old.source(at: y) || new.opacity != old.opacity {
        if let open = damage.last, open.upperBound == y {
          damage[damage.count - 1] = open.lowerBound..<end
        } else {
          damage.append(y..<end)
        }
      }
      if new.band.upperBound == end { mine += 1 }
      if old.band.upperBound == end { theirs += 1 }
      y = end
    }
    return damage
  }

  /// Whether any pixel of the frame differs from `last`.
  public func hasDamage(since last: FramePlan?) -> Bool { !damage(since: last).isEmpty }

  /// Whether this frame has another offset or another pixel than `last`, or is the first whose pictures are
  /// all current.
  ///
  /// The outdated picture of a row that was reloaded with an equal content becomes current without a changed
  /// pixel.
  public func differs(from last: FramePlan?) -> Bool {
    guard let last else { return true }
    return offset != last.offset || last.isBlank && !isBlank || hasDamage(since: last)
  }
}
