import Foundation
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyRaster
import RasterOracle
import TestSupport
import Testing

@Suite("Formats of images", .timeLimit(.minutes(15)))
struct ImageFormatTests {
  /// Decodes in the size of the file, or scaled down to about `size`.
  private func decoded(
    _ bytes: [UInt8], atLeast size: PixelSize? = nil, profiles: ColorProfiles? = nil
  ) throws -> PixelImage {
    let file = ImageFile(name: "x", bytes: bytes)
    let own = try ImageReader.header(of: file).orientedSize
    return try ImageReader.image(of: file, atLeast: size ?? own, profiles: profiles)
  }

  /// The largest difference of a channel from an opaque colour.
  private func difference(_ pixel: UInt32, _ rgb: UInt32) -> Int {
    [16, 8, 0].map { (shift: UInt32) in
      abs(Int(pixel >> shift & 0xFF) - Int(rgb >> shift & 0xFF))
    }.max() ?? 0
  }

  @Test("GIF shows its first frame, interlaced or not, with transparent pixels")
  func gif() throws {
    for (bytes, corner) in [
      (FurtherImages.gif, UInt32(0)), (FurtherImages.interlacedGIF, 0xFF09_0909),
    ] {
      let image = try decoded(bytes)
      #expect((image.width, image.height) == (16, 8))
      #expect(image.pixels[0] == corner)
      for y in 1..<8 {
        #expect(image.pixels[y * 16 + 2] == 0xFF00_00FF)
        #expect(image.pixels[y * 16 + 12] == 0xFFFF_FF00)
      }
    }
  }

  @Test("AVIF and HEIC decode", arguments: [FurtherImages.avif, FurtherImages.heic])
  func heif(bytes: [UInt8]) throws {
    let image = try decoded(bytes)
    #expect(image.width == 2 * image.height)
    let row = image.height / 2 * image.width
    #expect(difference(image.pixels[row + image.width / 8], 0x0000FF) <= 24)
    #expect(difference(image.pixels[row + image.width * 7 / 8], 0xFFFF00) <= 24)
    #expect(image.pixels[row] >> 24 == 255)
  }

  @Test("a grid that is larger than its tiles is refused before it takes memory")
  func largeGrid() throws {
    var bytes = FurtherImages.heic
    // One row and one column of 64 by 32 pixels, behind the version and the flags.
    let grid: [UInt8] = [0, 0, 0, 0, 0, 64, 0, 32]
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: grid) }, "the image is no grid")
    bytes.replaceSubrange(start + 4..<start + 8, with: [0x3E, 0x80, 0x3E, 0x80])
    #expect {
      try decoded(bytes)
    } throws: {
      "\($0)".contains("its tiles do not cover it")
    }
  }

  @Test(
    "cut short at any byte are reported",
    arguments: [FurtherImages.gif, FurtherImages.interlacedGIF, FurtherImages.avif])
  func truncated(bytes: [UInt8]) throws {
    let size = PixelSize(width: 16, height: 8)
    // The first frame of the GIF of two is whole long before the end.
    for count in 0..<min(bytes.count - 4, 60) {
      #expect(throws: ImageError.self, "\(count) bytes") {
        try ImageReader.image(
          of: ImageFile(name: "cut", bytes: Array(bytes[..<count])), atLeast: size)
      }
    }
  }

  @Test("with a profile are shown in the colours of sRGB")
  func profiles() throws {
    let profiles = ColorProfiles()
    for bytes in [
      FurtherImages.wideColorPNG, FurtherImages.wideColorJPEG, FurtherImages.wideColorWebP,
    ] {
      let converted = try decoded(bytes, profiles: profiles)
      #expect(difference(converted.pixels[20], 0xD75D1F) <= 4)
      // Without a conversion the numbers stay.
      let plain = try decoded(bytes)
      #expect(difference(plain.pixels[20], 0xC86432) <= 4)
    }
    let image = try decoded(FurtherImages.wideColorAlphaPNG, profiles: profiles)
    let translucent = image.pixels[20]
    #expect(translucent >> 24 == 128)
    // Half of each channel, which alpha is multiplied into.
    #expect(difference(translucent, 0x6C2F10) <= 2)
  }

  @Test("of WebP are averaged to the drawn size, from half of their size on")
  func webP() throws {
    let size = PixelSize(width: 800, height: 601)
    // Columns of two colours in turns, blue above, so that a pixel is an average of many.
    let pixels = (0..<size.height).flatMap { y in
      (0..<size.width).map { x -> UInt32 in
        y < 300 ? 0xFF00_00FF : x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
      }
    }
    let bytes = try pixels.withUnsafeBytes {
      try WebPWriter.encode($0, size, quality: nil, isTransparent: false)
    }
    let image = try decoded(bytes, atLeast: PixelSize(width: 160, height: 100))
    #expect((image.width, image.height) == (160, 121))
    for x in [0, 80, 159] {
      #expect(difference(image.pixels[10 * 160 + x], 0x0000FF) <= 2)
      #expect(difference(image.pixels[110 * 160 + x], 0x7F7F7F) <= 30)
    }
    let whole = try decoded(bytes, atLeast: PixelSize(width: 500, height: 100))
    #expect((whole.width, whole.height) == (800, 601))
  }

  @Test(
    "that are not read are named",
    arguments: [
      ("BM\u{1}\u{2}", "a BMP image"), ("%PDF-1.7", "a PDF document"),
      ("<?xml version='1.0'?><svg/>", "an SVG drawing"), (" <!DOCTYPE html>", "an HTML page"),
    ])
  func named(text: String, name: String) throws {
    let error = ImageError(name: "x", cause: .unread(name))
    #expect(throws: error) {
      try ImageReader.header(of: ImageFile(name: "x", bytes: Array(text.utf8)))
    }
    #expect("\(error)" == "image “x”: it is \(name); Galley does not read it")
  }
}

@Suite("Large images", .timeLimit(.minutes(15)))
struct LargeImageTests {
  /// A PNG whose left half is red and whose right half is half-transparent green, or opaque blue.
  private func png(_ size: PixelSize, isOpaque: Bool) throws -> [UInt8] {
    let folder = try TestFolder()
    let half = size.width / 2
    let row =
      [UInt32](repeating: 0xFFFF_0000, count: half)
      + [UInt32](repeating: isOpaque ? 0xFF00_00FF : 0x8000_8000, count: size.width - half)
    let pixels = [[UInt32]](repeating: row, count: size.height).flatMap { $0 }
    let path = folder.path("a.png")
    #expect(oracle_write_png(path, pixels, Int32(size.width), Int32(size.height)) == 0)
    return try TestFolder.bytes(at: path)
  }

  @Test("of PNG are averaged while their rows are read", arguments: [true, false])
  func rows(isOpaque: Bool) throws {
    let size = PixelSize(width: 4801, height: 4201)
    let bytes = try png(size, isOpaque: isOpaque)
    // A picture of two colours has few bytes for its pixels: it is padded by a chunk that decoders pass over.
    let file = ImageFile(name: "large", bytes: bytes + [UInt8](repeating: 0, count: 20_000))
    #expect(try ImageReader.header(of: file).size == size)
    let image = try ImageReader.image(of: file, atLeast: PixelSize(width: 240, height: 210))
    // A divisor of 10; the last row and column have one pixel each.
    #expect((image.width, image.height) == (481, 421))
    for y in [0, 200, 420] {
      #expect(image.pixels[y * 481 + 100] == 0xFFFF_0000)
      #expect(image.pixels[y * 481 + 480] == (isOpaque ? 0xFF00_00FF : 0x8000_8000))
      // Where the halves meet: all of 240 squares are of one colour.
      #expect(image.pixels[y * 481 + 239] == 0xFFFF_0000)
    }
    // Broken off in the middle, they are damaged.
    #expect(throws: ImageError.self) {
      try ImageReader.image(
        of: ImageFile(
          name: "cut",
          bytes: Array(bytes[..<(bytes.count / 2)]) + [UInt8](repeating: 0, count: 20_000)),
        atLeast: PixelSize(width: 240, height: 210))
    }
  }

  @Test("that have fewer bytes than a picture needs are refused by their header")
  func packed() throws {
    let size = PixelSize(width: 6000, height: 5000)
    var bytes = try png(PixelSize(width: 8, height: 8), isOpaque: true)
    bytes.replaceSubrange(
      16..<24,
      with: [0, 0, UInt8(6000 >> 8), UInt8(6000 & 255), 0, 0, UInt8(5000 >> 8), UInt8(5000 & 255)])
    let cause = ImageError.Cause.tooFewBytes(
      size, byteCount: bytes.count, pixelsPerByte: ImageReader.pixelsPerByte)
    #expect(throws: ImageError(name: "x", cause: cause)) {
      try ImageReader.header(of: ImageFile(name: "x", bytes: bytes))
    }
    // An interlaced one takes memory for all of its pixels.
    bytes[28] = 1
    bytes.replaceSubrange(18..<20, with: [UInt8(8000 >> 8), UInt8(8000 & 255)])
    let file = ImageFile(name: "x", bytes: bytes + [UInt8](repeating: 0, count: 50_000))
    let held = ImageError.Cause.heldTooLarge(
      PixelSize(width: 8000, height: 5000), "an interlaced PNG",
      pixelLimit: ImageReader.heldPixelLimit)
    #expect(throws: ImageError(name: "x", cause: held)) { try ImageReader.header(of: file) }
  }
}

@Suite("Images within a feed", .timeLimit(.minutes(15)))
struct EmbeddedImageTests {
  private func uri(_ bytes: [UInt8], _ type: String = "image/png") -> String {
    "data:\(type);base64," + Data(bytes).base64EncodedString()
  }

  @Test("have a size and pixels without a folder, as base64 or with percent signs")
  func bytes() throws {
    let percent = FurtherImages.gif.map {
      "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    let base64 = uri(FurtherImages.gif)
    for name in [
      // The content decides, not the type.
      base64, base64.replacingOccurrences(of: "data:", with: "DATA:"),
      base64.replacingOccurrences(of: "=", with: ""),
      base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "image_", with: "image/"),
      "data:image/gif;charset=x,\(percent.joined())",
    ] {
      let size = try AssetFolder().imageSize(named: name)
      #expect(size.pixels == PixelSize(width: 16, height: 8))
    }
    let painter = try Painter(pool: SurfacePool())
    let rect = Rect(x: 0, y: 0, width: 16, height: 8)
    let pixels = try painter.draw(
      DisplayList([.image(ImageReference(name: base64), rect)]), size: rect.size, scale: 1,
      background: .white
    ).copyPixels()
    #expect(painter.takeImageFailures().isEmpty)
    #expect(pixels[16 + 2] == 0xFF00_00FF && pixels[16 + 12] == 0xFFFF_FF00)
  }

  @Test(
    "that are damaged or no image are reported",
    arguments: [
      ("data:text/html,<p>", ImageError.Cause.embeddedType("text/html")),
      ("data:,x", .embeddedType("text/plain")),
      ("data:image/png", .embeddedDamage("it has no comma")),
      ("data:image/png;base64,A", .embeddedDamage("its base64 breaks off")),
      ("data:image/png;base64,A*BC", .embeddedDamage("it is no base64")),
      ("data:image/png,%2", .embeddedDamage("% without two digits")),
      ("data:image/png;base64,AAAA", .unknownFormat),
      ("data:image/svg+xml,<svg/>", .unread("an SVG drawing")),
    ])
  func refused(name: String, cause: ImageError.Cause) throws {
    let folder = try ImageFolder()
    for assets in [AssetFolder(), try folder.assets] {
      for _ in 0..<2 {
        #expect(throws: ImageError(name: name, cause: cause)) {
          try assets.imageSize(named: name)
        }
      }
    }
  }

  @Test("with many pixels in few bytes are refused below the limit of files")
  func packed() throws {
    let folder = try ImageFolder()
    try folder.writePNG("small.png")
    var bytes = try TestFolder.bytes(at: folder.path("small.png"))
    // A header of 1200 by 1200 pixels.
    bytes.replaceSubrange(16..<24, with: [0, 0, 4, 0xB0, 0, 0, 4, 0xB0])
    try folder.write(bytes, "inside/a.png")
    #expect(throws: ImageError.self) { try AssetFolder().imageSize(named: uri(bytes)) }
    #expect(try folder.assets.imageSize(named: "a").pixels.width == 1200)
  }
}

@Suite("Names of images", .timeLimit(.minutes(15)))
struct ImageNameTests {
  @Test(
    "begin at the folder, and may have bytes behind a percent sign as URLs do",
    arguments: [
      ("/in/a b.png", 8), ("//in/a b", 8), ("in/a%20b.png", 8), ("/in/a%20b", 8), ("%69n/a%20b", 8),
      ("in/c%20d.png", 16), ("in/é.png", 8), ("in/%C3%A9.png", 8), ("in/%c3%a9", 8),
    ])
  func paths(name: String, width: Int) throws {
    let folder = try ImageFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("inside/in"), withIntermediateDirectories: true)
    try folder.writePNG("inside/in/a b.png")
    try folder.writePNG("inside/in/é.png")
    // A file whose own name has the sign comes first.
    try folder.writePNG("inside/in/c d.png")
    let pixels = [UInt32](repeating: 0xFF00_0000, count: 16 * 4)
    #expect(oracle_write_png(folder.path("inside/in/c%20d.png"), pixels, 16, 4) == 0)
    #expect(try folder.assets.imageSize(named: name).pixels == PixelSize(width: width, height: 4))
    #expect(try folder.assets.identity(of: name) != nil)
  }
}

@Suite("Fetched images", .timeLimit(.minutes(15)))
struct FetchedIndexTests {
  @Test("have the names of their URLs")
  func named() throws {
    let folder = try ImageFolder()
    try folder.writePNG("inside/0123.png")
    let url = "https://example.org/a.png?x=1"
    var index = FetchedIndex()
    index.add(url, file: "0123.png")
    index.add("https://example.org/gone", file: "gone.png")
    index.add("https://example.org/out", file: "../secret.png")
    index.add("https://example.org/\n", file: "0123.png")
    try folder.write(index.bytes, "inside/\(FetchedIndex.fileName)")
    try folder.writePNG("secret.png")
    #expect(FetchedIndex(bytes: index.bytes).files == index.files)
    #expect(index.files.count == 3)
    let assets = try folder.assets
    #expect(try assets.imageSize(named: url).pixels == PixelSize(width: 8, height: 4))
    #expect(assets.identity(of: url) == assets.identity(of: "0123.png"))
    for name in ["https://example.org/gone", "https://example.org/other", "HTTP://x/"] {
      #expect(throws: ImageError(name: name, cause: .notFetched)) {
        try assets.imageSize(named: name)
      }
    }
    #expect(throws: ImageError(name: "https://example.org/out", cause: .outsideFolder)) {
      try assets.imageSize(named: "https://example.org/out")
    }
  }
}
