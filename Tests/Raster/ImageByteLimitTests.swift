import Foundation
import GalleyImages
import GalleyPrimitives
import Testing

@Suite("The limit of bytes of an image", .timeLimit(.minutes(15)))
struct ImageByteLimitTests {
  /// The cause for which an image is refused; `nil` if it is not.
  private func refusal(_ name: String, in assets: AssetFolder) -> ImageError.Cause? {
    do throws(ImageError) {
      _ = try assets.imageSize(named: name)
      return nil
    } catch { return error.cause }
  }

  @Test("is 64 MiB for a file")
  func file() throws {
    let folder = try ImageFolder()
    let limit = ImageLimits.ceiling.maximumBytes
    #expect(limit == 64 << 20)
    let header = HeaderSample.png.bytes(PixelSize(width: 8, height: 4))
    for (name, count) in [("most", limit), ("beyond", limit + 1)] {
      try folder.write(header, "inside/\(name).png")
      // The rest of the file is a hole, which takes no space.
      #expect(truncate(folder.path("inside/\(name).png"), count) == 0)
    }
    let assets = try folder.assets
    #expect(refusal("most", in: assets) == nil)
    #expect(refusal("beyond", in: assets) == .fileTooLarge(byteLimit: limit))
  }

  @Test("is 8 MiB for a data: URI")
  func uri() {
    let head = "data:image/gif,"
    // The header of a GIF of 16 by 8 pixels, all of whose bytes are ASCII.
    let gif = String(
      decoding: HeaderSample.gif.bytes(PixelSize(width: 16, height: 8)), as: UTF8.self)
    let limit = 8 << 20
    let padding = limit - head.utf8.count - gif.utf8.count
    let most = head + gif + String(repeating: "x", count: padding)
    #expect(most.utf8.count == limit)
    #expect(refusal(most, in: AssetFolder()) == nil)
    #expect(refusal(most + "x", in: AssetFolder()) == .fileTooLarge(byteLimit: limit))
  }
}
