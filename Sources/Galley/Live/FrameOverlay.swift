import GalleyCompositing
import GalleyFrames
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import GalleyTable
import GalleyText

/// What can be drawn over frames, to look at the pipeline at work.
public enum FrameOverlay: String, Hashable, Sendable, CaseIterable, Codable {
  /// The new frames of the last second, in the colours of the label that applications show.
  case fps
  /// The rows of the preload range, within them those of the display range and the visible ones.
  case ranges
  /// The edges of the pixel rows that differ from the last frame.
  case damage
}

/// An overlay as it is drawn over one frame.
enum DrawnOverlay: Hashable, Sendable {
  case fps(Double)
  case ranges(RangeController.Rows)
  case damage([Range<Int>])
}

/// Decides what is drawn over each frame; a value, like all that decides.
struct OverlayState: Sendable {
  let kinds: Set<FrameOverlay>
  private var rate = FramesPerSecond()
  private var last: FramePlan?

  init(_ kinds: Set<FrameOverlay>) { self.kinds = kinds }

  /// The overlays of a frame that is presented at `instant`.
  mutating func overlays(
    of plan: FramePlan, ranges: RangeController.Rows, at instant: Duration
  ) -> [DrawnOverlay] {
    guard !kinds.isEmpty else { return [] }
    rate.count(at: instant)
    defer { last = plan }
    var overlays: [DrawnOverlay] = []
    if kinds.contains(.damage) { overlays.append(.damage(plan.damage(since: last))) }
    if kinds.contains(.ranges) { overlays.append(.ranges(ranges)) }
    if kinds.contains(.fps), let value = rate.value { overlays.append(.fps(value)) }
    return overlays
  }
}

extension DrawnOverlay {
  private static let margin = 8.0
  private static let labelSize = Size(width: 55, height: 20)
  private static let rangeSize = Size(width: 140, height: 26)

  /// The pixel rows of a frame of `size` that the overlay covers.
  func bands(in size: PixelSize, scale: Double) -> [Range<Int>] {
    func pixels(_ start: Double, _ end: Double) -> Range<Int> {
      (Int((start * scale).rounded(.down))..<Int((end * scale).rounded(.up)))
        .clamped(to: 0..<size.height)
    }
    switch self {
    case .fps: return [pixels(Self.margin, Self.margin + Self.labelSize.height)]
    case .ranges:
      let height = Double(size.height) / scale
      return [pixels(height - Self.margin - Self.rangeSize.height, height - Self.margin)]
    case .damage(let damage):
      let line = max(1, Int(scale.rounded()))
      return damage.flatMap { band in
        [
          band.lowerBound..<min(band.lowerBound + line, band.upperBound),
          max(band.upperBound - line, band.lowerBound)..<band.upperBound,
        ]
      }
    }
  }

  /// What is drawn, in layout units.
  ///
  /// - Throws: ``FontError``, or what setting the label throws.
  func items(
    in size: PixelSize, scale: Double, typesetter: Typesetter
  ) throws -> [DisplayItem] {
    switch self {
    case .fps(let rate): try Self.label(rate, typesetter)
    case .ranges(let rows): Self.bars(rows, bottom: Double(size.height) / scale - Self.margin)
    case .damage:
      bands(in: size, scale: scale).map { band in
        .fill(
          Rect(
            x: 0, y: Double(band.lowerBound) / scale, width: Double(size.width) / scale,
            height: Double(band.count) / scale),
          Color(red: 226, green: 45, blue: 45, alpha: 190))
      }
    }
  }

  private static func label(_ rate: Double, _ typesetter: Typesetter) throws -> [DisplayItem] {
    let box = Rect(x: margin, y: margin, width: labelSize.width, height: labelSize.height)
    let text = AttributedText(
      "\(Int(rate.rounded())) FPS",
      attributes: TextAttributes(
        font: Font(size: 12, weight: 700), color: FramesPerSecond.color(of: rate)))
    let layout = try typesetter.layout(text, in: TextContainer(width: labelSize.width))
    let bounds = layout.boundingRect
    return [
      .roundedRect(
        box, radii: CornerRadii(all: 5), fill: Color(red: 0, green: 0, blue: 0, alpha: 178)),
      .text(
        layout,
        origin: Point(
          x: box.minX + (box.width - bounds.width) / 2 - bounds.minX,
          y: box.minY + (box.height - bounds.height) / 2 - bounds.minY)),
    ]
  }

  private static func bars(_ rows: RangeController.Rows, bottom: Double) -> [DisplayItem] {
    let box = Rect(
      x: margin, y: bottom - rangeSize.height, width: rangeSize.width, height: rangeSize.height)
    var items: [DisplayItem] = [
      .roundedRect(
        box, radii: CornerRadii(all: 5), fill: Color(red: 0, green: 0, blue: 0, alpha: 178))
    ]
    let track = Rect(x: box.minX + 8, y: box.minY + 8, width: box.width - 16, height: 10)
    let count = Double(max(1, rows.preload.count))
    let bars: [(Range<Int>, Color)] = [
      (rows.preload, Color(rgb: 0x5B6472)), (rows.display, Color(rgb: 0xD99A2B)),
      (rows.visible, Color(rgb: 0x3FB37F)),
    ]
    for (part, color) in bars where !part.isEmpty {
      let start = Double(part.lowerBound - rows.preload.lowerBound) / count
      items.append(
        .fill(
          Rect(
            x: track.minX + start * track.width, y: track.minY,
            width: Double(part.count) / count * track.width, height: track.height), color))
    }
    return items
  }
}
