import GalleyCellRendering
import GalleyCells
public import GalleyCompositing
import GalleyHandles
public import GalleyPNG
import GalleyPictures
import GalleyPrimitives
import GalleyRaster

/// A frame: the visible parts of pictures, from top to bottom.
///
/// The main queue makes it in microseconds and touches no pixel. Its PNG may be made on any thread, at any
/// time: the frame keeps its pictures.
public struct FeedFrame: Sendable {
  private let content: Content

  /// The contents of a frame: one reference, because the main queue copies frames.
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

  /// Returns the frame with other overlays.
  package func drawn(under overlays: [DrawnOverlay]) -> FeedFrame {
    overlays.isEmpty && self.overlays.isEmpty || overlays == self.overlays
      ? self : FeedFrame(plan: plan, parts: parts, kit: kit, overlays: overlays)
  }

  /// The source of each pixel row.
  public var plan: FramePlan { content.plan }

  /// The visible parts of pictures, from top to bottom.
  var parts: [Part] { content.parts }

  /// The overlays.
  var overlays: [DrawnOverlay] { content.overlays }

  private var kit: FrameKit { content.kit }

  enum Part: Sendable {
    case page(count: Int)
    /// Some pixel rows, from `first` on, of the placeholder for a row of `height`.
    case placeholder(first: Int, height: Int, count: Int)
    /// Some pixel rows of a picture, counted from its top.
    case picture(RowPicture, rows: Range<Int>)
    /// Pixel rows that are composited for this frame.
    case composited(Picture)

    var count: Int {
      switch self {
      case .page(let count), .placeholder(_, _, let count): count
      case .picture(_, let rows): rows.count
      case .composited(let pixels): pixels.size.height
      }
    }
  }

  /// The format of a frame's PNG.
  struct Format: Hashable, Sendable {
    var profile: PNGProfile
    var colorType: PNGColorType
    var scale: Double

    func makeEncoder() -> StripEncoder { StripEncoder(profile: profile, colorType: colorType) }
  }

  var format: Format { kit.format }

  var fillers: FillerStrips { kit.fillers }

  /// The number of pixels of visible rows that do not show their current pictures.
  public var blankArea: Int { plan.blankArea }

  /// The y of the frame's top in the feed, in layout units.
  public var offset: Double { Double(plan.offset) / format.scale }

  /// Makes the PNG of the frame: whole pictures are used as strips, cut pictures are encoded.
  ///
  /// - Throws: ``/GalleyPNG/PNGError/unsupportedSize(width:rowCount:)`` for a frame without pixels; with
  ///   overlays also an error of drawing.
  /// - Complexity: O(pixels of the cut pictures), about 0.3 ms.
  public func png() throws -> AssembledPNG { try FrameEncoder(kit.shop).png(self) }

  /// Calls `body` with the parts within `band`, and the range of their rows there.
  func forEachPart(in band: Range<Int>, _ body: (Part, Range<Int>) -> Void) {
    var top = 0
    for part in parts {
      let seen = (top..<top + part.count).clamped(to: band)
      if !seen.isEmpty { body(part, seen.lowerBound - top..<seen.upperBound - top) }
      top += part.count
    }
  }
}

/// The state that all frames of a table share: one reference, because the main queue makes and copies
/// frames.
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

extension CellShop {
  /// The format of the PNGs of frames.
  var format: FeedFrame.Format {
    FeedFrame.Format(profile: profile, colorType: colorType, scale: template.scale)
  }
}
