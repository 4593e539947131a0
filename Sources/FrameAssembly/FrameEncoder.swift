package import GalleyCellRendering
import GalleyCompositing
import GalleyFrames
import GalleyHandles
import GalleyLayout
package import GalleyPNG
import GalleyPictures
import GalleyPrimitives
import GalleyRaster

/// Makes PNGs of frames on one thread: whole pictures are used as strips, and cut pictures and bands under
/// overlays are encoded.
package final class FrameEncoder {
  private let shop: CellShop
  private let encoder: StripEncoder
  /// Made for the first overlay, because most frames have none and need no font.
  private var renderer: CellRenderer?

  package init(_ shop: CellShop) {
    self.shop = shop
    encoder = shop.format.makeEncoder()
  }

  /// Makes the PNG of a frame.
  ///
  /// - Throws: `PNGError` for a frame without pixels, or an error of drawing overlays.
  package func png(_ frame: FeedFrame) throws -> AssembledPNG {
    let size = frame.plan.size
    var covered = frame.overlays.flatMap { $0.bands(in: size, scale: frame.format.scale) }
    covered.removeAll(where: \.isEmpty)
    var strips: [Strip] = []
    var top = 0
    for band in Self.merged(covered) {
      append(frame, top..<band.lowerBound, to: &strips)
      strips.append(try drawn(frame, band))
      top = band.upperBound
    }
    append(frame, top..<size.height, to: &strips)
    return try AssembledPNG(strips, scale: frame.format.scale)
  }

  /// Merges bands that touch, and returns all from top to bottom.
  static func merged(_ bands: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for band in bands.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, band.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<max(last.upperBound, band.upperBound)
      } else {
        result.append(band)
      }
    }
    return result
  }

  /// Appends the strips of some pixel rows of a frame, without overlays.
  private func append(_ frame: FeedFrame, _ band: Range<Int>, to strips: inout [Strip]) {
    guard !band.isEmpty else { return }
    frame.forEachPart(in: band) { part, rows in
      switch part {
      case .page: strips += frame.fillers.page(rows.count)
      case .placeholder(let first, let height, _):
        strips += frame.fillers.placeholder(
          first + rows.lowerBound..<first + rows.upperBound, of: height)
      case .picture(let picture, let seen):
        let rows = seen.lowerBound + rows.lowerBound..<seen.lowerBound + rows.upperBound
        strips.append(
          rows == 0..<picture.id.rows.count
            ? picture.strip(with: encoder) : picture.strip(of: rows, with: encoder))
      case .composited(let pixels): strips.append(pixels.encoded(rows, with: encoder))
      }
    }
  }

  /// Makes the strip of some pixel rows of a frame with overlays.
  private func drawn(_ frame: FeedFrame, _ band: Range<Int>) throws -> Strip {
    let width = frame.plan.size.width
    var pixels = frame.pixels(in: band)
    try draw(frame, over: band, &pixels)
    return pixels.withUnsafeBytes {
      encoder.encode($0, stride: 4 * width, width: width, rows: 0..<band.count)
    }
  }

  private func draw(_ frame: FeedFrame, over band: Range<Int>, _ pixels: inout [UInt32]) throws {
    let renderer = try renderer ?? shop.makeRenderer()
    self.renderer = renderer
    let size = frame.plan.size
    let items = try frame.overlays.flatMap {
      try $0.items(in: size, scale: frame.format.scale, with: renderer)
    }
    var surface = try renderer.painter.makeSurface(
      PixelSize(width: size.width, height: band.count))
    try renderer.painter.draw(
      DisplayList(items), rows: band, scale: frame.format.scale, background: .clear,
      into: &surface)
    surface.withPixels { bytes, _ in
      bytes.withUnsafeBytes { over in
        for (index, source) in over.bindMemory(to: UInt32.self).enumerated()
        where source >> 24 > 0 {
          pixels[index] = Self.blend(source, over: pixels[index])
        }
      }
    }
  }

  /// Blends a premultiplied pixel over an opaque one.
  static func blend(_ source: UInt32, over target: UInt32) -> UInt32 {
    let rest = 255 - source >> 24
    var result: UInt32 = 0
    for shift in stride(from: UInt32(0), through: 24, by: 8) {
      let product = (target >> shift & 0xFF) * rest + 128
      let channel = (source >> shift & 0xFF) + (product + product >> 8) >> 8
      result |= min(255, channel) << shift
    }
    return result
  }
}

extension FeedFrame {
  /// Returns some pixel rows of the frame, premultiplied, without overlays.
  package func pixels(in band: Range<Int>) -> [UInt32] {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(plan.size.width * band.count)
    forEachPart(in: band) { part, rows in
      switch part {
      case .page: fillers.appendPage(rows.count, to: &pixels)
      case .placeholder(let first, let height, _):
        fillers.appendPlaceholder(
          first + rows.lowerBound..<first + rows.upperBound, of: height, to: &pixels)
      case .picture(let picture, let seen):
        picture.pixels.append(
          seen.lowerBound + rows.lowerBound..<seen.lowerBound + rows.upperBound, to: &pixels)
      case .composited(let picture): picture.append(rows, to: &pixels)
      }
    }
    return pixels
  }
}
