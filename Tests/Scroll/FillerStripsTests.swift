import Galley
import GalleyCells
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

@testable import GalleyFrameAssembly

@Suite("FillerStrips", .timeLimit(.minutes(15)))
struct FillerStripsTests {
  private func fillers(_ theme: Theme, scale: Double) throws -> FillerStrips {
    try FillerStrips(
      theme: theme, scale: scale, width: Int(40 * scale), painter: Painter(pool: SurfacePool()),
      encoder: StripEncoder())
  }

  private func decoded(_ strips: [Strip]) throws -> DecodedPNG {
    try DecodedPNG(AssembledPNG(strips, scale: 1).bytes)
  }

  @Test("give each part of each placeholder the rows that the whole has there")
  func parts() throws {
    let fillers = try fillers(.light, scale: 1)
    for height in [1, 20, 27, 28, 29, 30, 31, 40] {
      let whole = try decoded(fillers.placeholder(0..<height, of: height))
      #expect(whole.height == height)
      for start in 0..<height {
        for end in start + 1...height {
          let part = try decoded(fillers.placeholder(start..<end, of: height))
          #expect(part.pixels == Array(whole.rows(start..<end)), "\(start)..<\(end) of \(height)")
          var pixels: [UInt32] = []
          fillers.appendPlaceholder(start..<end, of: height, to: &pixels)
          let bytes = pixels.flatMap { pixel in
            [16, 8, 0].map { UInt8(truncatingIfNeeded: pixel >> $0) }
          }
          #expect(bytes == part.pixels, "\(start)..<\(end) of \(height)")
        }
      }
    }
  }

  @Test("are a quiet card on the page", arguments: Theme.named, [1.0, 2, 3])
  func card(theme: Theme, scale: Double) throws {
    let height = Int(100 * scale)
    let frame = try decoded(try fillers(theme, scale: scale).placeholder(0..<height, of: height))
    func rgb(_ color: Color) -> UInt32 { color.premultipliedPixel & 0xFF_FFFF }
    for y in [0, height - 1, Int(50 * scale)] {
      #expect(frame.color(x: 0, y: y) == rgb(theme.pageColor))
    }
    let middle = frame.color(x: frame.width / 2, y: height / 2)
    #expect(middle != rgb(theme.pageColor) && middle != rgb(theme.cardColor))
    // As high as it is low: the ends mirror each other.
    for y in 0..<height / 2 {
      #expect(frame.rows(y..<y + 1) == frame.rows(height - 1 - y..<height - y), "row \(y)")
    }
  }

  @Test("are as many rows of the page as asked for", arguments: [0, 1, 2, 3, 255, 256, 257, 1334])
  func page(count: Int) throws {
    let fillers = try fillers(.dark, scale: 2)
    let strips = fillers.page(count)
    #expect(strips.reduce(0) { $0 + $1.rowCount } == count)
    guard count > 0 else { return }
    #expect(try Set(decoded(strips).pixels) == [0x0E, 0x10, 0x14])
  }
}
