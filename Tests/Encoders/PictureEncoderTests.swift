import GalleyEncoders
import GalleyHandles
import GalleyImages
import GalleyPNG
import GalleyPrimitives
import TestSupport
import Testing

@Suite("Picture encoders", .timeLimit(.minutes(15)))
struct PictureEncoderTests {
  private static let size = PixelSize(width: 37, height: 23)

  /// Opaque pixels of a slope with a sharp edge.
  private static let opaque: [UInt32] = (0..<size.width * size.height).map { index in
    let (x, y) = (UInt32(index % size.width), UInt32(index / size.width))
    return x > 20 ? 0xFFC0_2040 : 0xFF00_0000 | (x * 6) << 16 | (y * 9) << 8 | 0x80
  }

  /// Premultiplied pixels from clear to opaque.
  private static let translucent: [UInt32] = (0..<size.width * size.height).map { index in
    let alpha = UInt32(index % size.width * 7)
    return alpha << 24 | (alpha / 2) << 16 | alpha << 8 | alpha / 3
  }

  private func encoded(
    _ pixels: [UInt32], _ format: PictureFormat, isTransparent: Bool = false
  ) throws -> [UInt8] {
    let encoder = format.makeEncoder(width: Self.size.width, isTransparent: isTransparent)
    pixels.withUnsafeBytes { bytes in
      encoder.append(bytes, stride: 4 * Self.size.width, rows: 0..<9)
      encoder.append(bytes, stride: 4 * Self.size.width, rows: 9..<Self.size.height)
    }
    return try encoder.finish(scale: 2)
  }

  private func decoded(_ bytes: [UInt8]) throws -> [UInt32] {
    let image = try ImageReader.image(
      of: ImageFile(name: "picture", bytes: bytes), atLeast: Self.size)
    #expect(image.width == Self.size.width && image.height == Self.size.height)
    return Array(UnsafeBufferPointer(start: image.pixels, count: image.width * image.height))
  }

  /// The differences of all channels.
  private func differences(_ first: [UInt32], _ second: [UInt32]) -> [Int] {
    func channels(_ pixels: [UInt32]) -> [Int] {
      pixels.flatMap { pixel in ([0, 8, 16, 24] as [UInt32]).map { Int(pixel >> $0 & 255) } }
    }
    return zip(channels(first), channels(second)).map { abs($0 - $1) }
  }

  @Test("keep opaque pixels without loss", arguments: [PictureFormat.png(), .webp()])
  func lossless(format: PictureFormat) throws {
    #expect(try decoded(encoded(Self.opaque, format)) == Self.opaque)
  }

  @Test("keep translucent pixels", arguments: [PictureFormat.png(), .webp()])
  func alpha(format: PictureFormat) throws {
    let result = try decoded(encoded(Self.translucent, format, isTransparent: true))
    #expect(differences(result, Self.translucent).allSatisfy { $0 <= 1 })
  }

  @Test("lose little at a high quality, and less than at a low one")
  func quality() throws {
    for (high, low) in [
      (PictureFormat.jpeg(quality: 98), PictureFormat.jpeg(quality: 20)),
      (.webp(quality: 98), .webp(quality: 5)),
    ] {
      let (best, worst) = (try encoded(Self.opaque, high), try encoded(Self.opaque, low))
      #expect(best.count > worst.count)
      let little = differences(try decoded(best), Self.opaque).reduce(0, +)
      let much = differences(try decoded(worst), Self.opaque).reduce(0, +)
      // At most 3 of 255 for each channel.
      #expect(little < 3 * 4 * Self.opaque.count && little < much, "\(little) and \(much)")
    }
  }

  @Test("write the density of a JPEG")
  func density() throws {
    let bytes = try encoded(Self.opaque, .jpeg())
    #expect(Array(bytes[6..<18]) == Array("JFIF".utf8) + [0, 1, 1, 1, 0, 192, 0, 192])
  }

  @Test(
    "give the same bytes again, and start an empty picture",
    arguments: [
      PictureFormat.png(), .png(.gray1), .png(.gray4), .jpeg(), .webp(), .webp(quality: 60),
    ])
  func repeats(format: PictureFormat) throws {
    let encoder = format.makeEncoder(width: Self.size.width, isTransparent: false)
    let results = try (0..<2).map { _ in
      Self.opaque.withUnsafeBytes {
        encoder.append($0, stride: 4 * Self.size.width, rows: 0..<Self.size.height)
      }
      return try encoder.finish(scale: 1)
    }
    #expect(results[0] == results[1])
  }

  @Test("fill rows with a colour", arguments: [PictureFormat.png(), .webp()])
  func repeatsColor(format: PictureFormat) throws {
    let encoder = format.makeEncoder(width: Self.size.width, isTransparent: false)
    encoder.append(repeating: Color(rgb: 0x336699), rowCount: Self.size.height)
    let pixels = try decoded(encoder.finish(scale: 1))
    #expect(Set(pixels) == [0xFF33_6699])
  }

  @Test(
    "refuse a picture without rows, or beyond the format's longest edge",
    arguments: [(PictureFormat.jpeg(), 65_501), (.webp(), 16_384)])
  func limits(format: PictureFormat, rowCount: Int) throws {
    for count in [0, rowCount] {
      let encoder = format.makeEncoder(width: 1, isTransparent: false)
      encoder.append(repeating: .white, rowCount: count)
      let error = #expect(throws: PictureError.self) { try encoder.finish(scale: 1) }
      #expect("\(try #require(error))".contains("an edge has 1 to \(rowCount - 1)"))
    }
    let encoder = format.makeEncoder(width: 1, isTransparent: false)
    encoder.append(repeating: .white, rowCount: rowCount - 1)
    #expect(try !encoder.finish(scale: 1).isEmpty)
  }

  @Test(
    "are found by the extension of a file",
    arguments: [
      ("png", PictureFormat.Kind.png), ("JPG", .jpeg), ("jpeg", .jpeg), ("WebP", .webp),
      ("gif", nil), ("", nil),
    ])
  func extensions(name: String, kind: PictureFormat.Kind?) {
    #expect(PictureFormat.Kind(extension: name) == kind)
  }
}
