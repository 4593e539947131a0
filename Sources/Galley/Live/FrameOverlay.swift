import GalleyCells
import GalleyCompositing
import GalleyFeed
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
  /// What of the cells may be tapped, as ``CellOverlay/areas`` has it.
  case areas
  /// Pictures that are drawn at another size than their files have, as ``CellOverlay/scale`` has it.
  case scale
}

/// An overlay as it is drawn over one frame.
enum DrawnOverlay: Hashable, Sendable {
  case fps(Double)
  case ranges(RangeController.Rows)
  case damage([Range<Int>])
  case cells([Row], CellOverlay)

  /// A row of which a picture is seen, in device pixels from the frame's top.
  struct Row: Hashable, Sendable {
    var item: FeedItem
    /// Of the row's top; above the frame where the row is cut.
    var y: Int
    /// What of it is seen.
    var band: Range<Int>
  }
}

/// Decides what is drawn over each frame; a value, like all that decides.
struct OverlayState: Sendable {
  let kinds: Set<FrameOverlay>
  private var rate = FramesPerSecond()
  private var last: FramePlan?

  init(_ kinds: Set<FrameOverlay>) { self.kinds = kinds }

  /// The overlays of a frame that is presented at `instant`; `item` says what a key's picture shows.
  mutating func overlays(
    of plan: FramePlan, ranges: RangeController.Rows, at instant: Duration,
    item: (ContentKey) -> FeedItem?
  ) -> [DrawnOverlay] {
    guard !kinds.isEmpty else { return [] }
    rate.count(at: instant)
    defer { last = plan }
    var overlays: [DrawnOverlay] = []
    for kind in CellOverlay.allCases where kinds.contains(where: { $0.rawValue == kind.rawValue }) {
      overlays.append(.cells(plan.rows(item: item), kind))
    }
    if kinds.contains(.damage) { overlays.append(.damage(plan.damage(since: last))) }
    if kinds.contains(.ranges) { overlays.append(.ranges(ranges)) }
    if kinds.contains(.fps), let value = rate.value { overlays.append(.fps(value)) }
    return overlays
  }
}

extension FramePlan {
  /// The rows of which a picture is seen.
  fileprivate func rows(item: (ContentKey) -> FeedItem?) -> [DrawnOverlay.Row] {
    segments.compactMap { segment in
      guard case .picture(let key, let first) = segment.source, let item = item(key) else {
        return nil
      }
      return DrawnOverlay.Row(item: item, y: segment.band.lowerBound - first, band: segment.band)
    }
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
    case .cells(let rows, _): return rows.map(\.band)
    }
  }

  /// What is drawn, in layout units.
  ///
  /// - Throws: ``GalleyLayout/FontError``, or what setting labels throws.
  func items(in size: PixelSize, scale: Double, with renderer: CellRenderer) throws -> [DisplayItem]
  {
    switch self {
    case .fps(let rate): try Self.label(rate, renderer.typesetter)
    case .cells(let rows, let overlay):
      try rows.flatMap { row -> [DisplayItem] in
        // In the place of a row that cannot be set the page is shown.
        guard let cell = try? renderer.measure(row.item).layout else { return [] }
        return try overlay.items(
          over: cell, at: Point(x: 0, y: Double(row.y) / scale), with: renderer)
      }
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
