import GalleyHandles
import GalleyImages
import GalleyPrimitives
import TestSupport
import Testing

/// Writes grey JPEGs of many scans that say nothing: valid, and small whatever their extent.
struct ScannedJPEG {
  private(set) var bytes: [UInt8] = [0xFF, 0xD8]
  private let blockCount: Int

  /// The beginning of a progressive picture with edges of whole blocks, and its first scan.
  init(width: Int, height: Int) {
    blockCount = width / 8 * (height / 8)
    append(0xDB, [0] + Array(repeating: 1, count: 64))
    append(
      0xC2,
      [
        8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1,
        0x11,
        0,
      ])
    let none = [UInt8](repeating: 0, count: 16)
    let runs: [UInt8] = (UInt8(0)..<15).map { $0 << 4 }
    // One difference of one bit; fifteen run lengths of four bits.
    append(0xC4, [0x00, 1] + none)
    append(0xC4, [0x10, 0, 0, 0, 15] + none[..<12] + runs)
    append(0xDA, [1, 1, 0, 0, 0, 0])
    bytes += Array(repeating: 0, count: blockCount / 8)
  }

  /// A progressive picture of `scanCount` scans, at most 883.
  init(width: Int, height: Int, scanCount: Int) {
    self.init(width: width, height: height)
    for scan in 0..<scanCount - 1 {
      // Each coefficient in turn, from its highest bit to its lowest.
      let (coefficient, bit) = (UInt8(1 + scan / 14), 13 - scan % 14)
      let bits = UInt8((bit == 13 ? 0 : bit + 1) << 4 | bit)
      append(0xDA, [1, 1, 0, coefficient, coefficient, bits])
      appendRuns()
    }
    bytes += [0xFF, 0xD9]
  }

  /// A segment with its length.
  private mutating func append(_ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// Runs of blocks in which nothing changes, over the whole picture.
  private mutating func appendRuns() {
    var bits: [UInt8] = []
    var left = blockCount
    while left > 0 {
      let run = min(left, 32_767)
      let size = Int.bitWidth - 1 - run.leadingZeroBitCount
      bits += (0..<4).reversed().map { UInt8(size >> $0 & 1) }
      bits += (0..<size).reversed().map { UInt8(run >> $0 & 1) }
      left -= run
    }
    bits += Array(repeating: 1, count: (8 - bits.count % 8) % 8)
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }
}

@Suite("Work that images make", .timeLimit(.minutes(15)))
struct ImageWorkTests {
  @Test("is refused for a JPEG with hundreds of scans of many pixels, before anything is decoded")
  func scans() {
    let bomb = ScannedJPEG(width: 4096, height: 4096, scanCount: 463).bytes
    #expect(bomb.count < 120_000)
    let file = ImageFile(name: "bomb", bytes: bomb)
    let cause = ImageError.Cause.tooManyScans(
      463, pixelCount: 463 << 24, pixelLimit: ImageReader.scannedPixelLimit)
    let time = processorTime {
      #expect(throws: ImageError(name: "bomb", cause: cause)) { try ImageReader.header(of: file) }
      #expect(throws: ImageError(name: "bomb", cause: cause)) {
        try ImageReader.image(of: file, atLeast: PixelSize(width: 48, height: 48))
      }
    }
    #expect(time < .milliseconds(500))
    #expect(ImageError(name: "bomb", cause: cause).limit == ImageReader.scannedPixelLimit)
  }

  @Test(
    "is refused however the scans are hidden from a reader of segments",
    arguments: [
      // A comment and an application's segment without a length, which libjpeg passes over.
      [0xFF, 0xFE, 0, 0], [0xFF, 0xE5, 0, 1],
    ] as [[UInt8]])
  func hiddenScans(prefix: [UInt8]) {
    var bomb = ScannedJPEG(width: 4096, height: 4096, scanCount: 463).bytes
    bomb.insert(contentsOf: prefix, at: 2)
    let error = #expect(throws: ImageError.self) {
      try ImageReader.header(of: ImageFile(name: "bomb", bytes: bomb))
    }
    guard case .tooManyScans = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("is allowed for as many scans as encoders write, and for hundreds of few pixels")
  func allowed() throws {
    for (side, count) in [(4096, 24), (2048, 100), (64, 463)] {
      let bytes = ScannedJPEG(width: side, height: side, scanCount: count).bytes
      let file = ImageFile(name: "fine", bytes: bytes)
      #expect(try ImageReader.header(of: file).size == PixelSize(width: side, height: side))
    }
    let bytes = ScannedJPEG(width: 64, height: 64, scanCount: 463).bytes
    let image = try ImageReader.image(
      of: ImageFile(name: "fine", bytes: bytes), atLeast: PixelSize(width: 64, height: 64))
    #expect(image.width == 64 && image.pixels[0] == 0xFF80_8080)
  }

  @Test("counts scans of a sequential JPEG too, unless its first scan has all components")
  func sequential() throws {
    /// A header of three components, and scans without content.
    func jpeg(scans: [[UInt8]]) -> [UInt8] {
      let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 16, 0, 16, 0, 3]
      let components = (UInt8(1)...3).flatMap { [$0, 0x11, 0] as [UInt8] }
      var bytes: [UInt8] = [0xFF, 0xD8] + frame + components
      for scan in scans {
        bytes += [0xFF, 0xDA, 0, UInt8(6 + 2 * scan.count), UInt8(scan.count)]
        for component in scan { bytes += [component, 0] }
        bytes += [0, 63, 0, 0x12, 0xFF, 0, 0xFF, 0xD0, 0xFF]
      }
      return bytes + [0xFF, 0xD9]
    }
    func header(_ scans: [[UInt8]]) throws -> ImageHeader {
      try ImageReader.header(of: ImageFile(name: "x", bytes: jpeg(scans: scans)))
    }
    _ = try header([[1, 2, 3]])
    _ = try header([[1], [2], [3]])
    _ = try header(Array(repeating: [1, 2, 3], count: 100))
    #expect(throws: ImageError.self) { try header(Array(repeating: [1], count: 33)) }
    #expect(throws: ImageError.self) { try header([[1]] + Array(repeating: [1, 2, 3], count: 11)) }
  }
}
