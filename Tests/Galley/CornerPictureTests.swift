import Foundation
import Galley
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

/// The pictures of corners and borders in the documentation, one for each scale.
@Suite("Pictures of corners and borders", .timeLimit(.minutes(15)))
struct CornerPictureTests {
  private static let page = Color(rgb: 0xF0F1F5)
  private static let blue = Color(rgb: 0x3E6FD9)
  private static let ink = Color(rgb: 0x16181D)
  private static let radii = [
    CornerRadii.zero, CornerRadii(all: 6), CornerRadii(all: 30),
    CornerRadii(topLeft: 22, topRight: 4, bottomRight: 16, bottomLeft: 0),
  ]

  /// A column for each choice of radii; from above: the four ways to make a filled shape round,
  /// borders of a hairline, 1, 2.5 and 6, and the same dashed.
  private var list: DisplayList {
    var list = DisplayList()
    for (column, radii) in Self.radii.enumerated() {
      func rect(_ row: Int) -> Rect {
        Rect(x: 16 + 112 * Double(column), y: 16 + 76 * Double(row), width: 96, height: 60)
      }
      for (row, rounding) in CornerRounding.allCases.enumerated() {
        append(rounding, rect(row), radii, to: &list)
      }
      for (row, width) in [0.0, 1, 2.5, 6].enumerated() {
        for (block, dashes) in [[], [8.0, 4]].enumerated() {
          list.append(
            .roundedRect(
              rect(4 + row + 4 * block), radii: radii, fill: .white,
              border: Border(width: width, color: Self.ink, dashes: dashes)))
        }
      }
    }
    return list
  }

  /// A flattened group of two overlapping shapes in a fill of its own.
  private func append(
    _ rounding: CornerRounding, _ rect: Rect, _ radii: CornerRadii, to list: inout DisplayList
  ) {
    let disc = Rect(x: rect.minX + 52, y: rect.minY + 12, width: 60, height: 60)
    let items: [DisplayItem] = [
      .fill(rect, Self.blue),
      .roundedRect(disc, radii: CornerRadii(all: 30), fill: Color(rgb: 0xFFC94D)),
    ]
    switch rounding {
    case .none: list.append(.group(DisplayGroup(items, in: rect)))
    case .drawn: list.append(.group(DisplayGroup(items, in: rect, radii: radii)))
    case .covered:
      list.append(.group(DisplayGroup(items, in: rect)))
      list.append(.cornerPieces(rect, radii: radii, color: Self.page))
    case .masked:
      list.append(.group(DisplayGroup(items, in: rect, radii: radii, isMasked: true)))
    }
  }

  @Test("are drawn to the pixel at each scale, on bands too", arguments: [1, 2, 3])
  func golden(scale: Int) throws {
    let painter = try Painter(pool: SurfacePool())
    let size = Size(width: 464, height: 928)
    func png(band: Int) throws -> [UInt8] {
      let encoder = WholePictureEncoder(width: 464 * scale)
      for top in stride(from: 0, to: 928 * scale, by: band) {
        let rows = top..<min(928 * scale, top + band)
        var surface = try painter.makeSurface(
          PixelSize(width: 464 * scale, height: rows.count))
        try painter.draw(
          list, rows: rows, scale: Double(scale), background: Self.page, into: &surface)
        surface.withPixels { bytes, stride in
          bytes.withUnsafeBytes { encoder.append($0, stride: stride, rows: 0..<rows.count) }
        }
      }
      return try encoder.finish(scale: Double(scale))
    }
    #expect(try Painter.pixelSize(of: size, scale: Double(scale)).height == 928 * scale)
    let bytes = try png(band: 8_192)
    let name = scale == 1 ? "corners" : "corners@\(scale)x"
    try Golden(name: name, folder: Repository.documentedPictures).expect(bytes, from: "painter")
    if scale == 1 { #expect(try png(band: 37) == bytes) }
  }
}
