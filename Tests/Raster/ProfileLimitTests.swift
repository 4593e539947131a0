import GalleyHandles
import Testing

@testable import GalleyImages

@Suite("The limit of colour profiles", .timeLimit(.minutes(15)))
struct ProfileLimitTests {
  private let limit = 4 << 20

  /// The profile of a wide colour space, and zeros behind it up to so many bytes.
  private func profile(byteCount: Int) throws -> [UInt8] {
    let own = try #require(ProfileFinder.profile(ofJPEG: FurtherImages.wideColorJPEG))
    return own + [UInt8](repeating: 0, count: byteCount - own.count)
  }

  @Test("is 4 MiB: an image with a larger profile keeps its numbers")
  func conversion() throws {
    #expect(ColorProfiles.byteLimit == limit)
    let profiles = ColorProfiles()
    let number: UInt32 = 0xFFC8_6432
    func converted(profileByteCount count: Int) throws -> UInt32 {
      let image = try #require(PixelImage(width: 1, height: 1))
      image.pixels[0] = number
      profiles.convert(image, from: try profile(byteCount: count))
      return image.pixels[0]
    }
    // More red: (215, 93, 31).
    #expect(try converted(profileByteCount: limit) >> 16 & 0xFF > 210)
    #expect(try converted(profileByteCount: limit + 1) == number)
  }

  @Test("is 4 MiB for the parts of a JPEG together")
  func partsOfJPEG() {
    #expect(ProfileFinder.profile(ofJPEG: jpeg(profileByteCount: limit))?.count == limit)
    #expect(ProfileFinder.profile(ofJPEG: jpeg(profileByteCount: limit + 1)) == nil)
  }

  @Test("is 4 MiB for the chunk of a WebP")
  func chunkOfWebP() {
    #expect(ProfileFinder.profile(ofWebP: webP(profileByteCount: limit))?.count == limit)
    #expect(ProfileFinder.profile(ofWebP: webP(profileByteCount: limit + 1)) == nil)
  }

  /// The segments of a JPEG that have a profile, each as long as it may be.
  private func jpeg(profileByteCount: Int) -> [UInt8] {
    let most = 65_535 - 16
    let partCount = (profileByteCount + most - 1) / most
    var bytes: [UInt8] = [0xFF, 0xD8]
    for part in 0..<partCount {
      let count = min(most, profileByteCount - part * most)
      bytes += [0xFF, 0xE2]
      bytes += big(count + 16, 2)
      bytes += Array("ICC_PROFILE\0".utf8)
      bytes += [UInt8(part + 1), UInt8(partCount)]
      bytes += [UInt8](repeating: 7, count: count)
    }
    return bytes
  }

  /// The chunks of an extended WebP up to its profile.
  private func webP(profileByteCount: Int) -> [UInt8] {
    var bytes = Array("RIFF".utf8)
    bytes += little(30 + profileByteCount, 4)
    bytes += Array("WEBPVP8X".utf8)
    bytes += little(10, 4)
    bytes += [0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    bytes += Array("ICCP".utf8)
    bytes += little(profileByteCount, 4)
    bytes += [UInt8](repeating: 7, count: profileByteCount)
    return bytes
  }
}
