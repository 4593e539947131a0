import Galley
import GalleyCellRendering
import TestSupport
import Testing

@Suite("Limits of sizes", .timeLimit(.minutes(15)))
struct SizeLimitTests {
  private func options(width: Double, scale: Double) -> RenderOptions {
    RenderOptions(template: CellTemplate(width: width, scale: scale), mode: .sync)
  }

  @Test(
    "a width is 16 to 8,192, a scale 0.5 to 4, and their product at most 16,384",
    arguments: [
      (16, 1), (16, 0.5), (8192, 1), (8192, 0.5), (100, 0.5), (100, 4), (8192, 2), (4096, 4),
    ] as [(Double, Double)])
  func within(width: Double, scale: Double) {
    #expect(throws: Never.self) { try options(width: width, scale: scale).validate() }
  }

  @Test(
    "a width or a scale beyond them is refused, and the message names the limits",
    arguments: [
      (15, 1), (15, 4), (8193, 1), (8194, 0.5), (100, 0.49), (100, 4.01), (6554, 2.5), (4096.25, 4),
    ] as [(Double, Double)])
  func beyond(width: Double, scale: Double) {
    let pixels = width * scale
    #expect(pixels == pixels.rounded(), "the size has another fault")
    let options = options(width: width, scale: scale)
    let error = RenderError.unsupportedSize(width: width, scale: scale)
    #expect(throws: error) { try options.validate() }
    #expect(throws: error) { try FeedRenderer(options) }
    let limits = "width 16 to 8192, scale 0.5 to 4, together at most 16384 device pixels"
    #expect("\(error)".hasSuffix(" is out of bounds: " + limits))
  }

  @Test("a width that makes no whole number of device pixels is refused with the nearest ones")
  func fraction() {
    let error = RenderError.unsupportedSize(width: 100.25, scale: 2)
    #expect(throws: error) { try options(width: 100.25, scale: 2).validate() }
    let reason = "it makes 200.5 device pixels, not a whole number: take 100 or 100.5"
    #expect("\(error)".hasSuffix(reason))
  }

  /// A page as high as it may be at a scale, in layout units.
  private static let highestPages: [(height: Double, scale: Double)] = [
    (131_072, 0.5), (65_536, 1), (16_384, 4),
  ]

  /// Renders a small feed on pages, and returns the names of the files.
  private func names(
    ofPages height: Double, scale: Double, _ format: PictureFormat, in folder: TestFolder
  ) async throws -> [String] {
    var options = options(width: 16, scale: scale)
    options.picture = format
    let path = folder.path("{page}.\(format.kind.rawValue)")
    let pattern = try #require(PathPattern(path, name: "page"))
    let feed = FeedInput.bytes(Array(#"{"title":"a"}"#.utf8))
    try await FeedRenderer(options).render(feed, to: .pages(height: height, pattern: pattern))
    return try folder.names()
  }

  @Test("a page has at most 65,536 device pixels in its height", arguments: highestPages)
  func page(height: Double, scale: Double) async throws {
    for format in [PictureFormat.png(), .svg] {
      let folder = try TestFolder()
      let names = try await names(ofPages: height, scale: scale, format, in: folder)
      #expect(names == ["0.\(format.kind.rawValue)"])
      guard case .png = format else { continue }
      // The height in the header.
      let number = try folder.bytes("0.png")[20..<24].reduce(0) { $0 << 8 | Int($1) }
      #expect(number == 65_536)
    }
  }

  @Test(
    "a page that is a device pixel higher is refused, and the message names the limit",
    arguments: highestPages)
  func higherPage(height: Double, scale: Double) async throws {
    let higher = height + 1 / scale
    let error = RenderError.unsupportedPageHeight(higher, scale: scale)
    for format in [PictureFormat.png(), .svg] {
      let folder = try TestFolder()
      await #expect(throws: error) {
        try await names(ofPages: higher, scale: scale, format, in: folder)
      }
      #expect(try folder.names().isEmpty)
    }
    #expect("\(error)".hasSuffix(" is out of bounds: a whole number of 1 to 65536 device pixels"))
  }
}
