package import GalleyCells
import GalleyHandles
import GalleyImages
package import GalleyLayout
package import GalleyPrimitives
package import GalleyRaster
import GalleyText
import GalleyTypesetting

/// A kind of overlay on a cell, which shows facts that its picture does not show.
public enum CellOverlay: String, Hashable, Sendable, CaseIterable, Codable {
  /// The areas that react to a tap: pictures are green, highlights blue with an outline of their slop,
  /// attachments violet, truncation tokens orange, and elements with a role grey.
  case areas
  /// The pictures that are drawn at another size than that of their files, with the number of file pixels
  /// per drawn pixel along an edge: red above 1, which wastes memory, and blue below 1, which looks
  /// blurred.
  case scale
}

extension CellOverlay {
  /// The distance within which a tap beside a highlight hits it.
  private static let slop = 9.0

  /// Returns the overlay's items for a cell whose top-left corner is at `origin`, in layout units.
  ///
  /// - Throws: ``/GalleyLayout/LayoutError``, if a label cannot be laid out.
  package func items(
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
    // The label of a small picture is centred.
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
  /// Returns the pixel size of an image's file.
  fileprivate func pixels(of image: CellImage) -> PixelSize? {
    try? assets.imageSize(named: image.name).pixels
  }
}

extension Rect {
  /// Returns the number of pixels of a file per device pixel of this rectangle, along the edge with fewer;
  /// `nil` if the rectangle is empty.
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
    case .element: Color(rgb: 0x6B7280)
    }
  }

  fileprivate func box(_ rect: Rect, corner: Double) -> DisplayItem {
    .roundedRect(
      rect, radii: CornerRadii(all: corner), fill: color.withAlpha(64), border: .hairline(color))
  }
}

extension Color {
  func withAlpha(_ alpha: UInt8) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Double {
  /// This number with at most two digits after the point.
  fileprivate var hundredths: String {
    let hundredths = Int((self * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
