import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@testable import GalleyPNG

@Suite("StripEncoder", .timeLimit(.minutes(15)))
struct StripEncoderTests {
  private static let widths = Array(1...33) + [255, 750]

  @Test("decodes to equal pixels", arguments: TestContent.allCases)
  func roundTrips(content: TestContent) throws {
    for width in Self.widths {
      for height in [1, 2, 3, 40] {
        let picture = TestPicture(content, width: width, height: height, seed: UInt64(width))
        for colorType in PNGColorType.allCases {
          let expected = DecodedPNG(
            width: width, height: height, colorType: colorType.code,
            bitDepth: UInt8(colorType.bitDepth),
            pixels: picture.channels(colorType))
          for profile in PNGProfile.allCases {
            let encoder = StripEncoder(profile: profile, colorType: colorType)
            let png = try AssembledPNG([picture.strip(encoder)], scale: 1)
            #expect(
              try DecodedPNG(png.bytes) == expected,
              "\(profile) \(colorType) \(width)×\(height), seed \(width)")
          }
        }
      }
    }
  }

  @Test(
    "decodes long runs of equal rows to equal pixels", arguments: [PNGColorType.rgb, .rgba, .gray8])
  func roundTripsRuns(colorType: PNGColorType) throws {
    // A row has more and fewer bytes than deflate can refer back to, and each remainder modulo 258.
    for width in [2, 40, 43, 44, 85, 86, 129, 130, 750, 1200, 8191, 8192, 10_922, 10_923] {
      let rowByteCount = colorType.rowByteCount(width: width)
      let long = (128 << 10) / rowByteCount
      var rows: [[UInt32]] = []
      for (number, count) in [1, long + 2, 1, 3, long, long + 1, long + 7, 2].enumerated() {
        let row = (0..<width).map { column in
          UInt32(truncatingIfNeeded: column / 3 * (number + 1) * 0x0103_0507) | 0xFF00_0000
        }
        rows += repeatElement(row, count: count)
      }
      let pixels = Array(rows.joined())
      let encoder = StripEncoder(colorType: colorType)
      let strip = pixels.withUnsafeBytes {
        encoder.encode($0, stride: 4 * width, width: width, rows: 0..<rows.count)
      }
      let other = pixels.withUnsafeBytes {
        StripEncoder(profile: .small, colorType: colorType)
          .encode($0, stride: 4 * width, width: width, rows: 0..<rows.count)
      }
      let bytes = try AssembledPNG([strip, strip], scale: 1).bytes
      #expect(
        try DecodedPNG(bytes) == DecodedPNG(AssembledPNG([other, other], scale: 1).bytes),
        "\(colorType) \(width)")
      #expect(strip.adler == other.adler)
    }
  }

  @Test("reads one row of each run that is named")
  func knownRuns() throws {
    let (width, encoder) = (1200, StripEncoder())
    let least = try #require(encoder.repeatedRunCounts(width: width)).lowerBound
    let counts = [least + 9, 2, 3, least, least + 1, 40, least + 20]
    // The named parts of runs: all, from within, up to the middle, and those that are too short.
    let named = [0..<least + 9, 0..<1, 1..<3, 0..<least, 5..<least + 1, 4..<30, 0..<least]
    var (rows, runs): ([[UInt32]], [Range<Int>]) = ([], [])
    for (number, count) in counts.enumerated() {
      var row = [UInt32](repeating: 0xFF10_2030 + UInt32(number), count: width)
      row[number] = 0xFFA0_B0C0
      runs.append(
        rows.count + named[number].lowerBound..<rows.count + named[number].upperBound)
      rows += repeatElement(row, count: count)
    }
    let height = rows.count
    func strip(_ rows: [[UInt32]], runs: [Range<Int>]) -> Strip {
      var pixels: [UInt32] = []
      for row in rows { pixels += row }
      return pixels.withUnsafeBytes {
        encoder.encode($0, stride: 4 * width, width: width, rows: 0..<height, runs: runs)
      }
    }
    let whole = strip(rows, runs: [])
    for run in runs {
      for row in run.dropFirst() { rows[row] = Array(repeating: UInt32(row), count: width) }
    }
    let sparse = strip(rows, runs: runs)
    #expect(sparse.bytes == whole.bytes)
    #expect(sparse.adler == whole.adler)
    #expect(strip(rows, runs: []).bytes != whole.bytes)
  }

  @Test("names no runs where rows are dithered, or in profile small")
  func noRuns() {
    #expect(StripEncoder(colorType: .gray4).repeatedRunCounts(width: 1200) == nil)
    #expect(StripEncoder(profile: .small).repeatedRunCounts(width: 1200) == nil)
    #expect(StripEncoder(profile: .balanced).repeatedRunCounts(width: 1200)?.lowerBound == 36)
  }

  @Test(
    "repeats rows of each length in the fewest bytes", arguments: [4, 257, 258, 259, 260, 32_768])
  func repeats(rowByteCount: Int) throws {
    // 4 bytes a row have every remainder modulo 258 among these counts.
    for count in 129..<129 + 258 {
      let repeated = RepeatedRows(rowByteCount: rowByteCount)
      var output = [UInt8](repeating: 0xAA, count: repeated.bound(count) + 1)
      let written = output.withUnsafeMutableBytes {
        repeated.write(count, into: UnsafeMutableRawBufferPointer(rebasing: $0.dropLast()))
      }
      #expect(written <= 40 + rowByteCount * count * 15 / 8 / 258)
      #expect(output.last == 0xAA && output[written - 4..<written] == [0, 0, 0xFF, 0xFF])
    }
  }

  @Test("joins strips with any bounds in any order", arguments: PNGProfile.allCases)
  func joins(profile: PNGProfile) throws {
    let encoder = StripEncoder(profile: profile)
    let picture = TestPicture(.text, width: 61, height: 40, seed: 7)
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var cuts = [0, 40] + (0..<4).map { _ in Int.random(in: 0...40, using: &random) }
      cuts.sort()
      let parts = zip(cuts, cuts.dropFirst()).map { $0..<$1 }.shuffled(using: &random)
      let strips = parts.map { picture.strip(encoder, rows: $0) }
      let bytes = try AssembledPNG(strips + strips, scale: 1).bytes
      let expected = parts.flatMap { picture.channels(.rgb, rows: $0) }
      #expect(try DecodedPNG(bytes).pixels == expected + expected, "seed \(seed)")
      #expect(try PNGStructure(bytes).raw.count == 80 * (61 * 3 + 1), "seed \(seed)")
    }
  }

  @Test("splits tall strips into segments and chunks")
  func segments() throws {
    // 3 MB of raw rows are three segments; each fills a chunk here.
    let picture = TestPicture(.noise, width: 750, height: 1334, padding: 0)
    let expected = DecodedPNG(
      width: 750, height: 1334, colorType: PNGColorType.rgb.code, pixels: picture.channels(.rgb)
    )
    for profile in PNGProfile.allCases {
      let encoder = StripEncoder(profile: profile, colorType: .rgb, maximumPayload: 1_100_000)
      let bytes = try AssembledPNG([picture.strip(encoder)], scale: 1).bytes
      let structure = try PNGStructure(bytes)
      let sizes = structure.chunks.filter { $0.type == "IDAT" }.map(\.size)
      #expect(sizes.count == 5)
      #expect(sizes.allSatisfy { $0 <= 1_100_000 })
      #expect(try DecodedPNG(bytes) == expected, "\(profile)")
    }
  }

  @Test("gives the same bytes after any earlier strips", arguments: PNGProfile.allCases)
  func isDeterministic(profile: PNGProfile) {
    let used = StripEncoder(profile: profile)
    for (content, width) in [(TestContent.text, 750), (.noise, 33), (.blank, 1)] {
      let picture = TestPicture(content, width: width, height: 60)
      let first = picture.strip(StripEncoder(profile: profile))
      for other in TestContent.allCases {
        _ = TestPicture(other, width: 333, height: 50, seed: 9).strip(used)
        #expect(picture.strip(used) == first, "\(content) after \(other)")
      }
    }
  }

  @Test("has no bytes for no rows")
  func emptyStrip() throws {
    let encoder = StripEncoder()
    let picture = TestPicture(.text, width: 5, height: 2)
    let empty = picture.strip(encoder, rows: 1..<1)
    #expect(empty.bytes.isEmpty && empty.rowCount == 0 && empty.adler == Adler32())
    let bytes = try AssembledPNG([empty, picture.strip(encoder), empty], scale: 1).bytes
    #expect(try DecodedPNG(bytes).pixels == picture.channels(.rgb))
  }

  @Test("ignores the fourth channel of opaque pictures")
  func ignoresAlpha() {
    var picture = TestPicture(.blank, width: 9, height: 4)
    let opaque = picture.strip(StripEncoder())
    for index in picture.pixels.indices {
      picture.pixels[index] &= 0x00FF_FFFF | UInt32(index) << 24
    }
    #expect(picture.strip(StripEncoder()) == opaque)
  }

  @Test("encodes a colour as it encodes a surface of that colour", arguments: PNGColorType.allCases)
  func repeatsColor(colorType: PNGColorType) {
    let encoder = StripEncoder(colorType: colorType)
    for rowCount in [0, 1, 2, 3, 2000] {
      let picture = TestPicture(.blank, width: 300, height: rowCount)
      let color = Color(rgb: 0xEFEFF4)
      let strip = encoder.encode(repeating: color, width: 300, rowCount: rowCount)
      #expect(strip == picture.strip(encoder))
    }
  }

  @Test("encodes a repeated row as a surface of such rows", arguments: PNGColorType.allCases)
  func repeatsRow(colorType: PNGColorType) {
    let encoder = StripEncoder(colorType: colorType)
    let row = (0..<300).map { UInt32($0) &* 0x0101_0307 | 0xFF00_0000 }
    for rowCount in [0, 1, 2, 3, 2000] {
      let pixels = Array(repeatElement(row, count: rowCount).joined())
      let drawn = pixels.withUnsafeBytes {
        encoder.encode($0, stride: 1200, width: 300, rows: 0..<rowCount)
      }
      #expect(encoder.encode(repeating: row, rowCount: rowCount) == drawn)
    }
  }

  @Test(
    "keeps white and black in greys, and the mean brightness of a colour",
    arguments: [PNGColorType.gray1, .gray2, .gray4])
  func dithers(colorType: PNGColorType) throws {
    let encoder = StripEncoder(colorType: colorType)
    for level in [0, 1, 60, 128, 200, 254, 255] as [UInt32] {
      let strip = encoder.encode(repeating: Color(rgb: level * 0x010101), width: 200, rowCount: 200)
      let decoded = try DecodedPNG(AssembledPNG([strip], scale: 1).bytes)
      let mean = decoded.pixels.reduce(0) { $0 + Double($1) } / 40_000
      #expect(abs(mean - Double(level)) < 1.5, "\(level) became \(mean)")
      #expect(Set(decoded.pixels).count <= ([0, 255].contains(level) ? 1 : 2))
    }
  }

  @Test("converts to straight alpha as Cairo does, and clamps invalid pixels")
  func straightAlpha() {
    for alpha in 0...255 as ClosedRange<UInt32> {
      let pixels = (0...255).map { alpha << 24 | $0 << 16 | (255 - $0) << 8 | min($0, alpha) }
      var bytes = [UInt8](repeating: 1, count: 1024)
      pixels.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { target in
          guard let source = source.baseAddress, let target = target.baseAddress else { return }
          convertToStraightRGBA(source, into: target, count: 256)
        }
      }
      func straight(_ channel: UInt32) -> UInt8 {
        alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha))
      }
      let expected = (0...255 as ClosedRange<UInt32>).flatMap {
        [straight($0), straight(255 - $0), straight(min($0, alpha)), UInt8(alpha)]
      }
      #expect(bytes == expected, "alpha \(alpha)")
    }
  }
}
