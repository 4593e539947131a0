import Foundation
import GalleyImages
import GalleyPrimitives
import TestSupport
import Testing

@Suite("Limits of images", .timeLimit(.minutes(15)))
struct ImageLimitTests {
  /// What each limit says of an image of 8 by 4 pixels.
  private func outcomes(
    _ limits: ImageLimits, _ folder: ImageFolder, named name: String
  ) -> ImageError.Cause? {
    do throws(ImageError) {
      _ = try AssetFolder(path: folder.path("inside"), limits: limits).imageSize(named: name)
      return nil
    } catch { return error.cause }
  }

  @Test("are kept at the limit and refused one below it, as files and within a feed")
  func bounds() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png")
    let bytes = try TestFolder.bytes(at: folder.path("inside/a.png"))
    let uri = "data:image/png;base64," + Data(bytes).base64EncodedString()
    let size = PixelSize(width: 8, height: 4)
    for name in ["a", uri] {
      for (kept, refused, cause) in [
        (
          ImageLimits(maximumBytes: bytes.count), ImageLimits(maximumBytes: bytes.count - 1),
          ImageError.Cause.fileTooLarge(byteLimit: bytes.count - 1)
        ),
        (
          ImageLimits(maximumPixels: 32), ImageLimits(maximumPixels: 31),
          .tooManyPixels(size, edgeLimit: 32_767, pixelLimit: 31)
        ),
        (
          ImageLimits(maximumEdge: 8), ImageLimits(maximumEdge: 7),
          .tooManyPixels(size, edgeLimit: 7, pixelLimit: 256 << 20)
        ),
      ] {
        #expect(outcomes(kept, folder, named: name) == nil)
        #expect(outcomes(refused, folder, named: name) == cause)
        let error = ImageError(name: name, cause: cause)
        let limit = try #require(error.limit)
        #expect(error.reason.contains("\(limit)"), "\(error.reason)")
      }
    }
  }

  @Test("cannot be raised, nor fall below 1")
  func range() throws {
    let most = try AssetFolder(
      path: nil,
      limits: ImageLimits(maximumBytes: .max, maximumPixels: .max, maximumEdge: .max))
    #expect(most.limits == .ceiling)
    let least = try AssetFolder(
      path: nil, limits: ImageLimits(maximumBytes: 0, maximumPixels: -1, maximumEdge: .min))
    #expect(
      least.limits == ImageLimits(maximumBytes: 1, maximumPixels: 1, maximumEdge: 1))
  }
}
