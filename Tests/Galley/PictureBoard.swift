import Foundation
import Galley
import GalleyHandles
import GalleyImages
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

/// Draws the documentation's pictures of layouts, and compares them with the stored ones.
struct PictureBoard {
  static let scale = 2.0
  static let ink = Color(rgb: 0x1D1F24)

  let typesetter: Typesetter
  private let painter: Painter

  init() throws {
    typesetter = Typesetter(try FontLibrary(.noto))
    painter = try Painter(pool: SurfacePool(), assets: try AssetFolder(path: Repository.assets))
  }

  /// Draws a list, whole and from a decoded copy, and compares it with the stored picture.
  func draw(
    _ list: DisplayList, _ layouts: [TextLayout], _ size: Size, _ name: String
  ) throws {
    let decoded = try JSONDecoder().decode([TextLayout].self, from: JSONEncoder().encode(layouts))
    #expect(decoded == layouts)
    var copies = decoded
    let copy = DisplayList(
      list.items.map { item in
        guard case .text(_, let origin) = item else { return item }
        return .text(copies.removeFirst(), origin: origin)
      })
    let bytes = try png(list, size)
    #expect(try png(copy, size) == bytes)
    #expect(painter.takeImageFailures().isEmpty)
    try Golden(name: "layout-\(name)", folder: Repository.documentedPictures).expect(
      bytes, from: "test")
  }

  private func png(_ list: DisplayList, _ size: Size) throws -> [UInt8] {
    let surface = try painter.draw(list, size: size, scale: Self.scale, background: .white)
    let encoder = WholePictureEncoder(
      width: Int((size.width * Self.scale).rounded(.up)), colorType: .rgb)
    surface.withPixels { bytes, stride in
      bytes.withUnsafeBytes {
        encoder.append(
          $0, stride: stride, rows: 0..<Int((size.height * Self.scale).rounded(.up)))
      }
    }
    return try encoder.finish(scale: Self.scale)
  }
}
