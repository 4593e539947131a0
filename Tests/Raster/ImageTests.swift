import Foundation
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyRaster
import RasterOracle
import TestSupport
import Testing

/// A folder of images for the duration of a test.
struct ImageFolder {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try FileManager.default.createDirectory(
      at: url.appending(path: "inside/deep"), withIntermediateDirectories: true)
  }

  var url: URL { folder.url }

  /// The subfolder that serves as the assets folder.
  var assets: AssetFolder { get throws { try AssetFolder(path: path("inside")) } }

  func path(_ name: String) -> String { folder.path(name) }

  func write(_ bytes: some Sequence<UInt8>, _ name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  /// A picture whose left half is red and whose right half is half-transparent green.
  func writePNG(_ name: String, width: Int = 8, height: Int = 4) throws {
    let row = (0..<width).map { $0 < width / 2 ? UInt32(0xFFFF_0000) : 0x8000_8000 }
    let pixels = (0..<height).flatMap { _ in row }
    #expect(oracle_write_png(path(name), pixels, Int32(width), Int32(height)) == 0)
  }
}

@Suite("Images", .timeLimit(.minutes(15)))
struct ImageTests {
  /// Returns the drawing of an image, 16 by 16 pixels over white.
  private func draw(
    _ name: String, _ assets: AssetFolder, side: Double = 16
  ) throws -> (pixels: [UInt32], failures: [ImageError]) {
    let painter = try Painter(pool: SurfacePool(), assets: assets)
    let rect = Rect(x: 0, y: 0, width: side, height: side)
    let surface = try painter.draw(
      DisplayList([.image(ImageReference(name: name), rect)]), size: rect.size, scale: 1,
      background: .white)
    return (surface.copyPixels(), painter.takeImageFailures())
  }

  @Test("of PNG keep their alpha and cover the rectangle")
  func png() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png")
    let (pixels, failures) = try draw("a", folder.assets)
    #expect(failures.isEmpty)
    #expect(pixels[8 * 16 + 2] == 0xFFFF_0000)
    // Green at half coverage over white.
    #expect(pixels[8 * 16 + 13] == 0xFF7F_FF7F)
  }

  @Test(
    "of JPEG and WebP decode",
    arguments: [("dot.jpg", SampleImages.jpeg), ("dot.webp", SampleImages.webP)])
  func lossy(name: String, bytes: [UInt8]) throws {
    let folder = try ImageFolder()
    try folder.write(bytes, "inside/\(name)")
    let size = try folder.assets.imageSize(named: "dot")
    #expect(size.pixels == PixelSize(width: 16, height: 8))
    let (pixels, failures) = try draw("dot", folder.assets)
    #expect(failures.isEmpty)
    // The left half is blue, the right half yellow; the middle square is visible.
    for (place, expected) in [(2, (0, 0, 255)), (13, (255, 255, 0))] {
      let pixel = pixels[8 * 16 + place]
      let channels = [16, 8, 0].map { Int(pixel >> UInt32($0) & 0xFF) }
      let worst = zip(channels, [expected.0, expected.1, expected.2]).map { abs($0 - $1) }.max()
      #expect(worst ?? 255 <= 12)
    }
  }

  @Test(
    "of JPEG are turned upright",
    arguments: [
      (1, "BBYY"), (2, "YYBB"), (3, "YYBB"), (4, "BBYY"), (5, "BYBY"), (6, "BYBY"), (7, "YBYB"),
      (8, "YBYB"),
    ])
  func orientation(number: UInt8, corners: String) throws {
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0II*\0".utf8)
      + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, number, 0, 0, 0, 0, 0, 0, 0]
    let file = ImageFile(
      name: "x", bytes: Array(SampleImages.jpeg[..<2]) + exif + SampleImages.jpeg[2...])
    let header = try ImageReader.header(of: file)
    #expect(header.orientation.number == Int(number))
    let image = try ImageReader.image(of: file, atLeast: PixelSize(width: 16, height: 16))
    #expect(PixelSize(width: image.width, height: image.height) == header.orientedSize)
    #expect((image.width, image.height) == (number < 5 ? (16, 8) : (8, 16)))
    func letter(_ x: Int, _ y: Int) -> String {
      image.pixels[y * image.width + x] & 0xFF > 128 ? "B" : "Y"
    }
    // Top left, bottom left, top right, bottom right.
    let (right, bottom) = (image.width - 1, image.height - 1)
    #expect(letter(0, 0) + letter(0, bottom) + letter(right, 0) + letter(right, bottom) == corners)
  }

  @Test("have their natural size, halved for @2x")
  func naturalSize() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png")
    try folder.writePNG("inside/b@2x.png")
    try folder.writePNG("inside/deep/c.png")
    let assets = try folder.assets
    #expect(try assets.imageSize(named: "a").size == Size(width: 8, height: 4))
    #expect(try assets.imageSize(named: "a.png").size == Size(width: 8, height: 4))
    #expect(try assets.imageSize(named: "b").size == Size(width: 4, height: 2))
    #expect(try assets.imageSize(named: "b@2x.png").size == Size(width: 4, height: 2))
    #expect(try assets.imageSize(named: "deep/c").size == Size(width: 8, height: 4))
  }

  @Test("shrink without aliasing, however much")
  func shrinks() throws {
    let folder = try ImageFolder()
    let side = 600
    // Columns of black and white: their correct average is grey.
    let pixels = (0..<side * side).map { $0 % 2 == 0 ? UInt32(0xFF00_0000) : 0xFFFF_FFFF }
    #expect(oracle_write_png(folder.path("inside/a.png"), pixels, Int32(side), Int32(side)) == 0)
    for drawn in [7.0, 16, 33, 100] {
      let (pixels, failures) = try draw("a", folder.assets, side: drawn)
      #expect(failures.isEmpty)
      #expect(pixels.allSatisfy { abs(Int($0 & 0xFF) - 128) <= 24 })
    }
  }

  @Test("are clipped by round corners")
  func clipped() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png", width: 64, height: 64)
    let painter = try Painter(pool: SurfacePool(), assets: folder.assets)
    let rect = Rect(x: 0, y: 0, width: 32, height: 32)
    let pixels = try painter.draw(
      DisplayList([
        .image(ImageReference(name: "a"), rect, radii: CornerRadii(all: 16))
      ]), size: rect.size, scale: 1, background: .white
    ).copyPixels()
    #expect(pixels[0] == 0xFFFF_FFFF && pixels[31 * 32] == 0xFFFF_FFFF)
    #expect(pixels[16 * 32 + 4] == 0xFFFF_0000)
    let partly = pixels[..<(16 * 32)].count { $0 >> 16 == 0xFFFF && (1...254).contains($0 & 0xFF) }
    #expect(partly > 8)
  }

  @Test("that extend beyond the surface are clipped at its edges", arguments: [0.0, 5])
  func cut(radius: Double) throws {
    let folder = try ImageFolder()
    let pixels = (0..<UInt32(40 * 40)).map { 0xFF00_0000 | $0 &* 2_654_435_761 >> 8 }
    #expect(oracle_write_png(folder.path("inside/a.png"), pixels, 40, 40) == 0)
    let painter = try Painter(pool: SurfacePool(), assets: folder.assets)
    func draw(x: Double, y: Double, side: Double) throws -> [UInt32] {
      let item = DisplayItem.image(
        ImageReference(name: "a"), Rect(x: x, y: y, width: 40, height: 40),
        radii: CornerRadii(all: radius))
      return try painter.draw(
        DisplayList([item]), size: Size(width: side, height: side), scale: 1, background: .white
      ).copyPixels()
    }
    let whole = try draw(x: 0, y: 0, side: 40)
    #expect(radius > 0 || whole == pixels)
    for (x, y) in [(-6, -9), (12, 30), (-30, 3), (-40, 0), (25, -39)] {
      let part = try draw(x: Double(x), y: Double(y), side: 20)
      for index in part.indices {
        let (column, row) = (index % 20 - x, index / 20 - y)
        let isInside = (0..<40).contains(column) && (0..<40).contains(row)
        #expect(part[index] == (isInside ? whole[row * 40 + column] : 0xFFFF_FFFF))
      }
    }
  }

  @Test(
    "that are missing or lie outside the folder are refused",
    arguments: [
      ("missing", ImageError.Cause.notFound), ("", .emptyName), ("/etc/passwd", .notFound),
      ("../secret", .outsideFolder), ("../secret.png", .outsideFolder),
      ("deep/../../secret.png", .outsideFolder), ("%2e%2e/secret.png", .outsideFolder),
      ("/../secret.png", .outsideFolder), ("//", .emptyName), ("%2Fetc/passwd", .notFound),
      ("a%00", .notFound),
      ("link.png", .symbolicLink), ("folder-link/secret.png", .outsideFolder),
      ("loop.png", .symbolicLink), ("pipe.png", .notRegularFile), ("deep", .notRegularFile),
      ("zero.png", .symbolicLink), ("inner.png", .symbolicLink), ("a\0b", .nulInName),
      (String(repeating: "a", count: 256), .nameTooLong(byteLimit: 255)),
      (String(repeating: "a", count: 255), .notFound),
      (String(repeating: "a/", count: 512), .nameTooLong(byteLimit: 1023)),
      ("text.png", .unknownFormat),
      ("empty.png", .unknownFormat), ("big.png", .fileTooLarge(byteLimit: 64 << 20)),
    ])
  func refused(name: String, cause: ImageError.Cause) throws {
    let folder = try ImageFolder()
    try folder.writePNG("secret.png")
    let manager = FileManager.default
    for (link, target) in [
      ("link.png", "../secret.png"), ("folder-link", ".."), ("loop.png", "loop.png"),
      ("zero.png", "/dev/zero"), ("inner.png", "deep/inner.png"),
    ] {
      try manager.createSymbolicLink(
        atPath: folder.path("inside/\(link)"), withDestinationPath: target)
    }
    #expect(mkfifo(folder.path("inside/pipe.png"), 0o600) == 0)
    try folder.write(Array("hello".utf8), "inside/text.png")
    try folder.write([], "inside/empty.png")
    try folder.write([], "inside/big.png")
    #expect(truncate(folder.path("inside/big.png"), (64 << 20) + 1) == 0)
    let assets = try folder.assets
    #expect(throws: ImageError(name: name, cause: cause)) { try assets.imageSize(named: name) }
    let (pixels, failures) = try draw(name, assets)
    #expect(failures == [ImageError(name: name, cause: cause)])
    #expect(pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test("have an answer that is remembered, as long as not too many others are asked for")
  func remembered() throws {
    let folder = try ImageFolder()
    let assets = try folder.assets
    let missing = ImageError(name: "a", cause: .notFound)
    #expect(throws: missing) { try assets.imageSize(named: "a") }
    try folder.writePNG("inside/a.png")
    // A name that is asked for again and again keeps its first answer.
    for index in 0..<6000 {
      #expect(throws: ImageError.self) { try assets.imageSize(named: "missing-\(index)") }
      if index % 1000 == 0 { #expect(throws: missing) { try assets.imageSize(named: "a") } }
    }
    for index in 6000..<15_000 {
      #expect(throws: ImageError.self) { try assets.imageSize(named: "missing-\(index)") }
    }
    #expect(try assets.imageSize(named: "a").size == Size(width: 8, height: 4))
  }

  @Test("cannot come from a device, even as the folder")
  func devices() throws {
    #expect(throws: ImageError.self) { try AssetFolder(path: "/dev/null") }
    let assets = try AssetFolder(path: "/dev")
    #expect(throws: ImageError(name: "zero", cause: .notRegularFile)) {
      try assets.imageSize(named: "zero")
    }
  }

  @Test("with a header that declares too many pixels are refused before decoding")
  func bombs() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png")
    var bytes = Array(try Data(contentsOf: URL(filePath: folder.path("inside/a.png"))))
    let time = processorTime {
      for (width, height) in [(30_000, 30_000), (32_768, 1), (1, 32_768), (0x7FFF_FFFF, 1)] {
        bytes.replaceSubrange(
          16..<24,
          with: [width, height].flatMap { number in
            (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) }
          })
        let file = ImageFile(name: "bomb", bytes: bytes)
        let size = PixelSize(width: width, height: height)
        let cause = ImageError.Cause.tooManyPixels(
          size, edgeLimit: 32_767, pixelLimit: 256 << 20)
        #expect(throws: ImageError(name: "bomb", cause: cause)) {
          try ImageReader.header(of: file)
        }
        #expect(throws: ImageError.self) { try ImageReader.image(of: file, atLeast: size) }
      }
    }
    #expect(time < .milliseconds(50))
  }

  @Test(
    "that are truncated or corrupt at any byte are reported",
    arguments: ["png", "jpg", "webp"])
  func truncated(format: String) throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/a.png")
    let whole =
      switch format {
      case "png": Array(try Data(contentsOf: URL(filePath: folder.path("inside/a.png"))))
      case "jpg": SampleImages.jpeg
      default: SampleImages.webP
      }
    // The last bytes of a PNG are its end chunk, and WebP may be padded: neither holds pixels.
    let size = PixelSize(width: 16, height: 16)
    for count in 0..<whole.count - 16 {
      let file = ImageFile(name: "cut", bytes: Array(whole[..<count]))
      #expect(throws: ImageError.self, "\(count) bytes") {
        try ImageReader.image(of: file, atLeast: size)
      }
    }
    // WebP's pixels have no checksum: only faults in its structure can be detected.
    guard format != "webp" else { return }
    var lying = whole
    for index in lying.indices.dropFirst(64) {
      lying[index] ^= UInt8(truncatingIfNeeded: index * 37)
    }
    #expect(throws: ImageError.self) {
      try ImageReader.image(of: ImageFile(name: "lie", bytes: lying), atLeast: size)
    }
  }
}
