import GalleyPrimitives
import TestSupport
import Testing

@testable import GalleyPNG

@Suite("AssembledPNG", .timeLimit(.minutes(15)))
struct AssembledPNGTests {
  @Test("has its chunks in the format's order")
  func chunkOrder() throws {
    let picture = TestPicture(.text, width: 20, height: 20)
    let strip = picture.strip(StripEncoder())
    let png = try AssembledPNG([strip, strip], scale: 2)
    #expect(png.byteCount == png.bytes.count)
    let types = try PNGStructure(png.bytes).chunks.map(\.type)
    #expect(types == ["IHDR", "sRGB", "pHYs", "IDAT", "IDAT", "IDAT", "IDAT", "IEND"])
  }

  @Test(
    "declares its colour space and density, 96 pixels per inch at scale 1",
    arguments: [(1.0, 3780), (2.0, 7559), (0.5, 1890), (0.0, 3780), (.nan, 3780), (1e300, 3780)])
  func metadata(scale: Double, perMetre: UInt32) throws {
    let strip = TestPicture(.text, width: 2, height: 2).strip(StripEncoder())
    let bytes = try AssembledPNG([strip], scale: scale).bytes
    var position = 0
    let decoder = try PNGRowDecoder { buffer in
      buffer.copyBytes(from: bytes[position..<position + buffer.count])
      position += buffer.count
      return true
    }
    let metadata = try #require(decoder.metadata())
    #expect(metadata == (0, perMetre, perMetre, 1))
  }

  @Test("refuses a picture without pixels, and one beyond the format's rows")
  func refusesSizes() throws {
    #expect(throws: PNGError.unsupportedSize(width: 0, rowCount: 0)) {
      try AssembledPNG([], scale: 1)
    }
    func strip(_ rowCount: Int) -> Strip {
      Strip(bytes: [], width: 7, rowCount: rowCount, colorType: .rgb, adler: Adler32())
    }
    #expect(throws: PNGError.unsupportedSize(width: 7, rowCount: 0)) {
      try AssembledPNG([strip(0)], scale: 1)
    }
    let limit = Int(Int32.max)
    #expect(try AssembledPNG([strip(limit)], scale: 1).rowCount == limit)
    #expect(throws: PNGError.unsupportedSize(width: 7, rowCount: limit + 1)) {
      try AssembledPNG([strip(limit), strip(1)], scale: 1)
    }
  }

  @Test("describes each failure in one line")
  func describes() {
    let failures: [(PNGError, String)] = [
      (.unsupportedSize(width: 0, rowCount: 3), "a PNG cannot have 0 × 3 pixels"),
      (
        .cannotCreate(path: "a/b.png", errno: 2), "cannot create a/b.png: No such file or directory"
      ),
      (.writeFailed(path: "b.png", errno: 28), "cannot write b.png: No space left on device"),
    ]
    for (failure, text) in failures { #expect(failure.description == text) }
  }
}

@Suite("WholePictureEncoder", .timeLimit(.minutes(15)))
struct WholePictureEncoderTests {
  @Test("decodes back equal, in one chunk or several", arguments: TestContent.allCases)
  func roundTrips(content: TestContent) throws {
    for width in Array(1...33) + [750] {
      let picture = TestPicture(content, width: width, height: 30, seed: UInt64(width))
      for colorType in PNGColorType.allCases {
        let expected = DecodedPNG(
          width: width, height: 30, colorType: colorType.code,
          bitDepth: UInt8(colorType.bitDepth),
          // Dithering starts anew at each cut.
          pixels: [0..<1, 1..<17, 17..<30].flatMap { picture.channels(colorType, rows: $0) })
        for maximum in [100, 1 << 20] {
          let encoder = WholePictureEncoder(
            width: width, colorType: colorType, maximumPayload: maximum)
          let bytes = try encode(picture, encoder, cuts: [0, 1, 1, 17, 30])
          #expect(try DecodedPNG(bytes) == expected)
          let sizes = try PNGStructure(bytes).chunks.filter { $0.type == "IDAT" }.map(\.size)
          #expect(sizes.dropLast().allSatisfy { $0 == maximum } && sizes.last ?? 0 <= maximum)
        }
      }
    }
  }

  @Test("starts empty after a picture, and after a refusal")
  func restarts() throws {
    let encoder = WholePictureEncoder(width: 40)
    #expect(throws: PNGError.unsupportedSize(width: 40, rowCount: 0)) {
      try encoder.finish(scale: 1)
    }
    let picture = TestPicture(.text, width: 40, height: 30)
    let first = try encode(picture, encoder, cuts: [0, 30])
    #expect(try encode(picture, encoder, cuts: [0, 11, 30]) == first)
    encoder.append(repeating: .white, rowCount: 2)
    let white = [UInt8](repeating: 255, count: 40 * 2 * 3)
    #expect(try DecodedPNG(encoder.finish(scale: 1)).pixels == white)
  }

  @Test(
    "is smaller than joined strips of the other profiles", arguments: [PNGProfile.fast, .balanced])
  func isSmaller(profile: PNGProfile) throws {
    let picture = TestPicture(.text, width: 750, height: 400)
    let whole = try encode(picture, WholePictureEncoder(width: 750), cuts: [0, 400])
    #expect(whole.count < picture.strip(StripEncoder(profile: profile)).bytes.count)
  }

  private func encode(
    _ picture: TestPicture, _ encoder: WholePictureEncoder, cuts: [Int]
  ) throws -> [UInt8] {
    picture.pixels.withUnsafeBytes { pixels in
      for (from, to) in zip(cuts, cuts.dropFirst()) {
        encoder.append(pixels, stride: picture.stride, rows: from..<to)
      }
    }
    return try encoder.finish(scale: 1)
  }
}
