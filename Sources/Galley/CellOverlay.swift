import GalleyCells
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRaster
import GalleyText

/// What can be drawn over a cell, to see what its picture does not show.
public enum CellOverlay: String, Hashable, Sendable, CaseIterable, Codable {
  /// What may be tapped: pictures green, highlights blue with an outline of their slop, attachments
  /// violet, truncation tokens orange.
  case areas
  /// Pictures that are drawn at another size than their files have: how many pixels of the file there
  /// are for one that is drawn, along an edge; red for more than one, which memory is wasted on, blue
  /// for less, which looks blurred.
  case scale
}

extension CellOverlay {
  /// How far beside a highlight a finger may be.
  private static let slop = 9.0

  /// What is drawn over a cell whose top-left corner is at `origin`, in layout units.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, where a label cannot be set.
  func items(
    over cell: CellLayout, at origin: Point, with renderer: CellRenderer
  ) throws(LayoutError) -> [DisplayItem] {
    var items: [DisplayItem] = []
    switch self {
    case .areas:
      for area in cell.hitAreas {
        for rect in area.rects {
          let rect = rect.offset(x: origin.x, y: origin.y)
          items.append(area.kind.box(rect, corner: area.kind == .picture ? 0 : 3))
          guard area.kind == .highlight else { continue }
          let reach = EdgeInsets(
            top: -Self.slop, left: -Self.slop, bottom: -Self.slop, right: -Self.slop)
          items.append(
            .roundedRect(
              rect.inset(by: reach), radii: CornerRadii(all: 6), fill: nil,
              border: .hairline(area.kind.color.withAlpha(90))))
        }
      }
    case .scale:
      for part in cell.parts {
        guard let image = part.image, let file = renderer.shop.source.pixels(of: image),
          let ratio = part.rect.pixelRatio(to: file, scale: cell.scale), abs(ratio - 1) > 0.005
        else { continue }
        let rect = part.rect.offset(x: origin.x, y: origin.y)
        items += try Self.label(ratio, over: rect, renderer.typesetter)
      }
    }
    return items
  }

  private static func label(
    _ ratio: Double, over rect: Rect, _ typesetter: Typesetter
  ) throws(LayoutError) -> [DisplayItem] {
    let color = ratio > 1 ? Color(rgb: 0xC9302C) : Color(rgb: 0x2F6FD0)
    let text = AttributedText(
      ratio.hundredths + "×",
      attributes: TextAttributes(font: Font(size: 11, weight: 700), color: .white))
    let layout = try typesetter.layout(text, in: TextContainer(width: .infinity))
    let bounds = layout.boundingRect
    let size = Size(width: bounds.width + 8, height: bounds.height + 2)
    // A small picture has its label in the middle.
    let isSmall = rect.width < size.width + 12 || rect.height < size.height + 12
    let box = Rect(
      x: isSmall ? rect.minX + (rect.width - size.width) / 2 : rect.minX + 6,
      y: isSmall ? rect.minY + (rect.height - size.height) / 2 : rect.minY + 6,
      width: size.width, height: size.height)
    return [
      .roundedRect(
        rect, radii: .zero, fill: color.withAlpha(40), border: .hairline(color)),
      .roundedRect(box, radii: CornerRadii(all: 4), fill: color),
      .text(layout, origin: Point(x: box.minX + 4 - bounds.minX, y: box.minY + 1 - bounds.minY)),
    ]
  }
}

extension CellSource {
  /// The extent of an image's file.
  fileprivate func pixels(of image: CellImage) -> PixelSize? {
    try? assets?.imageSize(named: image.name).pixels
  }
}

extension Rect {
  /// How many pixels of a file that fills the rectangle there are for a device pixel, along the edge
  /// with fewer; `nil` where nothing is drawn.
  func pixelRatio(to file: PixelSize, scale: Double) -> Double? {
    guard width > 0, height > 0 else { return nil }
    return min(Double(file.width) / (width * scale), Double(file.height) / (height * scale))
  }
}

extension HitArea.Kind {
  fileprivate var color: Color {
    switch self {
    case .picture: Color(rgb: 0x2E9E6B)
    case .highlight: Color(rgb: 0x2F6FD0)
    case .attachment: Color(rgb: 0x8B4FC0)
    case .token: Color(rgb: 0xE08A1E)
    }
  }

  fileprivate func box(_ rect: Rect, corner: Double) -> DisplayItem {
    .roundedRect(
      rect, radii: CornerRadii(all: corner), fill: color.withAlpha(64), border: .hairline(color))
  }
}

extension Color {
  fileprivate func withAlpha(_ alpha: UInt8) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Double {
  /// The number with at most two digits after the point.
  fileprivate var hundredths: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
