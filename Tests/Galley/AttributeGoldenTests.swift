import Foundation
import Galley
import GalleyHandles
import GalleyImages
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

/// Draws a text at scale 2, as one worker does.
struct AttributePainter {
  let typesetter: Typesetter
  let painter: Painter

  init() throws {
    typesetter = Typesetter(try FontLibrary(.noto))
    painter = try Painter(pool: SurfacePool(), assets: try AssetFolder(path: Repository.assets))
  }

  static let scale = 2.0

  func layout(_ text: AttributedText) throws -> TextLayout {
    try typesetter.layout(
      text,
      in: TextContainer(
        size: Size(width: 320, height: 10_000), insets: EdgeInsets(all: 12), scale: Self.scale))
  }

  /// The pixels of a picture of a layout, drawn in bands of so many rows.
  func pixels(_ layout: TextLayout, band: Int = 8_192) throws -> (width: Int, pixels: [UInt32]) {
    let size = try Painter.pixelSize(
      of: Size(width: 320, height: layout.boundingSize.height), scale: Self.scale)
    let list = DisplayList([.text(layout, origin: .zero)])
    var result: [UInt32] = []
    for top in stride(from: 0, to: size.height, by: band) {
      let rows = top..<min(size.height, top + band)
      var surface = try painter.makeSurface(PixelSize(width: size.width, height: rows.count))
      try painter.draw(
        list, rows: rows, scale: Self.scale, background: .white, into: &surface)
      surface.withPixels { bytes, stride in
        bytes.withUnsafeBytes { bytes in
          for row in 0..<rows.count {
            let start = row * stride
            result += bytes[start..<start + 4 * size.width].withMemoryRebound(to: UInt32.self) {
              Array($0)
            }
          }
        }
      }
    }
    return (size.width, result)
  }

  func png(_ layout: TextLayout) throws -> [UInt8] {
    let (width, pixels) = try pixels(layout)
    let encoder = WholePictureEncoder(width: width)
    pixels.withUnsafeBytes {
      encoder.append($0, stride: width * 4, rows: 0..<pixels.count / width)
    }
    return try encoder.finish(scale: Self.scale)
  }
}

@Suite("Golden attributes", .timeLimit(.minutes(15)))
struct AttributeGoldenTests {
  @Test("are drawn to the pixel, on any worker, whole or in bands", arguments: AttributeSample.all)
  func sample(_ sample: AttributeSample) async throws {
    let own = try AttributePainter()
    let layout = try own.layout(try sample.text)
    try Golden(name: sample.name, folder: Repository.documentedPictures)
      .expect(try own.png(layout), from: "sync")
    let whole = try own.pixels(layout).pixels
    #expect(own.painter.takeImageFailures().isEmpty)
    let data = try JSONEncoder().encode(layout)
    // Workers draw the decoded layout, in bands, at the same time.
    let others = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for band in [33, 64] {
        group.addTask {
          let other = try AttributePainter()
          let decoded = try JSONDecoder().decode(TextLayout.self, from: data)
          return try other.pixels(decoded, band: band).pixels
        }
      }
      return try await group.reduce(into: [[UInt32]]()) { $0.append($1) }
    }
    #expect(others.count == 2 && others.allSatisfy { $0 == whole })
  }
}
