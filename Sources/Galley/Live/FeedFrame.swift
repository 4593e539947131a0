public import GalleyCompositing
import GalleyHandles
public import GalleyPNG
import GalleyPrimitives
import GalleyRaster

/// A frame: what of which pictures is seen, from top to bottom.
///
/// It was made on the main queue in microseconds, and no pixel was touched. Its PNG may be made on any
/// thread, at any time: the pictures are kept as long as the frame is.
public struct FeedFrame: Sendable {
  private let content: Content

  /// What a frame is made of: one reference, since frames are copied on the main queue.
  private final class Content: Sendable {
    let plan: FramePlan
    let parts: [Part]
    let kit: FrameKit
    let overlays: [DrawnOverlay]

    init(_ plan: FramePlan, _ parts: [Part], _ kit: FrameKit, _ overlays: [DrawnOverlay]) {
      self.plan = plan
      self.parts = parts
      self.kit = kit
      self.overlays = overlays
    }
  }

  init(plan: FramePlan, parts: [Part], kit: FrameKit, overlays: [DrawnOverlay] = []) {
    content = Content(plan, parts, kit, overlays)
  }

  /// The frame with other overlays.
  func drawn(under overlays: [DrawnOverlay]) -> FeedFrame {
    overlays == self.overlays
      ? self : FeedFrame(plan: plan, parts: parts, kit: kit, overlays: overlays)
  }

  /// Which source covers which pixel rows.
  public var plan: FramePlan { content.plan }

  /// What of which pictures is seen, from top to bottom.
  var parts: [Part] { content.parts }

  /// What is drawn over it.
  var overlays: [DrawnOverlay] { content.overlays }

  private var kit: FrameKit { content.kit }

  enum Part: Sendable {
    case page(count: Int)
    /// Some pixel rows, from `first` on, of the placeholder for a row of `height`.
    case placeholder(first: Int, height: Int, count: Int)
    /// Some pixel rows of a picture, from its top.
    case picture(RowPicture, rows: Range<Int>)
    /// Pixel rows that were composited for this frame.
    case composited(Picture)

    var count: Int {
      switch self {
      case .page(let count), .placeholder(_, _, let count): count
      case .picture(_, let rows): rows.count
      case .composited(let pixels): pixels.size.height
      }
    }
  }

  /// How pixels become a PNG.
  struct Format: Hashable, Sendable {
    var profile: PNGProfile
    var colorType: PNGColorType
    var scale: Double

    func makeEncoder() -> StripEncoder { StripEncoder(profile: profile, colorType: colorType) }
  }

  var format: Format { kit.format }

  var fillers: FillerStrips { kit.fillers }

  /// The pixels of visible rows that are not their current pictures.
  public var blankArea: Int { plan.blankArea }

  /// The y of the frame's top in the feed, in layout units.
  public var offset: Double { Double(plan.offset) / format.scale }

  /// The frame as a PNG: strips as they are, cut pictures encoded anew.
  ///
  /// - Throws: ``/GalleyPNG/PNGError/unsupportedSize(width:rowCount:)`` for a frame without pixels;
  ///   where something is drawn over it also what drawing throws.
  /// - Complexity: O(pixels of the cut pictures), some 0.3 ms.
  public func png() throws -> AssembledPNG { try FrameEncoder(kit.shop).png(self) }

  /// Calls `body` with the parts that cover some of `band`, and which of their rows do.
  func forEachPart(in band: Range<Int>, _ body: (Part, Range<Int>) -> Void) {
    var top = 0
    for part in parts {
      let seen = (top..<top + part.count).clamped(to: band)
      if !seen.isEmpty { body(part, seen.lowerBound - top..<seen.upperBound - top) }
      top += part.count
    }
  }
}

/// What all frames of a table have in common: one reference, since frames are made and copied on the
/// main queue.
final class FrameKit: Sendable {
  let fillers: FillerStrips
  let shop: CellShop
  let format: FeedFrame.Format

  init(fillers: FillerStrips, shop: CellShop) {
    self.fillers = fillers
    self.shop = shop
    format = shop.format
  }
}

/// Makes frames of plans, from the pictures that are there.
struct FrameMaker {
  private let kit: FrameKit
  /// What stands where there is no picture.
  let policy: BlankPolicy
  /// Where the pixels that are composited for frames lie.
  private let pool = SurfacePool()

  init(fillers: FillerStrips, shop: CellShop, policy: BlankPolicy) {
    kit = FrameKit(fillers: fillers, shop: shop)
    self.policy = policy
  }

  /// The pictures that a plan shows.
  func pictures(of plan: FramePlan, height: (Int) -> Int) -> [PictureID] {
    plan.segments.flatMap { segment -> [PictureID] in
      guard let key = segment.key, let rows = segment.pictureRows, let row = segment.row else {
        return []
      }
      return Array(PictureID.covering(rows, of: key, height: height(row)))
    }
  }

  /// The frame of a plan.
  ///
  /// - Parameters:
  ///   - plan: What covers which pixel rows.
  ///   - place: The y of a row, and the height of what is shown of it.
  ///   - picture: The pictures that are there.
  /// - Returns: `nil` while one is not.
  func frame(
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
          // A picture carries the key of what it shows: no row is shown with the pixels of another.
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

  /// Appends some rows of a picture: as it is where nothing is cut by masks.
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

  /// Rows of a picture that fades in over its placeholder.
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
      // As when an array cannot grow.
      preconditionFailure("no memory for \(rows.count) pixel rows of a frame")
    }
    return .composited(pixels)
  }
}

extension FrameSegment {
  /// The picture that is shown.
  var key: ContentKey? { if case .picture(let key, _) = source { key } else { nil } }
}

extension CellShop {
  /// The format of the PNGs of frames.
  var format: FeedFrame.Format {
    FeedFrame.Format(profile: profile, colorType: colorType, scale: template.scale)
  }
}
