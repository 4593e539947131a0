import Foundation
import GalleyCompression
import GalleyHandles
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@testable import GalleyImages

@Suite("PNG inflated by ISA-L", .timeLimit(.minutes(15)))
struct InflatedPNGTests {
  private let bytes: [UInt8]
  private let size: PixelSize

  init() throws {
    bytes = [UInt8](try Data(contentsOf: Repository.url("Samples/Pictures/social.png")))
    size = try PNGReader.size(bytes)
  }

  private func pixels(
    _ bytes: [UInt8], isInflated: Bool, drawn: PixelSize = ImageReader.everyPixel
  ) -> [UInt32]? {
    let decoded = try? PNGReader.decode(
      bytes, size, atLeast: drawn, edgeLimit: ImageReader.edgeLimit, isInflated: isInflated)
    return decoded.map { decoded in
      let image = decoded.image
      return Array(UnsafeBufferPointer(start: image.pixels, count: image.width * image.height))
    }
  }

  @Test("has the pixels that zlib inflates, also when they are averaged")
  func pixels() throws {
    #expect(bytes.count > InflatedPNG.leastFileSize)
    for drawn in [ImageReader.everyPixel, PixelSize(width: 200, height: 105)] {
      let found = try #require(pixels(bytes, isInflated: true, drawn: drawn))
      #expect(found == pixels(bytes, isInflated: false, drawn: drawn))
    }
  }

  @Test("has them from compressed data in many chunks, of which some are empty")
  func chunks() throws {
    var split = Array(bytes[..<33])
    func append(_ type: String, _ data: some Collection<UInt8>) {
      func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
      }
      let content = Array(type.utf8) + data
      split += number(UInt32(data.count)) + content
      split += number(content.withUnsafeBytes { crc32($0) })
    }
    var data: [UInt8] = []
    var place = 33
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        data += bytes[place + 8..<place + 8 + length]
      }
      place += 12 + length
    }
    for start in stride(from: 0, to: data.count, by: 777) {
      append("IDAT", data[start..<min(start + 777, data.count)])
      if start % 5 == 0 { append("IDAT", []) }
    }
    append("IEND", [])
    let found = try #require(pixels(split, isInflated: true))
    #expect(found == pixels(bytes, isInflated: false))
  }

  @Test("has the pixels that ISA-L still holds after the last byte of compressed data")
  func held() throws {
    // 254 by 258 grey pixels: 65,790 bytes with those of filters, of which a stored block has 65,535.
    let base64 = """
      iVBORw0KGgoAAAANSUhEUgAAAP4AAAECCAAAAAD72jVbAAABF0lEQVR42u3PAQEAAAjDoEdfdIMIDVivTV9f \
      X19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19f \
      X19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19f \
      X19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19f \
      X19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX19fX1+/ \
      DuTrBYEH9enmAAAAAElFTkSuQmCC
      """
    let grey = [UInt8](try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
    let decoded = try PNGReader.decode(
      grey, PixelSize(width: 254, height: 258), atLeast: ImageReader.everyPixel,
      edgeLimit: ImageReader.edgeLimit, isInflated: true)
    let image = decoded.image
    let pixels = UnsafeBufferPointer(start: image.pixels, count: image.width * image.height)
    #expect(pixels.count == 254 * 258 && pixels.allSatisfy { $0 == 0xFF80_8080 })
  }

  @Test("ends at a fault, after which libspng reads the file and names the fault")
  func faults() throws {
    var generator = SeededGenerator(seed: 7)
    for number in 0..<Effort.count(40, full: 2000) {
      var damaged = bytes
      if number.isMultiple(of: 4) {
        damaged.removeLast(Int.random(in: 13..<bytes.count - 40, using: &generator))
      } else {
        let place = Int.random(in: 8..<bytes.count - 12, using: &generator)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      #expect(pixels(damaged, isInflated: true) == nil)
      let whole = try? PNGReader.decode(damaged, size, atLeast: ImageReader.everyPixel)
      #expect((whole == nil) == (pixels(damaged, isInflated: false) == nil), "\(number)")
    }
  }

  @Test("ends where the sum of the pixels is wrong although all chunks are sound")
  func sum() throws {
    var damaged = bytes
    // The last IDAT ends before IEND's twelve bytes, with the sum and then its own checksum.
    let sum = damaged.count - 12 - 8
    try #require(damaged[damaged.count - 8..<damaged.count - 4].elementsEqual("IEND".utf8))
    damaged[sum] ^= 1
    var start = 33
    while true {
      let length = damaged[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      if start + 12 + length == damaged.count - 12 { break }
      start += 12 + length
    }
    let crc = damaged[start + 4..<damaged.count - 16].withUnsafeBytes { crc32($0) }
    for index in 0..<4 {
      damaged[damaged.count - 16 + index] = UInt8(truncatingIfNeeded: crc >> UInt32(24 - 8 * index))
    }
    #expect(pixels(damaged, isInflated: true) == nil)
  }
}
