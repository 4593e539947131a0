package import GalleyCellRendering
package import GalleyCompositing
import GalleyFiles
package import GalleyFrames
import GalleyHandles
import GalleyPNG
package import GalleyPictures
package import GalleyPrimitives
import GalleyRaster
import GalleyShapes

/// Makes frames from plans and pictures.
package struct FrameMaker {
  private let kit: FrameKit
  /// The replacement for a missing picture.
  let policy: BlankPolicy
  /// The memory of composited pixels.
  private let pool = SurfacePool()

  package init(fillers: FillerStrips, shop: CellShop, policy: BlankPolicy) {
    kit = FrameKit(fillers: fillers, shop: shop)
    self.policy = policy
  }

  /// Returns the pictures of a plan.
  package func pictures(of plan: FramePlan, height: (Int) -> Int) -> [PictureID] {
    plan.segments.flatMap { segment -> [PictureID] in
      guard let key = segment.key, let rows = segment.pictureRows, let row = segment.row else {
        return []
      }
      return Array(PictureID.covering(rows, of: key, height: height(row)))
    }
  }

  /// Makes the frame of a plan.
  ///
  /// - Parameters:
  ///   - plan: The source of each pixel row.
  ///   - place: Returns the y of a row, and the height of its picture.
  ///   - picture: Returns a picture; `nil` if it is missing.
  /// - Returns: `nil` if a picture is missing.
  package func frame(
    _ plan: FramePlan, place: (FrameSegment, Int) -> (y: Int, height: Int),
    picture: (PictureID) -> RowPicture?
  ) -> FeedFrame? {
    var parts: [FeedFrame.Part] = []
    parts.reserveCapacity(plan.segments.count)
    for segment in plan.segments {
      switch segment.source {
      case .background: parts.append(.page(count: segment.band.count))
      case .placeholder:
        guard let row = segment.row else {
          parts.append(.page(count: segment.band.count))
          continue
        }
        let place = place(segment, row)
        let first = plan.offset + segment.band.lowerBound - place.y
        parts.append(
          .placeholder(first: first, height: place.height, count: segment.band.count))
      case .picture(let key, let first):
        guard let row = segment.row else { return nil }
        let rows = first..<first + segment.band.count
        for id in PictureID.covering(rows, of: key, height: place(segment, row).height) {
          guard let picture = picture(id) else { return nil }
          // No row may show the pixels of another row.
          precondition(picture.id == id, "a picture of \(picture.id) for \(id)")
          let seen = rows.clamped(to: id.rows)
          if segment.opacity < 255 {
            let height = place(segment, row).height
            parts.append(faded(picture, seen, segment.opacity, height: height))
          } else {
            append(picture, seen, to: &parts)
          }
        }
      }
    }
    return FeedFrame(plan: plan, parts: parts, kit: kit)
  }

  /// Appends some rows of a picture; only the bands that masks clip are composited.
  private func append(
    _ picture: RowPicture, _ rows: Range<Int>, to parts: inout [FeedFrame.Part]
  ) {
    func appendPlain(_ rows: Range<Int>) {
      guard !rows.isEmpty else { return }
      let first = picture.id.rows.lowerBound
      parts.append(.picture(picture, rows: rows.lowerBound - first..<rows.upperBound - first))
    }
    guard !picture.layered.layers.isEmpty else { return appendPlain(rows) }
    var top = rows.lowerBound
    let masked = picture.layered.layers.map { $0.rows.clamped(to: rows) }
    for band in FrameEncoder.merged(masked.filter { !$0.isEmpty }) {
      appendPlain(top..<band.lowerBound)
      parts.append(composited(picture, band))
      top = band.upperBound
    }
    appendPlain(top..<rows.upperBound)
  }

  /// Composites rows of a picture that fades in over its placeholder.
  private func faded(
    _ picture: RowPicture, _ rows: Range<Int>, _ opacity: UInt8, height: Int
  ) -> FeedFrame.Part {
    var ground: [UInt32] = []
    ground.reserveCapacity(rows.count * picture.pixels.size.width)
    if policy.showsPage {
      kit.fillers.appendPage(rows.count, to: &ground)
    } else {
      kit.fillers.appendPlaceholder(rows, of: height, to: &ground)
    }
    return composited(picture, rows, opacity, over: ground)
  }

  private func composited(
    _ picture: RowPicture, _ rows: Range<Int>, _ opacity: UInt8 = 255, over ground: [UInt32] = []
  ) -> FeedFrame.Part {
    guard
      let pixels = picture.layered.composited(rows, opacity: opacity, over: ground, pool: pool)
    else {
      // Out of memory ends the process, as it does for an array.
      MemoryFailure.end("\(rows.count) pixel rows of a frame")
    }
    return .composited(pixels)
  }
}

extension FrameSegment {
  /// The key of the picture that is shown; `nil` if it is not a picture.
  package var key: ContentKey? { if case .picture(let key, _) = source { key } else { nil } }
}
