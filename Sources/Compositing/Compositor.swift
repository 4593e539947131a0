public import GalleyPrimitives

/// Composites a scene into the plan of a frame.
///
/// It does not touch pixels. A plan takes some microseconds, so the main queue can make one per
/// vsync.
public struct Compositor: Hashable, Sendable {
  /// The frame's extent in device pixels.
  public var size: PixelSize
  /// The content of a row whose current picture is missing.
  public var policy: BlankPolicy

  /// Makes a compositor for frames of `size`.
  ///
  /// Only ``BlankPolicy/keep`` shows older pictures.
  ///
  /// - Precondition: No extent is negative.
  public init(size: PixelSize, policy: BlankPolicy = .placeholder) {
    precondition(size.width >= 0 && size.height >= 0, "the frame size \(size) is negative")
    self.size = size
    self.policy = policy
  }

  /// Returns the plan of the frame that shows `scene` from `offset` on.
  ///
  /// - Parameters:
  ///   - scene: The placements; those outside the frame are skipped.
  ///   - offset: The y in the table of the frame's top; may be outside the scene.
  ///   - availability: Returns the state of a placement's picture.
  /// - Returns: The frame's plan; equal arguments give equal plans.
  /// - Complexity: O(placements).
  public func composite(
    _ scene: Scene, at offset: Int, availability: (Placement) -> Availability
  ) -> FramePlan {
    var segments: [FrameSegment] = []
    segments.reserveCapacity(scene.placements.count + 1)
    var bottom = 0
    func fill(to y: Int) {
      guard y > bottom else { return }
      segments.append(
        FrameSegment(
          source: .background, row: nil, band: bottom..<y, isWhole: true, isCurrent: true))
      bottom = y
    }
    for placement in scene.placements {
      let top = placement.y - offset
      let band = (top..<(top + placement.height)).clamped(to: 0..<size.height)
      guard !band.isEmpty else { continue }
      fill(to: band.lowerBound)
      bottom = band.upperBound
      func picture(opacity: UInt8) -> FrameSegment {
        FrameSegment(
          source: .picture(placement.key, firstRow: band.lowerBound - top), row: placement.row,
          band: band, isWhole: band.count == placement.height && opacity == 255,
          isCurrent: opacity == 255, opacity: opacity)
      }
      switch availability(placement) {
      case .ready: segments.append(picture(opacity: 255))
      case .fading(let opacity): segments.append(picture(opacity: opacity))
      case .outdated(let key, let height) where policy.keepsOlderPicture:
        // An older picture may be shorter than the row now: a placeholder fills the rest.
        let seen = band.clamped(to: top..<max(top, top + height))
        if !seen.isEmpty {
          segments.append(
            FrameSegment(
              source: .picture(key, firstRow: seen.lowerBound - top), row: placement.row,
              band: seen, isWhole: seen.count == height, isCurrent: false))
        }
        let rest = (seen.isEmpty ? band.lowerBound : seen.upperBound)..<band.upperBound
        if !rest.isEmpty { segments.append(blank(placement, rest, isWhole: false)) }
      case .missing, .outdated:
        segments.append(blank(placement, band, isWhole: band.count == placement.height))
      }
    }
    fill(to: size.height)
    return FramePlan(size: size, offset: offset, segments: segments)
  }

  private func blank(
    _ placement: Placement, _ band: Range<Int>, isWhole: Bool
  ) -> FrameSegment {
    FrameSegment(
      source: policy.showsPage ? .background : .placeholder, row: placement.row, band: band,
      isWhole: isWhole, isCurrent: false)
  }
}
