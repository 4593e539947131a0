@testable import GalleyImages
import Foundation
import GalleyHandles
import GalleyPrimitives
import TestSupport
import Testing

@Suite("HEIF files", .timeLimit(.minutes(15)))
struct HEIFTests {
  private func decoded(_ bytes: [UInt8]) throws -> PixelImage {
    let file = ImageFile(name: "x", bytes: bytes)
    let size = try ImageReader.header(of: file).size
    return try ImageReader.image(of: file, atLeast: size)
  }

  /// The words for why `bytes` are refused.
  private func refusal(_ bytes: [UInt8]) -> String {
    do {
      _ = try decoded(bytes)
      return "it is decoded"
    } catch { return "\(error)" }
  }

  /// A grid of one tile, and `items` behind it, with the grid's references to `inputs`.
  private func grid(_ inputs: [Int], _ items: [HEIFSample.Item]) -> HEIFSample {
    HEIFSample(
      items: [.grid(rows: 1, columns: inputs.count, 64, 64)] + items,
      references: [("dimg", 1, inputs)])
  }

  @Test("show a picture, a grid, and a picture derived from another one")
  func derived() throws {
    let plain = HEIFSample(items: [try .hevc(1)])
    let derived = HEIFSample(
      items: [
        .init(id: 1, type: "iden", properties: [HEIFSample.extent(64, 64)]), try .hevc(2),
      ], references: [("dimg", 1, [2])])
    let expected = try decoded(plain.bytes)
    for sample in [grid([2], [try .hevc(2)]), derived] {
      let image = try decoded(sample.bytes)
      #expect((image.width, image.height) == (64, 64))
      #expect((0..<64 * 64).allSatisfy { image.pixels[$0] == expected.pixels[$0] })
    }
  }

  @Test("show transparency of the picture's size, and refuse that of another one")
  func transparency() throws {
    var alpha = try HEIFSample.Item.hevc(2)
    alpha.properties.append(HEIFSample.isTransparency)
    var sample = HEIFSample(items: [try .hevc(1), alpha], references: [("auxl", 2, [1])])
    let (image, opaque) = (
      try decoded(sample.bytes), try decoded(HEIFSample(items: [try .hevc(1)]).bytes)
    )
    for index in stride(from: 0, to: 64 * 64, by: 97) {
      let pixel = image.pixels[index]
      // The luminance of the picture itself: blue is darker than yellow.
      let isBlue = opaque.pixels[index] & 0xFF > 128
      #expect(isBlue ? pixel >> 24 < 64 : pixel >> 24 > 160)
      #expect([16, 8, 0].allSatisfy { pixel >> $0 & 0xFF <= pixel >> 24 })
    }
    // The header of this picture of 16 by 8 pixels says 64 by 64.
    let other = try HEIFItems(FurtherImages.avif)
    let picture = try #require(other.items[other.primary])
    let configuration = try #require(picture.properties.first { $0.type == "av1C" })
    sample.items[1] = HEIFSample.Item(
      id: 2, type: "av01", data: other.data(of: picture),
      properties: [
        HEIFSample.box("av1C", other.bytes(of: configuration)), HEIFSample.extent(64, 64),
        HEIFSample.isTransparency,
      ])
    #expect(refusal(sample.bytes).contains("its colours and its transparency have different sizes"))
    // As part of a grid, the library would paste it.
    var tiles = grid([2], [try .hevc(2), sample.items[1]])
    tiles.items[2].id = 3
    tiles.references.append(("auxl", 3, [2]))
    #expect(refusal(tiles.bytes).contains("a grid of HEIF pictures that are transparent"))
  }

  @Test("that are derived from themselves, from nothing, or from no picture are refused")
  func cycles() throws {
    let extent = [HEIFSample.extent(64, 64)]
    func derived(_ input: Int, _ items: [HEIFSample.Item] = []) -> HEIFSample {
      HEIFSample(
        items: [.init(id: 1, type: "iden", properties: extent)] + items,
        references: [("dimg", 1, [input])])
    }
    #expect(refusal(derived(1).bytes).contains("made of itself"))
    #expect(refusal(derived(9).bytes).contains("a picture in it is missing"))
    let text = HEIFSample.Item(id: 2, type: "Exif", data: [1, 2, 3, 4])
    #expect(refusal(derived(2, [text]).bytes).contains("a picture in it is none"))
    #expect(refusal(grid([2], [text]).bytes).contains("a picture in it is none"))
    var cycle = grid([2], [.init(id: 2, type: "iden", properties: extent)])
    cycle.references.append(("dimg", 2, [1]))
    #expect(refusal(cycle.bytes).contains("made of itself"))
    let overlay = HEIFSample(items: [.init(id: 1, type: "iovl", properties: extent)])
    #expect(refusal(overlay.bytes).contains("an HEIF image of pictures that overlap"))
    // A chain that is too deep ends as well.
    let chain = HEIFSample(
      items: (1...40).map { .init(id: $0, type: "iden", properties: extent) },
      references: (1...39).map { ("dimg", $0, [$0 + 1]) })
    #expect(refusal(chain.bytes).contains("nested too deep"))
  }

  @Test("with more pixels to decode than the header says are refused before they take memory")
  func work() throws {
    var thin = grid([2], [try .hevc(2)])
    thin.items[0] = .grid(rows: 90, columns: 90, 5760, 5760, header: (23_942, 32))
    thin.references = [("dimg", 1, [Int](repeating: 2, count: 8_100))]
    #expect(refusal(thin.bytes).contains("a picture in it has 5760x5760 pixels"))
    var many = grid([2], [try .hevc(2)])
    many.items[0] = .grid(rows: 90, columns: 90, 64, 64)
    many.references = [("dimg", 1, [Int](repeating: 2, count: 8_100))]
    #expect(refusal(many.bytes).contains("the pictures in it have 165892096 pixels together"))
  }

  @Test("of tiles that do not cover their grid, or have other sizes than they say, are refused")
  func gaps() throws {
    func refusal(_ size: (Int, Int), rows: Int = 1, columns: Int = 2, tile: (Int, Int) = (64, 64))
      throws -> String
    {
      var sample = grid(
        [Int](repeating: 2, count: rows * columns),
        [try .hevc(2, width: tile.0, height: tile.1)])
      sample.items[0] = .grid(rows: rows, columns: columns, size.0, size.1)
      return self.refusal(sample.bytes)
    }
    #expect(try refusal((128, 64)) == "it is decoded")
    #expect(try refusal((100, 50)) == "it is decoded")
    #expect(try refusal((129, 64)).contains("its tiles do not cover it"))
    #expect(try refusal((128, 65)).contains("its tiles do not cover it"))
    #expect(try refusal((128, 128), rows: 2) == "it is decoded")
    #expect(try refusal((128, 129), rows: 2).contains("its tiles do not cover it"))
    for tile in [(65, 64), (64, 63)] {
      #expect(try refusal((128, 64), tile: tile).contains("other sizes than they say"))
    }
    // A tile with two sizes, one of which it says.
    var sample = grid([2], [try .hevc(2)])
    sample.items[1].properties.append(HEIFSample.extent(32, 64))
    #expect(self.refusal(sample.bytes).contains("other sizes than they say"))
    // A tile without a size.
    sample.items[1].properties.removeLast(2)
    #expect(self.refusal(sample.bytes).contains("other sizes than they say"))
  }

  @Test(
    "show nothing of the memory that their video leaves as it was",
    // malloc clears the memory of decoders.
    .disabled(if: isSanitized),
    arguments: ["missing-s-first.heic", "missing-s-cut.heic", "missing-g-first.heic"])
  func missingSlices(name: String) throws {
    let bytes = try Array(Data(contentsOf: Repository.url("Fuzz/Corpus/images/\(name)")))
    func pixels(behind value: UInt8) throws -> [UInt32] {
      // The memory of planes, as other pictures leave it.
      for count in [1 << 10, 1 << 14, 1 << 16, 1 << 17] {
        let blocks = (0..<16).compactMap { _ in malloc(count) }
        for block in blocks {
          memset(block, Int32(value), count)
          free(block)
        }
      }
      let image = try decoded(bytes)
      return (0..<image.width * image.height).map { image.pixels[$0] }
    }
    let expected = try pixels(behind: 0)
    for value in [0x55, 0xAA, 0xFF] as [UInt8] { #expect(try pixels(behind: value) == expected) }
  }

  @Test("whose video may have frames of several sizes are no tiles, and pictures by themselves")
  func sizes() throws {
    var sequence = BitWriter()
    sequence.write(0x4201, 16)
    sequence.write(1, 8)
    for _ in 0..<12 { sequence.write(0x55, 8) }
    for number in [0, 1, 32, 64] { sequence.writeGolomb(number) }
    sequence.write(0x55, 8)
    let unit = big(sequence.bytes.count, 4) + sequence.bytes
    let tile = try HEIFSample.Item.hevc(2, before: unit)
    #expect(refusal(grid([2], [tile]).bytes).contains("whose video has several sizes"))
    #expect(!refusal(HEIFSample(items: [try .hevc(1, before: unit)]).bytes).contains("sizes"))
  }

  @Test("with very many settings of frames are refused")
  func pictureParameterSets() throws {
    func refusal(_ count: Int) throws -> String {
      var sequence = BitWriter()
      sequence.write(0x4201, 16)
      sequence.write(1, 8)
      for _ in 0..<12 { sequence.write(0x55, 8) }
      for number in [0, 1, 1024, 1024] { sequence.writeGolomb(number) }
      sequence.write(0x55, 8)
      let unit = big(3, 4) + [34 << 1, 1, 0]
      let units = [[UInt8]](repeating: unit, count: count).joined()
      let before = big(sequence.bytes.count, 4) + sequence.bytes + units
      return self.refusal(
        HEIFSample(items: [try .hevc(1, width: 1024, height: 1024, before: before)]).bytes)
    }
    #expect(try !refusal(20).contains("pixels"))
    // A quarter of a frame for each.
    #expect(try refusal(400).contains("the pictures in it have"))
  }

  @Test("with a video frame larger than the header are refused before it takes memory")
  func frames() throws {
    for subLayers in [0, 2] {
      var sequence = BitWriter()
      sequence.write(0x4201, 16)
      sequence.write(subLayers << 1 | 1, 8)
      // A byte that is not zero keeps the unit from needing escapes.
      for _ in 0..<12 { sequence.write(0x55, 8) }
      if subLayers > 0 {
        // The first has a profile and the second a level.
        sequence.write(0b1001_0000_0000_0000, 16)
        for _ in 0..<12 { sequence.write(0x55, 8) }
      }
      sequence.writeGolomb(0)
      sequence.writeGolomb(1)
      sequence.writeGolomb(16_384)
      sequence.writeGolomb(8192)
      sequence.write(0xFF, 8)
      let unit = big(sequence.bytes.count, 4) + sequence.bytes
      let sample = HEIFSample(items: [try .hevc(1, before: unit)])
      #expect(refusal(sample.bytes).contains("a picture in it has 16384x8192 pixels"))
    }
    for isStill in [true, false] {
      var sequence = BitWriter()
      sequence.write(isStill ? 0b000_1_1_00000 : 0b000_0_0, isStill ? 10 : 5)
      if !isStill {
        // Timing, a decoder's model with delays of five bits, display delays, and two operating points.
        sequence.write(1, 1)
        for _ in 0..<2 { sequence.write(7, 32) }
        sequence.write(1, 1)
        sequence.writeGolomb(20)
        sequence.write(1, 1)
        sequence.write(4, 5)
        sequence.write(7, 32)
        sequence.write(0, 10)
        sequence.write(1, 1)
        sequence.write(1, 5)
        sequence.write(0, 12)
        sequence.write(8, 5)
        sequence.write(0, 1)
        sequence.write(1, 1)
        sequence.write(0, 11)
        sequence.write(0b1_0000, 5)
        sequence.write(0, 12)
        sequence.write(7, 5)
        sequence.write(0, 2)
      }
      sequence.write(14, 4)
      sequence.write(15, 4)
      sequence.write(16_383, 15)
      sequence.write(8191, 16)
      let unit = [0x0A, UInt8(sequence.bytes.count)] + sequence.bytes
      let sample = HEIFSample(items: [
        .init(
          id: 1, type: "av01", data: unit,
          properties: [HEIFSample.box("av1C", [0x81, 0, 0, 0]), HEIFSample.extent(64, 64)])
      ])
      #expect(refusal(sample.bytes).contains("a picture in it has 16384x8192 pixels"))
    }
  }

  @Test("with tables that are damaged, doubled or too long are refused")
  func tables() throws {
    func sample(itemCount: Int) throws -> HEIFSample {
      HEIFSample(
        items: [try .hevc(1)]
          + (2..<max(2, itemCount + 1)).map { HEIFSample.Item(id: $0, type: "Exif") })
    }
    #expect(try decoded(sample(itemCount: HEIFItems.itemLimit).bytes).width == 64)
    let tooLong = try sample(itemCount: HEIFItems.itemLimit + 1)
    #expect(refusal(tooLong.bytes).contains("it has more than 2048 items"))

    for (count, isSound) in [
      (HEIFItems.referenceLimit, true), (HEIFItems.referenceLimit + 1, false),
    ] {
      var referring = try sample(itemCount: 2)
      referring.references = (1...count).map { _ in ("xxxx", 2, []) }
      #expect(
        (refusal(referring.bytes) == "it is decoded") == isSound, "\(refusal(referring.bytes))")
      // One box may have many of them.
      referring.references = [("xxxx", 2, Array(repeating: 1, count: count))]
      #expect(
        (refusal(referring.bytes) == "it is decoded") == isSound, "\(refusal(referring.bytes))")
    }

    // Settings of 2,000 items, in one property that they share: their bytes count for each.
    let spare = HEIFItems.settingsSpare / 2000
    for (length, isSound) in [(spare - 8, true), (spare + 600, false)] {
      var sharing = try sample(itemCount: 2001)
      let settings = HEIFSample.box("hvcC", [UInt8](repeating: 0, count: length))
      for index in 1...2000 {
        sharing.items[index].type = "hvc1"
        sharing.items[index].properties = [settings]
      }
      sharing.sharesProperties = true
      let isRefused = refusal(sharing.bytes).contains("its items share too long properties")
      #expect(isRefused != isSound, "\(refusal(sharing.bytes))")
    }

    let plain = HEIFSample(items: [try .hevc(1)])
    let meta = plain.bytes.dropFirst(24)
    #expect(refusal(plain.bytes + meta).contains("it has two tables of items"))
    var doubled = plain
    doubled.more = HEIFSample.full("pitm", [0, 1])
    #expect(refusal(doubled.bytes).contains("it has two tables of one kind"))
    doubled = HEIFSample(items: [try .hevc(1), try .hevc(1)])
    #expect(refusal(doubled.bytes).contains("two of its items have one number"))
    // Each item's bytes are all bytes of the file.
    let places = (1...9).reduce(into: [UInt8]()) { places, id in
      for number in [id, 0, 0, 1] { places += big(number, 2) }
      places += big(0, 4)
      places += big(600, 4)
    }
    var overlapping = try sample(itemCount: 9).bytes
    let table = try #require(
      overlapping.indices.first { overlapping[$0...].starts(with: "iloc".utf8) })
    overlapping.replaceSubrange(table + 12..<table + 12 + places.count, with: places)
    #expect(refusal(overlapping).contains("its items overlap"))
    // Nothing that is cut off ends the process.
    for count in 0..<plain.bytes.count { #expect(refusal(Array(plain.bytes[..<count])) != "") }
  }

  @Test(
    "whose inner pictures are damaged, or larger than their header, are decoded by libaom alone",
    arguments: [
      "damaged-iden.avif", "damaged-alpha.avif", "damaged-grid.avif", "large-frame.avif",
    ])
  func innerFrames(name: String) throws {
    let bytes = try Data(contentsOf: Repository.url("Fuzz/Corpus/images/\(name)"))
    #expect(refusal(Array(bytes)).contains("it is damaged"), "\(refusal(Array(bytes)))")
  }

  @Test(
    "that hide references, frames or compressed notes from one reader of two are refused",
    arguments: [
      ("iref-smuggle.heic", "a box of references has a wrong size"),
      ("uuid-smuggle.heic", "a box of references has a wrong size"),
      ("smuggled-alpha.heic", "a box of references has a wrong size"),
      ("clap-grid.heic", "a grid of HEIF pictures that are turned or cropped"),
      ("deflate-hang.heic", "an HEIF file with compressed notes"),
      ("depth.heic", "a property breaks off"),
      ("hidden-frame.avif", "pixels"),
    ])
  func smuggled(name: String, words: String) throws {
    let bytes = try Data(contentsOf: Repository.url("Fuzz/Corpus/images/\(name)"))
    #expect(refusal(Array(bytes)).contains(words), "\(refusal(Array(bytes)))")
  }
}
