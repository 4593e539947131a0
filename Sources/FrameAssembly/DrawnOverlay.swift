package import GalleyCellRendering
import GalleyCells
import GalleyCompositing
import GalleyFrames
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
package import GalleyTable
import GalleyText
import GalleyTypesetting

/// An overlay of one frame, with its values.
package enum DrawnOverlay: Hashable, Sendable {
  case fps(Double)
  case ranges(RangeController.Rows)
  case damage([Range<Int>])
  case cells([Row], CellOverlay)

  /// A row with a visible picture, in device pixels from the frame's top.
  package struct Row: Hashable, Sendable {
    var cell: RowCell
    /// The y of the row's top, which is above the frame if the row is cut.
    var y: Int
    /// The visible part.
    var band: Range<Int>
  }
}

extension DrawnOverlay {
  private static let margin = 8.0
  private static let labelSize = Size(width: 55, height: 20)
  private static let rangeSize = Size(width: 140, height: 26)

  /// Returns the bands of a frame of `size` that the overlay covers.
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

  /// Returns the overlay's items, in layout units.
  ///
  /// - Throws: `FontError`, or an error of the layout of labels.
  func items(in size: PixelSize, scale: Double, with renderer: CellRenderer) throws -> [DisplayItem]
  {
    switch self {
    case .fps(let rate): try Self.label(rate, renderer.typesetter)
    case .cells(let rows, let overlay):
      try rows.flatMap { row -> [DisplayItem] in
        // A row that cannot be laid out shows the page.
        guard let layout = try? renderer.measure(row.cell).layout else { return [] }
        return try overlay.items(
          over: layout, at: Point(x: 0, y: Double(row.y) / scale), with: renderer)
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
